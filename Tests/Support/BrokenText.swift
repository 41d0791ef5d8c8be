package import Kernel

/// Text as in files, intact and damaged.
package enum BrokenText {
  /// A table's rows of random fields: numbers of all lengths, words, quotes, blanks, and any line ending.
  package static func table(_ random: inout RandomStream, separator: String = ",") -> [UInt8] {
    let pieces = [
      "", "0", "-1", "12.5", "-0.000125", "1e-7", "1699400594000", "-1383435750910273353", "nan",
      "inf",
      "é", "a b", "\"q\"", "\"a\(separator)b\"", "\"a\"\"b\"", "\"a\nb\"", "a\"b", "\t", " ",
      "340282346638528860000000000000000000000", "3.4028234663852886e38", "253.43719370000001",
    ]
    let ends = ["\n", "\r\n", "\r", "\n\n", "\n"]
    let end = ends[random.integer(below: ends.count)]
    var text = random.happens(withProbability: 0.1) ? "\u{FEFF}" : ""
    let columns = 1 + random.integer(below: 9)
    text += (0..<columns).map { "c\($0)" }.joined(separator: separator) + end
    for _ in 0..<random.integer(below: 12) {
      let fields = (0..<columns).map { _ in
        random.happens(withProbability: 0.7)
          ? String(random.gaussian() * 1000) : pieces[random.integer(below: pieces.count)]
      }
      text += fields.joined(separator: separator) + end
    }
    if random.happens(withProbability: 0.3), text.hasSuffix("\n") { text.removeLast() }
    return Array(text.utf8)
  }

  /// A text with a few bytes changed, inserted or removed, or truncated.
  package static func broken(_ good: [UInt8], _ random: inout RandomStream) -> [UInt8] {
    var bytes = good
    let publishing = Array(",;\t \"\n\r.-+eE059\0".utf8) + [0x80, 0xFF, 0x0C, 0x0B]
    for _ in 0..<random.integer(below: 5) where !bytes.isEmpty {
      let place = random.integer(below: bytes.count)
      switch random.integer(below: 5) {
      case 0: bytes[place] ^= 1 << UInt8(random.integer(below: 8))
      case 1: bytes[place] = publishing[random.integer(below: publishing.count)]
      case 2: bytes.insert(publishing[random.integer(below: publishing.count)], at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.integer(below: 20)))
      default: bytes.removeSubrange((bytes.count - random.integer(below: 3) % bytes.count)...)
      }
    }
    return bytes
  }
}
