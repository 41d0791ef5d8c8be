import CYAML

extension YAMLLoader {
  mutating func addScalar(
    _ data: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar, at mark: yaml_mark_t
  ) throws(DocumentError) {
    let isKey = isKeyNext
    let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
    let isPlain = isPlainScalar(data, bytes, at: mark)
    if isKey, isPlain {
      if bytes.isEmpty {
        report("a key is missing before ':'", at: mark)
      } else if bytes.elementsEqual([0x3C, 0x3C]) {
        report("merge keys ('<<') are not supported; write the keys out", at: mark)
      }
    }
    let index = try add(isPlain ? .plain : .quoted, at: mark)
    records[Int(index)].start = UInt32(text.count)
    records[Int(index)].count = UInt32(bytes.count)
    text.append(contentsOf: bytes)
    if let name = anchorName(data.anchor) {
      anchors[name] = AnchoredNode(index: index, expanded: 1, height: 0, isOpen: false)
    }
  }

  /// Returns whether a scalar's type depends on its text; a tag can require or forbid that.
  private mutating func isPlainScalar(
    _ data: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar,
    _ bytes: UnsafeBufferPointer<UInt8>, at mark: yaml_mark_t
  ) -> Bool {
    guard let pointer = data.tag else { return data.style == YAML_PLAIN_SCALAR_STYLE }
    let tag = String(cString: pointer)
    let meaning = coreScalar(plain: bytes.span)
    let fits: Bool
    let kind: String
    switch (tag, meaning) {
    case (YAML_STR_TAG, _), ("!", _): return false
    case (YAML_INT_TAG, _): (fits, kind) = (meaning.isInt, "a whole number")
    case (YAML_FLOAT_TAG, _): (fits, kind) = (meaning.isNumber, "a number")
    case (YAML_BOOL_TAG, _): (fits, kind) = (meaning.isBool, "true or false")
    case (YAML_NULL_TAG, _): (fits, kind) = (meaning == .null, "null")
    default:
      reportTag(tag, at: mark)
      return true
    }
    if !fits {
      report("'\(excerpt(String(decoding: bytes, as: UTF8.self)))' is not \(kind)", at: mark)
    }
    return true
  }

  mutating func checkCollectionTag(
    _ pointer: UnsafeMutablePointer<yaml_char_t>?, is expected: String, at mark: yaml_mark_t
  ) {
    guard let pointer else { return }
    let tag = String(cString: pointer)
    if tag != expected && tag != "!" { reportTag(tag, at: mark) }
  }

  private mutating func reportTag(_ tag: String, at mark: yaml_mark_t) {
    let prefix = "tag:yaml.org,2002:"
    let name = tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag
    report("the tag '\(excerpt(name))' is not supported here", at: mark)
  }

  func anchorName(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  mutating func addAlias(
    _ data: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_alias, at mark: yaml_mark_t
  ) throws(DocumentError) {
    let isKey = isKeyNext
    let index = try add(.alias, at: mark)
    let name = anchorName(data.anchor) ?? ""
    guard let anchor = anchors[name] else {
      report(
        "unknown alias '*\(excerpt(name))': there is no anchor '&\(excerpt(name))' above", at: mark)
      records[Int(index)].form = .quoted
      return
    }
    if anchor.isOpen {
      throw error("the alias '*\(excerpt(name))' is inside the value that it refers to", at: mark)
    }
    // The alias itself has already been counted as one node.
    expanded += anchor.expanded - 1
    guard expanded - records.count <= limits.aliasedNodes else {
      throw error("aliases add more than \(limits.aliasedNodes) values", at: mark)
    }
    guard open.count + anchor.height <= limits.depth else {
      throw error("nested more than \(limits.depth) deep through aliases", at: mark)
    }
    if isKey, anchor.height > 0 {
      report("a key must be text, but '*\(excerpt(name))' is not", at: mark)
    }
    records[Int(index)].start = anchor.index
    raiseHeight(to: anchor.height)
  }
}

extension CoreScalar {
  fileprivate var isInt: Bool { if case .int = self { true } else { false } }
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
  fileprivate var isNumber: Bool { if case .number = self { true } else { isInt } }
}
