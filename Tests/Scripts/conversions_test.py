"""Tests of Scripts/conversions with made-up lines."""

import importlib.machinery
import importlib.util
import os
import sys
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Scripts", "conversions")
# The script has no file extension, and its folder is kept free of compiled copies.
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("conversions", SCRIPT)
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("conversions", loader))
loader.exec_module(script)


class Lines(unittest.TestCase):
    def test_finds_conversions_that_trap(self):
        for line in ("let lanes = min(Int(value.rounded()), most)", "x = UInt16(major)", "let a = [Int32(b)]",
                     'report("\\(Int(value)) m")', "return Int64((seconds * 1e9).rounded())"):
            self.assertEqual(script.found("  " + line), [line])

    def test_leaves_out_checked_ones_and_text(self):
        for line in ("Int(exactly: value)", "Int(rounding: value, in: 0...9)", "UInt8(truncatingIfNeeded: x)",
                     'UInt8(ascii: ";")', "// Int(value) traps", 'let text = "Int(value)"', "print(value)", "Point(x)",
                     "func number() -> Int {"):
            self.assertEqual(script.found(line), [])

    def test_list_has_reasons_to_fail(self):
        self.assertEqual(script.listed("# words\na.swift\tInt(x)\n"), {("a.swift", "Int(x)")})


if __name__ == "__main__":
    unittest.main()
