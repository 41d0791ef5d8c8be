import Documents
import Kernel
import Testing

struct FuzzTests {
  private static let seeds: [[UInt8]] = [
    workshopText, "tools: [{length: 1 m}]\nid: a\nname: b\n", workshopText, workshopText,
    "a: &x [1, 2, {b: *c}]\nd: *x\n? e\n: 'f\\n'\n",
    "%YAML 1.2\n---\n- |2-\n   text\n- >+\n  a\n\n",
    "name: \"\\u00e9\\x41\"\nid: é\u{85}x: \u{2028}\n", "!!map {!!str a: !!int 3, ? b, c: }\n",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<12)
  func survivesMutations(_ batch: Int) {
    var decoded = 0
    for number in 0..<1000 {
      let seed = UInt64(batch * 1000 + number)
      var stream = RandomStream(seed: seed, purpose: "fuzz")
      var bytes = Self.seeds[stream.integer(below: Self.seeds.count)]
      for _ in 0...stream.integer(below: 3) { mutate(&bytes, &stream) }
      do {
        let workshop = try decodeDocument(Workshop.self, bytes: bytes, name: "f")
        #expect(!workshop.name.isEmpty && !workshop.tools.isEmpty, "seed \(seed)")
        decoded += 1
      } catch {
        let lengths = lineLengths(bytes)
        for place in error.diagnostics.map(\.place) {
          guard let place, place.line >= 1, place.line <= lengths.count, place.column >= 1,
            place.column <= lengths[place.line - 1] + 1
          else {
            Issue.record("seed \(seed): \(error) is not in the text")
            return
          }
        }
      }
      // The other parser of untrusted text gets the same bytes.
      if let value = try? JSONValue(parsing: bytes, name: "f") {
        let again = try? JSONValue(parsing: Array(value.text().utf8), name: "f")
        #expect(again == value, "seed \(seed)")
      }
    }
    #expect(
      decoded > 10 && decoded < 500, "\(decoded) decoded: the mutations are too strong or too weak")
  }

  private func mutate(_ bytes: inout [UInt8], _ stream: inout RandomStream) {
    let position = stream.integer(below: bytes.count + 1)
    let other = stream.integer(below: bytes.count + 1)
    let (low, high) = (min(position, other), max(position, other))
    switch stream.integer(below: 12) {
    case 0: bytes.removeSubrange(position...)
    case 1: bytes.removeSubrange(low..<high)
    case 2: bytes.insert(contentsOf: bytes[low..<high], at: stream.integer(below: bytes.count + 1))
    case 3:
      bytes.insert(
        contentsOf: (0..<8).map { _ in UInt8(truncatingIfNeeded: stream.next()) }, at: position)
    case 4: bytes.insert(contentsOf: fragment(&stream), at: position)
    case 5: bytes.insert(contentsOf: nest(&stream), at: position)
    case 6: bytes = utf16(bytes, isBigEndian: stream.happens(withProbability: 0.5))
    case 7:
      bytes.insert(
        contentsOf: [0xEF, 0xBB, 0xBF], at: stream.happens(withProbability: 0.8) ? 0 : position)
    case 8: bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    case 9: bytes.insert(contentsOf: bomb(levels: 2 + stream.integer(below: 9)), at: 0)
    default:
      for _ in 0...stream.integer(below: 4) where !bytes.isEmpty {
        let index = stream.integer(below: bytes.count)
        bytes[index] =
          stream.happens(withProbability: 0.5)
          ? bytes[index] ^ (1 << UInt8(stream.integer(below: 8)))
          : UInt8(truncatingIfNeeded: stream.next())
      }
    }
    if bytes.count > 20_000 { bytes.removeSubrange(20_000...) }
  }

  private func fragment(_ stream: inout RandomStream) -> [UInt8] {
    let fragments = [
      ": ", "- ", "? ", "\n", "\n  ", "\t", "#", "'", "\"", "[", "]", "{", "}", ",", "&a ", "*a ",
      "!!int ", "!x ", "|", ">", "%", "@", "---\n", "...\n", "<<: ", "\0", "\r", "\u{85}",
      "\u{2028}", "\u{2029}", "é", "😀", "\u{FEFF}", "0x", ".nan", "1e999", "null", "\\", "..",
    ]
    return Array(fragments[stream.integer(below: fragments.count)].utf8)
  }

  private func nest(_ stream: inout RandomStream) -> [UInt8] {
    let opening = ["[", "{a: ", "- ", "? ", "{", "[[]"][stream.integer(below: 6)]
    return Array(String(repeating: opening, count: 1 + stream.integer(below: 300)).utf8)
  }

  private func bomb(levels: Int) -> [UInt8] {
    var text = "b0: &b0 [x, x, x, x, x, x]\n"
    for level in 1..<levels {
      let aliases = Array(repeating: "*b\(level - 1)", count: 6).joined(separator: ", ")
      text += "b\(level): &b\(level) [\(aliases)]\n"
    }
    return Array(text.utf8)
  }

  private func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let units = [0xFEFF] + Array(String(decoding: bytes, as: UTF8.self).utf16)
    return units.flatMap {
      let (high, low) = (UInt8($0 >> 8), UInt8($0 & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// Number of characters per line, as editors count them.
  private func lineLengths(_ bytes: [UInt8]) -> [Int] {
    var text: String
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let shift = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return shift ? first << 8 | second : second << 8 | first
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      text = String(decoding: bytes, as: UTF8.self)
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    }
    var lengths = [0]
    var wasReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n", wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = scalar == "\r"
      if wasReturn || scalar == "\n" { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
    }
    return lengths
  }
}
