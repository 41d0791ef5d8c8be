import Documents
import Formats
import Kernel
import Recordings
import TestSupport
import Testing

/// Text parsed eight bytes at a time, compared with plain parsers.
struct TextWordsTests {
  private func transcript(_ bytes: [UInt8], _ layout: SeparatedText.Layout) -> [String] {
    var lines: [String] = []
    do throws(DocumentError) {
      var text = SeparatedText(bytes: bytes, file: "t", layout: layout)
      while try text.next() {
        lines.append("\(text.line): \((0..<text.count).map { text.text($0) })")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  @Test(arguments: [",", ";", "\t", " "], [false, true])
  func wordReaderSplitsLikeTheByteReader(separator: String, hasQuotes: Bool) throws {
    var layout = SeparatedText.Layout(
      separator: try #require(separator.utf8.first), skipsEmptyFields: separator == " ",
      hasQuotes: hasQuotes)
    for round in 0..<1500 {
      var random = RandomStream(seed: 21, entity: UInt64(round), purpose: "words")
      let bytes = BrokenText.broken(BrokenText.table(&random, separator: separator), &random)
      layout.usesWords = true
      let quick = transcript(bytes, layout)
      layout.usesWords = false
      #expect(
        quick == transcript(bytes, layout),
        "round \(round): \(String(decoding: bytes, as: UTF8.self))"
      )
    }
  }

  @Test func linesEndAtTheNextLFOrCR() {
    for round in 0..<5000 {
      var random = RandomStream(seed: 22, entity: UInt64(round), purpose: "lines")
      let alphabet: [UInt8] = [32, 48, 65, 9, 11, 12, 0, 0x80, 0xFF, 0x8A, 0x8D, 14]
      let bytes = (0..<random.integer(below: 60)).map { _ -> UInt8 in
        random.happens(withProbability: 0.03)
          ? [10, 13][random.integer(below: 2)] : alphabet[random.integer(below: alphabet.count)]
      }
      for start in 0...bytes.count {
        let expected = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
        #expect(endOfLine(bytes.span, from: start) == expected, "\(bytes) from \(start)")
      }
    }
  }

  /// Fourteen columns: a number as F14.3 or nearly so.
  private func columns(_ random: inout RandomStream) -> [UInt8] {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(random.integer(below: 10))" }.joined()
    }
    var text = ["", "", "-", "+"][random.integer(below: 4)]
    text += digits(random.integer(below: 11)) + "." + digits(3)
    var bytes =
      Array(String(repeating: " ", count: max(0, 14 - text.count)).utf8)
      + Array(text.utf8.suffix(14))
    if random.happens(withProbability: 0.1) { bytes = Array(repeating: 32, count: 14) }
    for _ in 0..<random.integer(below: 3) where random.happens(withProbability: 0.5) {
      let odd = Array("! .-+\t0159D/:\0".utf8) + [0x80, 0xB0]
      bytes[random.integer(below: 14)] = odd[random.integer(below: odd.count)]
    }
    return bytes
  }

  @Test func fastRinexFieldsEqualPlainParsing() {
    var readCount = 0
    for round in 0..<40_000 {
      var random = RandomStream(seed: 23, entity: UInt64(round), purpose: "columns")
      let field = columns(&random)
      // Digits on both sides, which aren't part of it.
      let bytes = [UInt8](repeating: 55, count: 3) + field + [51]
      var text = ColumnText(bytes: bytes, file: "t")
      guard let line = text.next(), line.width == 18,
        let quick = RinexDecimal.field(bytes.span.bytes, at: 3)
      else { continue }
      readCount += 1
      let plain = text.number(line, 3..<17)
      #expect(quick == plain, "'\(String(decoding: field, as: UTF8.self))'")
      if case .value(let one) = quick, case .value(let other) = plain {
        #expect(one.bitPattern == other.bitPattern, "'\(String(decoding: field, as: UTF8.self))'")
      }
    }
    #expect(readCount > 15_000)
  }

  @Test func fastNumbersEqualPlainParsing() {
    for round in 0..<20_000 {
      var random = RandomStream(seed: 24, entity: UInt64(round), purpose: "numbers")
      let pieces = [
        "-", "+", ".", "1", "0", "99", "253", "e", "D", "E-", "nan", "inf", "12345678901", " ",
      ]
      let text = (0..<1 + random.integer(below: 6)).map { _ in
        pieces[random.integer(below: pieces.count)]
      }.joined()
      let bytes = Array(("55" + text + "77777777777").utf8)
      for form in [ExponentForm.plain, .fortran] {
        let quick = decimalNumber(bytes, 2..<2 + text.utf8.count, exponents: form)
        let plain = Array(text.utf8).withUnsafeBufferPointer { decimalNumber($0, exponents: form) }
        #expect(quick?.bitPattern == plain?.bitPattern, "'\(text)'")
      }
    }
  }
}
