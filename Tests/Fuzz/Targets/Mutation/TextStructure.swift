/// Positions in a text that a mutation can change: numbers, strings, and items in containers.
struct TextStructure {
  /// An element of a list, a member of an object, an attribute, a row or a field.
  struct Item {
    let range: Range<Int>
    /// Index in `containers`.
    let container: Int
  }

  /// Rules for separators and nesting.
  enum Syntax { case json, xml, table }

  let syntax: Syntax
  private(set) var items: [Item] = []
  /// Lists, objects, elements and rows, with their brackets or tags.
  private(set) var containers: [Range<Int>] = []
  /// Values that can replace each other: of members and of elements.
  private(set) var values: [Range<Int>] = []
  private(set) var numbers: [Range<Int>] = []
  /// Texts between quotes, without them.
  private(set) var strings: [Range<Int>] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], _ syntax: Syntax) {
    (self.bytes, self.syntax) = (bytes, syntax)
    switch syntax {
    case .json: scanJSON()
    case .xml: scanXML()
    case .table: scanTable()
    }
  }

  private func index(of byte: UInt8, from start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex(of: byte) ?? bytes.count
  }

  private mutating func scanNumbers(_ range: Range<Int>) {
    var start: Int?
    for index in range {
      let byte = bytes[index]
      let isDigit = byte >= 0x30 && byte <= 0x39
      let continues = isDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
      if start == nil, isDigit || byte == 0x2D { start = index }
      if let first = start, !continues {
        numbers.append(first..<index)
        start = nil
      }
    }
    if let first = start { numbers.append(first..<range.upperBound) }
  }

  // MARK: JSON

  private mutating func scanJSON() {
    var open: [(container: Int, item: Int, value: Int?)] = []
    var index = 0
    func closeItem(_ structure: inout TextStructure, at end: Int) {
      guard let last = open.last, last.item < end else { return }
      structure.items.append(Item(range: last.item..<end, container: last.container))
      let value = last.value ?? last.item
      if value < end { structure.values.append(value..<end) }
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = endOfString(from: index + 1)
        strings.append(index + 1..<end)
        index = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        containers.append(index..<index + 1)
        open.append((containers.count - 1, index + 1, nil))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        closeItem(&self, at: index)
        if let last = open.popLast() {
          containers[last.container] = containers[last.container].lowerBound..<index + 1
        }
      case UInt8(ascii: ","):
        closeItem(&self, at: index)
        if !open.isEmpty {
          (open[open.count - 1].item, open[open.count - 1].value) = (index + 1, nil)
        }
      case UInt8(ascii: ":"):
        if !open.isEmpty { open[open.count - 1].value = index + 1 }
      default: break
      }
      index += 1
    }
    scanNumbers(0..<bytes.count)
  }

  private func endOfString(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  // MARK: XML

  private mutating func scanXML() {
    containers.append(0..<bytes.count)
    var open: [(container: Int, start: Int)] = [(0, 0)]
    var index = 0
    while index < bytes.count {
      let start = self.index(of: UInt8(ascii: "<"), from: index)
      guard start + 1 < bytes.count else { break }
      let end = min(self.index(of: UInt8(ascii: ">"), from: start) + 1, bytes.count)
      index = end
      switch bytes[start + 1] {
      case UInt8(ascii: "?"), UInt8(ascii: "!"): continue
      case UInt8(ascii: "/"):
        guard open.count > 1, let last = open.popLast() else { continue }
        containers[last.container] = last.start..<end
        add(last.start..<end, in: open[open.count - 1].container)
      default:
        containers.append(start..<end)
        scanAttributes(start..<end, container: containers.count - 1)
        if bytes[end - 1] == UInt8(ascii: ">"), bytes[end - 2] == UInt8(ascii: "/") {
          add(start..<end, in: open[open.count - 1].container)
        } else {
          open.append((containers.count - 1, start))
        }
      }
    }
    scanNumbers(0..<bytes.count)
  }

  private mutating func add(_ range: Range<Int>, in container: Int) {
    items.append(Item(range: range, container: container))
    values.append(range)
  }

  private mutating func scanAttributes(_ tag: Range<Int>, container: Int) {
    var blank = tag.lowerBound
    var index = tag.lowerBound
    while index < tag.upperBound {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x0A { blank = index }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let end = min(self.index(of: byte, from: index + 1), tag.upperBound)
        strings.append(index + 1..<end)
        if end < tag.upperBound, blank > tag.lowerBound {
          items.append(Item(range: blank..<end + 1, container: container))
        }
        index = end
      }
      index += 1
    }
  }

  // MARK: Tables

  private mutating func scanTable() {
    containers.append(0..<bytes.count)
    var start = 0
    while start < bytes.count {
      let end = min(index(of: 0x0A, from: start) + 1, bytes.count)
      items.append(Item(range: start..<end, container: 0))
      containers.append(start..<end)
      scanFields(start..<end, container: containers.count - 1)
      start = end
    }
    scanNumbers(0..<bytes.count)
  }

  /// Fields between the most frequent of the usual separators; each includes the one behind it.
  private mutating func scanFields(_ row: Range<Int>, container: Int) {
    let separators = Array(",;\t :".utf8)
    let counts = separators.map { separator in bytes[row].count { $0 == separator } }
    guard let most = counts.max(), most > 0, let best = counts.firstIndex(of: most) else { return }
    var start = row.lowerBound
    for index in row where bytes[index] == separators[best] {
      if start < index {
        items.append(Item(range: start..<index + 1, container: container))
        strings.append(start..<index)
        values.append(start..<index)
      }
      start = index + 1
    }
    if start < row.upperBound { strings.append(start..<row.upperBound) }
  }
}
