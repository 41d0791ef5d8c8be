import CYAML

/// Converts the parser's events to node records, and enforces the limits.
struct YAMLLoader {
  /// A list or mapping whose end has not been read.
  struct OpenCollection {
    var index: UInt32
    /// The number of nodes before this one, aliases expanded.
    var expandedBefore: Int
    /// The number of levels nested inside so far.
    var height = 0
    /// The number of children so far; for a mapping, keys plus values.
    var children: UInt32 = 0
    var anchor: String?
  }

  /// A node that aliases can refer to.
  struct AnchoredNode {
    var index: UInt32
    var expanded: Int
    var height: Int
    /// True while the node is open: an alias inside its own anchor would be infinite.
    var isOpen: Bool
  }

  let source: SourceText
  let limits: YAML.Limits
  let parser: YAMLParser
  var records: [NodeRecord] = []
  var text: [UInt8] = []
  var open: [OpenCollection] = []
  var anchors: [String: AnchoredNode] = [:]
  var roots: [UInt32] = []
  var diagnostics: [Diagnostic] = []
  /// The number of nodes with every alias expanded.
  var expanded = 0

  init(source: SourceText, limits: YAML.Limits) {
    self.source = source
    self.limits = limits
    parser = YAMLParser(source.bytes)
    // Typical files have a node for every ten bytes or so.
    records.reserveCapacity(min(source.bytes.count / 8 + 16, limits.nodes))
    text.reserveCapacity(source.bytes.count)
  }

  mutating func load() throws(DocumentError) -> [Node] {
    do {
      while try handleNext() {}
    } catch {
      var all = DocumentError(diagnostics + error.diagnostics)
      all.isOfSystem = error.isOfSystem
      throw all
    }
    if !diagnostics.isEmpty { throw DocumentError(diagnostics) }
    if roots.isEmpty {
      roots = [0]
      records = [
        NodeRecord(line: 0, column: 0, start: 0, count: 0, next: 1, file: 0, form: .plain)
      ]
    }
    let storage = NodeStorage(files: [source.name], records: records, text: text)
    return roots.map { Node(storage, at: $0) }
  }

  /// Processes one event; returns false at the end of the stream.
  private mutating func handleNext() throws(DocumentError) -> Bool {
    guard let event = parser.next() else {
      let failure = parser.failure
      var error = DocumentError([failure.diagnostic(in: source)])
      error.isOfSystem = failure.isOutOfMemory
      throw error
    }
    let mark = event.pointee.start_mark
    switch event.pointee.type {
    case YAML_STREAM_END_EVENT: return false
    case YAML_DOCUMENT_START_EVENT: try startDocument(mark)
    case YAML_SCALAR_EVENT: try addScalar(event.pointee.data.scalar, at: mark)
    case YAML_ALIAS_EVENT: try addAlias(event.pointee.data.alias, at: mark)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.pointee.data.sequence_start
      checkCollectionTag(data.tag, is: YAML_SEQ_TAG, at: mark)
      try openCollection(.sequence, anchor: data.anchor, at: mark)
    case YAML_MAPPING_START_EVENT:
      let data = event.pointee.data.mapping_start
      checkCollectionTag(data.tag, is: YAML_MAP_TAG, at: mark)
      try openCollection(.mapping, anchor: data.anchor, at: mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: closeCollection()
    default: break
    }
    return true
  }

  private mutating func startDocument(_ mark: yaml_mark_t) throws(DocumentError) {
    guard roots.count < limits.documents else {
      throw error(
        limits.documents == 1
          ? "a second document begins here, but only one is expected"
          : "there are more than \(limits.documents) documents", at: mark)
    }
    anchors.removeAll()
    roots.append(UInt32(records.count))
  }

  private mutating func openCollection(
    _ form: NodeRecord.Form, anchor: UnsafeMutablePointer<yaml_char_t>?, at mark: yaml_mark_t
  ) throws(DocumentError) {
    guard open.count < limits.depth else {
      throw error("nested more than \(limits.depth) deep", at: mark)
    }
    if form == .mapping || form == .sequence, isKeyNext {
      report("a key must be text, not \(form == .mapping ? "a mapping" : "a list")", at: mark)
    }
    let expandedBefore = expanded
    let index = try add(form, at: mark)
    let name = anchorName(anchor)
    if let name {
      anchors[name] = AnchoredNode(index: index, expanded: 0, height: 0, isOpen: true)
    }
    open.append(OpenCollection(index: index, expandedBefore: expandedBefore, anchor: name))
  }

  private mutating func closeCollection() {
    guard let closed = open.popLast() else { return }
    let index = Int(closed.index)
    records[index].next = UInt32(records.count)
    if records[index].form == .mapping {
      records[index].count = closed.children / 2
      checkForDuplicateKeys(of: closed.index)
    } else {
      records[index].count = closed.children
    }
    let height = closed.height + 1
    raiseHeight(to: height)
    if let name = closed.anchor, anchors[name]?.index == closed.index {
      anchors[name] = AnchoredNode(
        index: closed.index, expanded: expanded - closed.expandedBefore, height: height,
        isOpen: false)
    }
  }

  /// Adds a record for a node at `mark` and counts it as a child of the open collection.
  mutating func add(
    _ form: NodeRecord.Form, at mark: yaml_mark_t
  ) throws(DocumentError) -> UInt32 {
    expanded += 1
    let index = records.count
    guard index < limits.nodes else {
      throw error("the document has more than \(limits.nodes) values", at: mark)
    }
    let (line, column) = source.place(line: Int(mark.line), column: Int(mark.column))
    records.append(
      NodeRecord(
        line: UInt32(line), column: UInt32(column), start: 0, count: 0,
        next: UInt32(index + 1), file: 0, form: form))
    if !open.isEmpty { open[open.count - 1].children += 1 }
    return UInt32(index)
  }

  /// True if the next node is a mapping's key.
  var isKeyNext: Bool {
    guard let parent = open.last else { return false }
    return records[Int(parent.index)].form == .mapping && parent.children.isMultiple(of: 2)
  }

  mutating func raiseHeight(to height: Int) {
    guard let parent = open.indices.last else { return }
    open[parent].height = max(open[parent].height, height)
  }

  func place(_ mark: yaml_mark_t) -> SourcePosition {
    let (line, column) = source.place(line: Int(mark.line), column: Int(mark.column))
    return SourcePosition(file: source.name, line: line + 1, column: column + 1)
  }

  func error(_ message: String, at mark: yaml_mark_t) -> DocumentError {
    DocumentError(message, at: place(mark))
  }

  /// Reports an error that doesn't prevent further reading.
  mutating func report(_ message: String, at mark: yaml_mark_t) {
    report(Diagnostic(place: place(mark), message: message))
  }

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < 100 { diagnostics.append(diagnostic) }
  }
}
