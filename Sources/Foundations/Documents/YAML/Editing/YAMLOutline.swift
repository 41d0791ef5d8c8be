import CYAML

/// The source spans of a document's nodes, in bytes.
///
/// A ``Node`` has only its start. To edit a text in place, the end, the style and the anchor are needed too.
struct YAMLOutline {
  enum NodeStyle {
    case plain, single, double
    /// A literal or folded block of lines.
    case block
    case alias
    case flowSequence, blockSequence, flowMapping, blockMapping

    var isSequence: Bool { self == .flowSequence || self == .blockSequence }
    var isMapping: Bool { self == .flowMapping || self == .blockMapping }
    var isFlow: Bool { self == .flowSequence || self == .flowMapping }
  }

  struct Entry {
    var style: NodeStyle
    var range: Range<Int>
    /// A scalar's text, or an alias's name.
    var text = ""
    var anchor: String?
    /// The indices of the elements of a sequence; of a mapping, keys and values by turns.
    var children: [Int] = []
  }

  private(set) var entries: [Entry] = []
  /// The names of anchors that an alias refers to.
  private(set) var aliased: Set<String> = []

  /// Reads the spans of a valid document in UTF-8 without a byte order mark.
  init(_ source: SourceText) throws(DocumentError) {
    let offsets = ScalarOffsets(source.bytes)
    let parser = YAMLParser(source.bytes)
    var open: [Int] = []
    while true {
      guard let event = parser.next()?.pointee else {
        throw DocumentError([parser.failure.diagnostic(in: source)])
      }
      let range =
        offsets[Int(event.start_mark.index)]..<offsets[Int(event.end_mark.index)]
      switch event.type {
      case YAML_STREAM_END_EVENT: return
      case YAML_SCALAR_EVENT: add(Entry(scalar: event, range, in: source.bytes), to: open.last)
      case YAML_ALIAS_EVENT:
        let name = event.data.alias.anchor.text
        aliased.insert(name)
        add(Entry(style: .alias, range: range, text: name), to: open.last)
      case YAML_SEQUENCE_START_EVENT:
        let data = event.data.sequence_start
        let isFlow = data.style == YAML_FLOW_SEQUENCE_STYLE
        open.append(
          add(
            Entry(
              style: isFlow ? .flowSequence : .blockSequence, range: range,
              anchor: data.anchor?.text), to: open.last))
      case YAML_MAPPING_START_EVENT:
        let data = event.data.mapping_start
        let isFlow = data.style == YAML_FLOW_MAPPING_STYLE
        open.append(
          add(
            Entry(
              style: isFlow ? .flowMapping : .blockMapping, range: range, anchor: data.anchor?.text),
            to: open.last))
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: close(open.popLast(), at: range)
      default: break
      }
    }
  }

  /// The index of the root; nil for an empty document.
  var root: Int? { entries.isEmpty ? nil : 0 }

  /// The index of a mapping's value; nil if it has no such key.
  func value(of key: String, in mapping: Int) -> Int? {
    keyIndex(key, in: mapping).map { entries[mapping].children[$0 + 1] }
  }

  /// The position of a key among a mapping's children.
  func keyIndex(_ key: String, in mapping: Int) -> Int? {
    guard entries[mapping].style.isMapping else { return nil }
    let children = entries[mapping].children
    return stride(from: 0, to: children.count, by: 2).first { entries[children[$0]].text == key }
  }

  /// The index of the entry at a path of keys and list positions; nil if there is none.
  func entry(at path: some Collection<String>) -> Int? {
    var index = root
    for step in path {
      guard let parent = index else { return nil }
      if entries[parent].style.isSequence {
        guard let position = Int(step), entries[parent].children.indices.contains(position) else {
          return nil
        }
        index = entries[parent].children[position]
      } else {
        index = value(of: step, in: parent)
      }
    }
    return index
  }

  @discardableResult
  private mutating func add(_ entry: Entry, to parent: Int?) -> Int {
    entries.append(entry)
    if let parent { entries[parent].children.append(entries.count - 1) }
    return entries.count - 1
  }

  private mutating func close(_ index: Int?, at mark: Range<Int>) {
    guard let index else { return }
    let start = entries[index].range.lowerBound
    // The parser ends a block only at the next token, behind comments and empty lines.
    let end =
      entries[index].style.isFlow
      ? mark.upperBound
      : entries[index].children.last.map { entries[$0].range.upperBound }
        ?? entries[index].range.upperBound
    entries[index].range = start..<max(start, end)
  }
}

extension YAMLOutline.Entry {
  fileprivate init(scalar event: yaml_event_t, _ range: Range<Int>, in bytes: [UInt8]) {
    let data = event.data.scalar
    let text = String(
      decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    let style: YAMLOutline.NodeStyle =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    var end = range.upperBound
    if style == .block {
      // The span of a block includes the empty lines after it.
      while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    }
    self.init(
      style: style, range: range.lowerBound..<end, text: text, anchor: data.anchor?.text)
  }
}

extension UnsafeMutablePointer<yaml_char_t>? {
  fileprivate var text: String { map { String(cString: $0) } ?? "" }
}

extension UnsafeMutablePointer<yaml_char_t> {
  fileprivate var text: String { String(cString: self) }
}

/// The byte offsets of a text's Unicode scalars, in which the parser counts.
private struct ScalarOffsets {
  /// Nil for ASCII.
  private let offsets: [Int]?
  private let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      offsets = nil
      return
    }
    offsets = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
  }

  subscript(index: Int) -> Int {
    guard let offsets else { return min(index, count) }
    return index < offsets.count ? offsets[index] : count
  }
}
