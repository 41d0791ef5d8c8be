import Kernel

/// Changes an input by its structure; the same seed gives the same change.
///
/// Numbers become extreme ones, items are deleted, repeated, exchanged and nested. Packed forms are unpacked first and
/// packed again, so that checksums stay valid.
package struct StructureMutator {
  var random: RandomStream

  package init(seed: UInt64) {
    random = RandomStream(seed: seed, purpose: "fuzz.mutation")
  }

  /// Returns a changed input of at most `limit` bytes.
  package mutating func mutated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    let changed = changed(bytes)
    return changed.count <= limit ? changed : Array(bytes.prefix(limit))
  }

  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return changedArchive(bytes) }
    if bytes.count > 15, bytes[4] == 0x0A, bytes[6..<15].elementsEqual("OSMHeader".utf8) {
      return changedMap(bytes)
    }
    if bytes.starts(with: Array("VSPF".utf8)) { return changedPositioning(bytes) }
    if bytes.count > 14, bytes[8..<12].elementsEqual(".FIT".utf8) { return changedFIT(bytes) }
    return changedText(bytes)
  }

  /// Returns a changed text; other bytes are changed as such.
  mutating func changedText(_ bytes: [UInt8]) -> [UInt8] {
    let head = bytes.prefix(200)
    guard head.count(where: { $0 < 9 || $0 > 0x7E }) * 4 < max(1, head.count) else {
      return changedBytes(bytes)
    }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let syntax: TextStructure.Syntax =
      switch first {
      case UInt8(ascii: "<"): .xml
      case UInt8(ascii: "{"), UInt8(ascii: "["): .json
      default: .table
      }
    var bytes = bytes
    for _ in 0...random.integer(below: 3) {
      change(&bytes, TextStructure(bytes, syntax))
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ structure: TextStructure) {
    switch random.integer(below: 12) {
    case 0...3: changeNumber(&bytes, structure)
    case 4: delete(&bytes, structure)
    case 5: repeatItem(&bytes, structure)
    case 6: exchange(&bytes, structure.items.map(\.range))
    case 7: exchange(&bytes, structure.values)
    case 8: exchange(&bytes, structure.strings)
    case 9: nest(&bytes, structure)
    case 10: changeString(&bytes, structure)
    default: replace(&bytes, structure)
    }
  }

  private mutating func changeNumber(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let range = pick(structure.numbers) else { return }
    switch random.integer(below: 6) {
    case 0:
      if let other = pick(structure.numbers) { bytes.replaceSubrange(range, with: bytes[other]) }
    case 1: bytes.insert(UInt8(ascii: "-"), at: range.lowerBound)
    case 2:
      let index = range.lowerBound + random.integer(below: range.count)
      bytes[index] = 0x30 + UInt8(random.integer(below: 10))
    default: bytes.replaceSubrange(range, with: choice(Self.numbers).utf8)
    }
  }

  private mutating func changeString(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let range = pick(structure.strings) else { return }
    let text =
      random.integer(below: 2) == 0
      ? choice(Self.numbers)
      : String(repeating: choice(Self.texts), count: 1 << random.integer(below: 8))
    bytes.replaceSubrange(range, with: text.utf8)
  }

  private mutating func delete(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let item = pick(structure.items) else { return }
    var range = item.range
    if structure.syntax == .json {
      if range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: ",") {
        range = range.lowerBound..<range.upperBound + 1
      } else if range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ",") {
        range = range.lowerBound - 1..<range.upperBound
      }
    }
    bytes.removeSubrange(range)
  }

  private mutating func repeatItem(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let item = pick(structure.items) else { return }
    let one = Array(bytes[item.range]) + (structure.syntax == .json ? [UInt8(ascii: ",")] : [])
    let count = min(1 << random.integer(below: 10), 40_000 / max(1, one.count))
    bytes.insert(
      contentsOf: Array(repeatElement(one, count: count).joined()), at: item.range.lowerBound)
  }

  /// Exchanges two parts that don't overlap.
  private mutating func exchange(_ bytes: inout [UInt8], _ ranges: [Range<Int>]) {
    guard let one = pick(ranges), let other = pick(ranges), !one.overlaps(other) else { return }
    let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    let (left, right) = (Array(bytes[first]), Array(bytes[second]))
    bytes.replaceSubrange(second, with: left)
    bytes.replaceSubrange(first, with: right)
  }

  /// Replaces a part by a copy of another.
  private mutating func replace(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let target = pick(structure.values), let source = pick(structure.values) else { return }
    bytes.replaceSubrange(target, with: Array(bytes[source]))
  }

  /// Puts a container into itself, or an item into many brackets or tags.
  private mutating func nest(_ bytes: inout [UInt8], _ structure: TextStructure) {
    guard let item = pick(structure.items) else { return }
    guard random.integer(below: 2) == 0 else {
      return bytes.replaceSubrange(
        item.range, with: Array(bytes[structure.containers[item.container]]))
    }
    let depth = 1 << random.integer(below: 12)
    let (before, after): ([UInt8], [UInt8])
    switch structure.syntax {
    case .json: (before, after) = ([UInt8(ascii: "[")], [UInt8(ascii: "]")])
    case .xml:
      let name = bytes[item.range].dropFirst().prefix { $0 > 0x2F && $0 != UInt8(ascii: ">") }
      (before, after) = ([UInt8(ascii: "<")] + name + [0x3E], Array("</".utf8) + name + [0x3E])
    case .table: (before, after) = ([UInt8(ascii: "(")], [UInt8(ascii: ")")])
    }
    let count = min(depth, 20_000 / max(1, before.count + after.count))
    bytes.insert(
      contentsOf: Array(repeatElement(after, count: count).joined()), at: item.range.upperBound)
    bytes.insert(
      contentsOf: Array(repeatElement(before, count: count).joined()), at: item.range.lowerBound)
  }

  /// Changes bytes, and numbers of 1 to 8 bytes to extreme ones.
  mutating func changedBytes(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.integer(below: 4) where !bytes.isEmpty {
      let start = random.integer(below: bytes.count)
      let end = min(bytes.count, start + 1 << random.integer(below: 4))
      switch random.integer(below: 6) {
      case 0: bytes[start] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.integer(below: bytes.count))
      default:
        let word = choice(Self.words)
        for index in start..<min(bytes.count, start + 1 << random.integer(below: 4)) {
          bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * (index - start)))
        }
      }
    }
    return bytes
  }

  /// A random element of a list that isn't empty.
  mutating func choice<Element>(_ list: [Element]) -> Element {
    list[random.integer(below: list.count)]
  }

  /// A random element of a list; nil if it is empty.
  mutating func pick<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : choice(list)
  }
}
