//@ edition: 2021
// Nothing follows a glob.
//@ error: 4:9: expected `;`, found `::`
use a::*::b;
