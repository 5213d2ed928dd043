#!/usr/bin/env python3
"""The Python snippets of docs/python.md, in their order, and that of the package's docstring run."""
import os
import re
import textwrap
import unittest

from python_rig import SOURCE, main

import rustg


class Snippets(unittest.TestCase):
    def test_docs(self):
        text = (SOURCE / "docs" / "python.md").read_text()
        snippets = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        self.assertGreater(len(snippets), 4)
        os.chdir(SOURCE)
        names = {}
        for snippet in snippets:
            with self.subTest(snippet=snippet):
                exec(compile(snippet, "docs/python.md", "exec"), names)  # pylint: disable=exec-used

    def test_docstring(self):
        names = {}
        exec(textwrap.dedent(re.search(r"^    .*(?=\nIt is)", rustg.__doc__, re.DOTALL | re.MULTILINE)[0]), names)
        self.assertEqual(names["y"].tolist(), [2.0] * 1000)

    def test_words_of_the_page(self):
        """What the page says of exceptions and names is so."""
        for name in set(re.findall(r"`rustg\.([A-Za-z_]+)", (SOURCE / "docs" / "python.md").read_text())):
            self.assertIn(name, rustg.__all__)
        self.assertTrue(issubclass(rustg.ArgumentTypeError, TypeError) and issubclass(rustg.ArgumentError, ValueError))


if __name__ == "__main__":
    main()
