extension Node {
  /// Returns the document below this node with one value replaced or added.
  ///
  /// A step of the path is a mapping's key or a list's index, from 0. Missing mappings are created; a
  /// list's element must exist; an empty path replaces the node itself. All values keep their source
  /// positions, the new one included.
  ///
  /// - Throws: A diagnostic at the new value's position, if the path is invalid.
  public func replacing(_ path: [String], with value: Node) throws(DocumentError) -> Node {
    var copier = NodeCopier(value: value)
    try copier.copy(self, replacing: path[...])
    let storage = NodeStorage(files: copier.files, records: copier.records, text: copier.text)
    return Node(storage, at: 0)
  }
}

/// Builder of a document from parts of others, with aliases expanded.
private struct NodeCopier {
  /// Max size of all texts, in bytes: aliases of a long text multiply it.
  private static let maxText = 1 << 30

  let value: Node
  var files: [String] = []
  var records: [NodeRecord] = []
  var text: [UInt8] = []

  init(value: Node) {
    self.value = value
  }

  mutating func copy(_ node: Node, replacing path: ArraySlice<String>) throws(DocumentError) {
    guard let step = path.first else { return try copy(value) }
    switch node.kind {
    case .mapping:
      try copyMapping(node, step, path.dropFirst())
    case .sequence:
      guard let position = Int(step), position >= 0, position < node.count else {
        throw DocumentError(
          "'\(excerpt(step))' is not an index of the list at \(node.place)", at: value.place)
      }
      let index = open(node, .sequence, count: node.count)
      for (offset, element) in node.elements.enumerated() {
        if offset == position {
          try copy(element, replacing: path.dropFirst())
        } else {
          try copy(element)
        }
      }
      close(index)
    case .scalar where node.isNull:
      try makeMappings(path)
    case .scalar:
      throw DocumentError(
        "there is no key '\(excerpt(step))' below \(node.foundText) at \(node.place)",
        at: value.place)
    }
  }

  private mutating func copyMapping(
    _ node: Node, _ step: String, _ rest: ArraySlice<String>
  ) throws(DocumentError) {
    let isNew = node[step] == nil
    let index = open(node, .mapping, count: node.count + (isNew ? 1 : 0))
    for (key, child) in node.pairs {
      try copy(key)
      if key.hasText(step) {
        try copy(child, replacing: rest)
      } else {
        try copy(child)
      }
    }
    if isNew {
      addScalar(step)
      try makeMappings(rest)
    }
    close(index)
  }

  /// Adds the new value within one mapping per step of the path.
  private mutating func makeMappings(_ path: ArraySlice<String>) throws(DocumentError) {
    guard let step = path.first else { return try copy(value) }
    guard path.count <= 64 else {
      throw DocumentError("a path of more than 64 steps", at: value.place)
    }
    let index = open(value, .mapping, count: 1)
    addScalar(step)
    try makeMappings(path.dropFirst())
    close(index)
  }

  private mutating func copy(_ node: Node) throws(DocumentError) {
    let index = open(node, node.record.form, count: node.count)
    switch node.kind {
    case .scalar:
      let start = text.count
      guard start <= Self.maxText else {
        throw DocumentError("aliases add more than \(Self.maxText) bytes of text", at: node.place)
      }
      node.withText { bytes in
        for position in 0..<bytes.count { text.append(bytes[position]) }
      }
      records[index].start = UInt32(start)
      records[index].count = UInt32(text.count - start)
    case .sequence:
      for element in node.elements { try copy(element) }
    case .mapping:
      for (key, child) in node.pairs {
        try copy(key)
        try copy(child)
      }
    }
    close(index)
  }

  /// Adds a key with the source position of the new value.
  private mutating func addScalar(_ key: String) {
    let index = open(value, .quoted, count: key.utf8.count)
    records[index].start = UInt32(text.count)
    text.append(contentsOf: key.utf8)
    close(index)
  }

  private mutating func open(_ node: Node, _ form: NodeRecord.Form, count: Int) -> Int {
    var record = node.record
    record.form = form
    record.count = UInt32(count)
    record.file = file(node.storage.files[Int(record.file)])
    records.append(record)
    return records.count - 1
  }

  private mutating func close(_ index: Int) {
    records[index].next = UInt32(records.count)
  }

  private mutating func file(_ name: String) -> UInt16 {
    // The latest file recurs most often; each replacement adds at most one.
    if let index = files.lastIndex(of: name) { return UInt16(index) }
    if files.count <= UInt16.max { files.append(name) }
    return UInt16(files.count - 1)
  }
}
