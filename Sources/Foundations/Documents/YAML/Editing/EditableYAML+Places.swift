// Lines, columns, and what can't be edited.

import Kernel

extension EditableYAML {
  /// The index of the value at a path; nil if there is none.
  ///
  /// - Throws: The reason if the value, or one that contains it, is an alias or has one.
  func target(_ path: some Collection<String>) throws(DocumentError) -> Int? {
    guard var index = outline.root else { return nil }
    try refuseAlias(index)
    for step in path {
      let entry = outline.entries[index]
      let next: Int?
      if entry.style.isSequence {
        next = Int(step).flatMap { entry.children.indices.contains($0) ? entry.children[$0] : nil }
        if next == nil {
          throw refusal(
            entry.range.lowerBound, "the list has no element \(excerpt(step)); load the file again")
        }
      } else {
        next = outline.value(of: step, in: index)
      }
      guard let next else { return nil }
      try refuseAlias(next)
      index = next
    }
    return index
  }

  private func refuseAlias(_ index: Int) throws(DocumentError) {
    let entry = outline.entries[index]
    if entry.style == .alias {
      throw refusal(
        entry.range.lowerBound,
        "'*\(excerpt(entry.text))' is an alias, whose value is elsewhere; write the value out here to edit it"
      )
    }
    if let anchor = entry.anchor, outline.aliased.contains(anchor) {
      throw refusal(
        entry.range.lowerBound,
        "the value is also used elsewhere, as '*\(excerpt(anchor))'; write it out there, without the alias, "
          + "to edit it")
    }
  }

  /// Refuses a value that contains an anchor with aliases elsewhere.
  func refuseAnchors(in index: Int) throws(DocumentError) {
    let entry = outline.entries[index]
    if entry.style != .alias { try refuseAlias(index) }
    for child in entry.children { try refuseAnchors(in: child) }
  }

  func refusal(_ offset: Int, _ message: String) -> DocumentError {
    DocumentError(message, at: place(offset))
  }

  /// The position of a byte.
  func place(_ offset: Int) -> SourcePosition {
    let line = lineStarts.partitioningIndex { $0 > offset }
    let start = lineStarts[line - 1]
    let column = bytes[start..<max(start, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
    return SourcePosition(file: name, line: line, column: column + 1)
  }

  func lineStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  /// The end of the line, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The offset after the line break that begins at an offset.
  func afterBreak(_ offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    let isPair = bytes[offset...].starts(with: [0x0D, 0x0A])
    return offset + (isPair ? 2 : 1)
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The number of columns before an offset in its line.
  func column(_ offset: Int) -> Int {
    bytes[lineStart(offset)..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// True if a span may contain a comment.
  func hasComment(_ range: Range<Int>) -> Bool {
    range.contains { index in
      bytes[index] == UInt8(ascii: "#") && index > 0
        && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1])
    }
  }

  var newline: String { String(decoding: lineBreak, as: UTF8.self) }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
