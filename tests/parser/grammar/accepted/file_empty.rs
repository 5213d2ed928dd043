//@ edition: 2021
