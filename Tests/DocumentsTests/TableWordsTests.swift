import Documents
import Glibc
import Kernel
import TestSupport
import Testing

/// Tables and numbers parsed eight bytes at a time, compared with plain parsers.
struct TableWordsTests {
  /// Everything that a reader returns for a table.
  private func transcript(_ bytes: [UInt8], usesWords: Bool) -> [String] {
    var lines: [String] = []
    do throws(DocumentError) {
      var reader = try CSVReader(bytes: bytes, file: "t.csv")
      reader.usesWords = usesWords
      lines.append("\(reader.columns)")
      while try reader.nextRow() {
        let fields = reader.columns.indices.map { index in
          "'\(reader.text(at: index))' \(reader.isEmpty(at: index)) \(reader.place(ofField: index))"
        }
        lines.append("\(reader.line): \(fields)")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  @Test func wordReaderEqualsByteReader() {
    for round in 0..<4000 {
      var random = RandomStream(seed: 11, entity: UInt64(round), purpose: "words")
      let bytes = BrokenText.broken(BrokenText.table(&random), &random)
      #expect(
        transcript(bytes, usesWords: true) == transcript(bytes, usesWords: false),
        "round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Text like a number, with typical surroundings in a file.
  private func numberText(_ random: inout RandomStream) -> String {
    func digits(_ maximum: Int) -> String {
      let count = random.integer(below: maximum + 1)
      let isZero = random.happens(withProbability: 0.2)
      return (0..<count).map { _ in isZero ? "0" : "\(random.integer(below: 10))" }.joined()
    }
    var text = ["", "", "-", "+"][random.integer(below: 4)]
    switch random.integer(below: 6) {
    case 0: text += String(abs(random.gaussian()) * exp(40 * random.gaussian()))
    case 1: text += String(abs(Double(bitPattern: random.next())))
    case 2: text += digits(24)
    default: text += digits(12) + "." + digits(24)
    }
    if random.happens(withProbability: 0.2) {
      text += "e" + ["", "-", "+"][random.integer(below: 3)] + digits(4)
    }
    if random.happens(withProbability: 0.1) {
      text += ["x", ".", " ", "e", ",", "-"][random.integer(below: 6)]
    }
    return text
  }

  @Test func numbersAreParsedToTheNearestDouble() {
    for round in 0..<40_000 {
      var random = RandomStream(seed: 12, entity: UInt64(round), purpose: "numbers")
      let text = numberText(&random)
      // Digits on both sides, which aren't part of it.
      let before = random.integer(below: 9)
      let after = random.integer(below: 12)
      let bytes =
        Array((String(repeating: "7", count: before) + text).utf8)
        + Array(repeating: UInt8(ascii: "3"), count: after)
      let range = before..<before + text.utf8.count
      if let value = PlainDecimal.nearestDouble(bytes.span, range) {
        #expect(value.bitPattern == strtod(text, nil).bitPattern, "round \(round): \(text)")
        #expect(text.allSatisfy { "0123456789.-+eE".contains($0) }, "\(text)")
      } else if let plain = Double(text), text.count < 17, !text.contains("e"), !text.hasPrefix("+")
      {
        Issue.record("round \(round): \(text) is \(plain), and wasn't read")
      }
    }
  }

  @Test func wholeNumbersAreExact() {
    for round in 0..<20_000 {
      var random = RandomStream(seed: 13, entity: UInt64(round), purpose: "whole")
      let bits = random.integer(below: 64)
      var text = String(Int64(bitPattern: random.next()) >> Int64(bits))
      if random.happens(withProbability: 0.2) {
        text =
          [
            "", "-", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "99999999999999999999", "12a", "+5", "0000000000000000001",
          ][random.integer(below: 9)]
      }
      let (before, after) = (random.integer(below: 9), random.integer(below: 12))
      let bytes =
        Array(repeating: UInt8(ascii: "7"), count: before) + Array(text.utf8)
        + Array(repeating: UInt8(ascii: "3"), count: after)
      let expected = text.hasPrefix("+") ? nil : Int64(text)
      #expect(
        wholeNumber(bytes.span, before..<before + text.utf8.count) == expected, "\(text)")
    }
  }

  @Test func fieldMarksFindSeparatorsAndLowBytes() {
    for separator in [UInt8(ascii: ","), 9, 32, UInt8(ascii: ";")] {
      for byte in UInt8.min...UInt8.max {
        for index in 0..<8 {
          for other in [UInt8(0xFF), 0x80, 0x7F, 14, 65] where other != separator {
            var word = eightfold(other)
            let shift = UInt64(8 * index)
            word = word & ~(0xFF << shift) | UInt64(byte) << shift
            let expected: UInt64 = byte == separator || byte < 14 ? 0x80 << shift : 0
            #expect(fieldMarks(word, eightfold(separator)) == expected, "\(byte) at \(index)")
          }
        }
      }
    }
  }
}
