import Documents
import Glibc
import Kernel
import Testing

/// Numbers in tables: the text is Swift's own description, and reads back to the same bits.
struct NumberTextTests {
  private func text(_ write: (inout CSVWriter) -> Void) -> String {
    var csv = CSVWriter(columns: ["a"])
    _ = csv.takeBytes()
    write(&csv)
    return String(decoding: csv.takeBytes(), as: UTF8.self)
  }

  private func reader(_ texts: [String]) throws -> CSVReader {
    var reader = try CSVReader(
      bytes: Array(("a\n" + texts.joined(separator: "\n") + "\n").utf8), file: "t")
    #expect(reader.columns == ["a"])
    _ = try reader.nextRow()
    return reader
  }

  /// Doubles at the limits of digits, ties, and changes of the form.
  private static let doubles: [Double] =
    [
      0, -0.0, 0.1, -0.1, 1e-4, 9.999999999999999e-05, 1e-5, 1e15, 1e16, 0x1p53, 0x1p53 + 2, 1e22,
      1e23, .leastNonzeroMagnitude, .leastNormalMagnitude,
      Double.leastNormalMagnitude.nextDown, 1.7976931348623157e308,
      0.3, 2.0 / 3, 123456.789, 9007199254740992, 4.35, 1.0 / 3, 8.41e21, 2.0e-3, 9.5, 299792458,
      1575.42e6, -3.5e-10, 12345678901234.5, 0.00012345678901234567, 999999999999999.9,
    ]
    + (-1074...1023).flatMap { exponent -> [Double] in
      let power = scalbn(1.0, Int32(exponent))
      return [power, power.nextUp, power.nextDown]
    } + (-320...308).compactMap { Double("1e\($0)") }

  @Test func doublesAreWrittenAsSwiftDescribesThem() throws {
    var draw = RandomStream(seed: 1, purpose: "doubles")
    var values = Self.doubles
    for _ in 0..<200_000 {
      values.append(Double(bitPattern: draw.next()))
      values.append(draw.gaussian())
      values.append(Double(draw.integer(below: 1_000_000)) / 1000)
      values.append(draw.gaussian() * scalbn(1.0, Int32(draw.integer(below: 120)) - 60))
    }
    values.removeAll { !$0.isFinite }
    var csv = CSVWriter(columns: ["a"])
    for value in values {
      csv.field(value)
      csv.endRow()
    }
    var reader = try CSVReader(bytes: csv.bytes, file: "t")
    var wrong: [Double] = []
    for value in values {
      _ = try reader.nextRow()
      // Whole numbers are written as integers.
      let isWhole =
        value == value.rounded(.towardZero) && abs(value) < 1e15
        && (value != 0 || value.sign == .plus)
      let expected = isWhole ? "\(Int64(value))" : value.description
      let back = reader.number(at: 0)
      if reader.text(at: 0) != expected || back?.bitPattern != value.bitPattern {
        wrong.append(value)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5)) e.g. \(text { $0.field(wrong[0]) })")
  }

  @Test func singlesAreWrittenAsSwiftDescribesThem() throws {
    var draw = RandomStream(seed: 2, purpose: "singles")
    var values: [Float] = (0..<400_000).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: draw.next()))
    }
    for _ in 0..<200_000 { values.append(Float(draw.gaussian())) }
    for exponent in -149...127 as ClosedRange<Int32> {
      let power = scalbnf(1, exponent)
      values += [power, power.nextUp, power.nextDown, -power]
    }
    values += [0, -0.0, 9.80665, 16_777_216, 16_777_218, 1e-5, 1e-4]
    values.removeAll { !$0.isFinite }
    var csv = CSVWriter(columns: ["a"])
    for value in values {
      csv.field(value)
      csv.endRow()
    }
    var reader = try CSVReader(bytes: csv.bytes, file: "t")
    var wrong: [Float] = []
    for value in values {
      _ = try reader.nextRow()
      if reader.text(at: 0) != value.description
        || reader.single(at: 0)?.bitPattern != value.bitPattern
      {
        wrong.append(value)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5)) e.g. \(text { $0.field(wrong[0]) })")
  }

  /// Any text of digits is parsed like in C: to the nearest double, and the nearest float.
  @Test func textsAreParsedToTheNearestNumber() throws {
    var draw = RandomStream(seed: 3, purpose: "texts")
    var texts = [
      "1e400", "-1e400", "1e-400", "0e5", "9007199254740993", "9007199254740992.5", "1E3", "+1",
      "4503599627370496.5", "4503599627370497.5", "18446744073709551615", "0.000001e-310",
      "8.589973e9", "1.00000017881393432617187499", "1.00000017881393432617187500", "7e-46",
      "123456789012345678", "-0", "00012", "1.", ".5", "2.4703282292062327e-324",
    ]
    for _ in 0..<200_000 {
      var text = draw.integer(below: 2) == 0 ? "-" : ""
      for _ in 0...draw.integer(below: 19) { text += "\(draw.integer(below: 10))" }
      if draw.integer(below: 2) == 0 {
        text += "."
        for _ in 0..<draw.integer(below: 6) { text += "\(draw.integer(below: 10))" }
      }
      if draw.integer(below: 3) == 0 { text += "e\(draw.integer(below: 680) - 350)" }
      texts.append(text)
    }
    // Exactly between two doubles, and between two floats.
    for _ in 0..<20_000 {
      let odd = (1 << 53 + UInt64(draw.integer(below: 1 << 52))) | 1
      texts.append("\(odd)")
      let half = (1 << 24 + UInt64(draw.integer(below: 1 << 23))) * 2 + 1
      texts += ["\(half)", "\(half).0000000000000001", "0.\(half)"]
    }
    var reader = try reader(texts)
    var wrong: [String] = []
    for text in texts {
      let (double, single) = (strtod(text, nil), strtof(text, nil))
      if reader.number(at: 0)?.bitPattern != double.bitPattern
        || reader.single(at: 0)?.bitPattern != single.bitPattern
      {
        wrong.append(text)
      }
      _ = try reader.nextRow()
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))")
    for text in ["", "-", ".", "e5", "1e", "1e+", "1-2", "0x1p3", "1 ", "1e99999", "12a", "--1"] {
      let reader = try self.reader([text.isEmpty ? "\"\"" : text])
      let expected: Double? = text.isEmpty ? .nan : text == "1e99999" ? .infinity : nil
      #expect(reader.number(at: 0)?.bitPattern == expected?.bitPattern, "'\(text)'")
    }
  }

  @Test(
    arguments: [
      (0, "0"), (1, "0.000000001"), (-1, "-0.000000001"), (20_000_000, "0.02"),
      (2_500_000_000, "2.5"), (-86_400_000_000_000, "-86400"), (1_000_000_000, "1"),
      (123_456_789, "0.123456789"), (10, "0.00000001"), (Int64.max, "9223372036.854775807"),
      (Int64.min, "-9223372036.854775808"), (1_100_000_000, "1.1"), (1_010_000, "0.00101"),
    ] as [(Int64, String)])
  func nanosecondsAreExact(nanoseconds: Int64, expected: String) {
    #expect(text { $0.field(secondsOf: nanoseconds) } == expected)
  }

  @Test(
    arguments: [
      (1.005, 2, "1.00"), (-0.5, 0, "-1"), (0.125, 2, "0.13"), (12.3456, 3, "12.346"),
      (0, 12, "0.000000000000"), (-0.0004, 3, "0.000"), (1e19, 3, "1e+19"), (.infinity, 3, "inf"),
      (-.infinity, 3, "-inf"), (.nan, 3, ""), (1e300, 12, "1e+300"),
      (99_999_999.5, 8, "99999999.50000000"),
    ] as [(Double, Int, String)])
  func writesFixedDecimals(value: Double, decimals: Int, expected: String) {
    #expect(text { $0.field(value, decimals: decimals) } == expected)
  }

  @Test func wholeNumbersAreExact() {
    for value in [Int64.min, -1_000_000_000, -1, 0, 7, 99_999_999, 100_000_000, Int64.max] {
      #expect(text { $0.field(value) } == "\(value)")
    }
    var power: Int64 = 1
    for _ in 0..<18 {
      for value in [power - 1, power, power + 1, -power] {
        #expect(text { $0.field(value) } == "\(value)")
      }
      power *= 10
    }
  }
}
