// Changes that add and replace values.

extension EditableYAML {
  /// The changes that add an element to a list.
  func appending(
    _ value: JSONValue, to list: Int, key: String, in parent: Int?
  ) throws(DocumentError) -> [TextChange] {
    let entry = outline.entries[list]
    let text = YAMLFlowText.text(value)
    switch entry.style {
    case .flowSequence:
      if let last = entry.children.last {
        return [TextChange(at: outline.entries[last].range.upperBound, ", " + text)]
      }
      guard let parent, outline.entries[parent].style == .blockMapping,
        !hasLineBreak(entry.range)
      else { return [TextChange(at: entry.range.lowerBound + 1, text)] }
      return try filling(entry.range, key: key, of: parent, with: value)
    case .blockSequence:
      guard let last = entry.children.last, let dash = dash(of: last) else { break }
      let indent = column(dash)
      let end = lineEnd(outline.entries[last].range.upperBound)
      return [
        TextChange(at: end, newline + element(value, like: last, indent: indent))
      ]
    case .plain where isNull(entry):
      guard let parent, outline.entries[parent].style == .blockMapping else {
        return [TextChange(entry.range, spaced(entry.range, "[\(text)]"))]
      }
      return try filling(entry.range, key: key, of: parent, with: value)
    default: break
    }
    throw refusal(entry.range.lowerBound, "expected a list here; edit this line by hand")
  }

  /// The changes that replace an empty value of a key in a block by a list of one element.
  private func filling(
    _ range: Range<Int>, key: String, of parent: Int, with value: JSONValue
  ) throws(DocumentError) -> [TextChange] {
    guard let pair = outline.keyIndex(key, in: parent) else { return [] }
    let start = outline.entries[outline.entries[parent].children[pair]].range.lowerBound
    var from = range.lowerBound
    while from > 0, bytes[from - 1] == 0x20 { from -= 1 }
    return [
      TextChange(from..<range.upperBound, ""),
      TextChange(
        at: lineEnd(range.upperBound),
        newline + spaces(column(start) + 2) + "- " + YAMLFlowText.text(value)),
    ]
  }

  /// The text of a list element in the style of another one.
  private func element(_ value: JSONValue, like other: Int, indent: Int) -> String {
    guard outline.entries[other].style == .blockMapping, case .object(let object) = value else {
      return spaces(indent) + "- " + YAMLFlowText.text(value)
    }
    let lines = YAMLFlowText.pairs(object)
    return spaces(indent) + "- " + lines.joined(separator: newline + spaces(indent + 2))
  }

  /// The changes that add a key with a list of one element to a mapping.
  func insertingList(of value: JSONValue, at path: [String]) throws(DocumentError) -> [TextChange] {
    guard let key = path.last, let parent = try target(path.dropLast()) else {
      throw DocumentError("the file has no '\(path.dropLast().joined(separator: "."))'")
    }
    guard outline.entries[parent].style == .blockMapping,
      let first = outline.entries[parent].children.first
    else { return try insertingPair(.array([value]), at: path) }
    let indent = column(outline.entries[first].range.lowerBound)
    let lines = [
      spaces(indent) + key + ":", spaces(indent + 2) + "- " + YAMLFlowText.text(value),
    ]
    let end = lineEnd(outline.entries[parent].range.upperBound)
    return [TextChange(at: end, newline + lines.joined(separator: newline))]
  }

  /// The changes that add a key to a mapping.
  func insertingPair(_ value: JSONValue, at path: [String]) throws(DocumentError) -> [TextChange] {
    guard let key = path.last, let parent = try target(path.dropLast()) else {
      throw DocumentError("the file has no '\(path.dropLast().joined(separator: "."))'")
    }
    let entry = outline.entries[parent]
    let pair = YAMLFlowText.scalar(key) + ": " + YAMLFlowText.text(value)
    switch entry.style {
    case .flowMapping:
      guard let last = entry.children.last else {
        return [TextChange(at: entry.range.lowerBound + 1, pair)]
      }
      return [TextChange(at: outline.entries[last].range.upperBound, ", " + pair)]
    case .blockMapping:
      guard let first = entry.children.first else { break }
      let indent = column(outline.entries[first].range.lowerBound)
      return [TextChange(at: lineEnd(entry.range.upperBound), newline + spaces(indent) + pair)]
    default: break
    }
    throw refusal(entry.range.lowerBound, "expected a mapping here; edit this line by hand")
  }

  /// The changes that replace a value; parts of a list that stay equal keep their text.
  func replacing(_ old: Int, by value: JSONValue) throws(DocumentError) -> [TextChange] {
    let entry = outline.entries[old]
    try refuseAnchors(in: old)
    if entry.style.isSequence, case .array(let elements) = value,
      elements.count == entry.children.count
    {
      var changes: [TextChange] = []
      for (child, element) in zip(entry.children, elements) {
        changes += try replacing(child, by: element)
      }
      return changes
    }
    if entry.style.isSequence || entry.style.isMapping {
      guard entry.style.isFlow, !hasComment(entry.range) else {
        throw refusal(
          entry.range.lowerBound,
          "the value is written over several lines or contains a comment; write it on one line, in "
            + "brackets, to edit it")
      }
      return [TextChange(entry.range, YAMLFlowText.text(value))]
    }
    guard entry.style != .block else {
      throw refusal(
        entry.range.lowerBound, "the text is a block of lines; write it on one line to edit it")
    }
    guard entry.anchor == nil else {
      throw refusal(entry.range.lowerBound, "the value has an anchor; remove it to edit the value")
    }
    if case .string(let text) = value {
      if isSameText(entry.text, text),
        entry.style != .plain || isCoreText(plain: text.utf8Span.span)
      {
        return []
      }
      return [
        TextChange(entry.range, spaced(entry.range, YAMLFlowText.scalar(text, as: entry.style)))
      ]
    }
    let text = YAMLFlowText.text(value)
    if entry.style == .plain, entry.text == text { return [] }
    return [TextChange(entry.range, spaced(entry.range, text))]
  }

  /// The text of a value, with a space before it if it follows its key directly.
  private func spaced(_ range: Range<Int>, _ text: String) -> String {
    range.isEmpty && range.lowerBound > 0 && bytes[range.lowerBound - 1] != 0x20 ? " " + text : text
  }

  private func isNull(_ entry: YAMLOutline.Entry) -> Bool {
    ["", "~", "null", "Null", "NULL"].contains(entry.text)
  }

  private func hasLineBreak(_ range: Range<Int>) -> Bool {
    bytes[range].contains { $0 == 0x0A || $0 == 0x0D }
  }
}
