// Changes that remove values.

extension EditableYAML {
  /// The offset of the dash before a list element; nil if other text stands between them.
  func dash(of element: Int) -> Int? {
    var index = outline.entries[element].range.lowerBound
    // The span of an empty element begins after its dash.
    while index > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1]) { index -= 1 }
    guard index > 0, bytes[index - 1] == UInt8(ascii: "-"),
      isBlank(lineStart(index - 1)..<(index - 1))
    else { return nil }
    return index - 1
  }

  /// The changes that remove an element of a list; comments within its lines go with it.
  func removingElement(
    _ element: Int, of list: Int, list path: ArraySlice<String>
  ) throws(DocumentError) -> [TextChange] {
    let range = outline.entries[element].range
    guard outline.entries[list].style == .blockSequence else {
      return [removingPart(range, of: list)]
    }
    guard let dash = dash(of: element) else {
      throw refusal(
        range.lowerBound, "the entry shares its line with another list; remove it by hand")
    }
    var changes = [
      TextChange(lineStart(dash)..<afterBreak(lineEnd(range.upperBound)), "")
    ]
    if outline.entries[list].children.count == 1 {
      guard let key = path.last, let parent = try target(path.dropLast()),
        let pair = outline.keyIndex(key, in: parent)
      else { throw refusal(range.lowerBound, "the entry is the only one; remove it by hand") }
      var colon = outline.entries[outline.entries[parent].children[pair]].range.upperBound
      while colon < bytes.count, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
      changes.append(TextChange(at: colon + 1, " []"))
    }
    return changes
  }

  /// The changes that remove a key with its value.
  func removingPair(_ key: String, of mapping: Int) throws(DocumentError) -> [TextChange] {
    guard let position = outline.keyIndex(key, in: mapping) else { return [] }
    let entry = outline.entries[mapping]
    let start = outline.entries[entry.children[position]].range.lowerBound
    let end = outline.entries[entry.children[position + 1]].range.upperBound
    guard entry.style == .blockMapping else {
      return [removingPart(start..<end, of: mapping)]
    }
    if isBlank(lineStart(start)..<start), entry.children.count > 2 {
      return [TextChange(lineStart(start)..<afterBreak(lineEnd(end)), "")]
    }
    // The first key of a list's element stands after the dash; the next one takes its place.
    guard position == 0, entry.children.count > 2 else {
      throw refusal(start, "'\(excerpt(key))' is the only key here; remove the entry instead")
    }
    let next = outline.entries[entry.children[2]].range.lowerBound
    guard !hasComment(start..<next) else {
      throw refusal(start, "a comment follows '\(excerpt(key))'; remove the line by hand")
    }
    return [TextChange(start..<next, "")]
  }

  /// The change that removes a part of a collection in flow style, with one comma.
  private func removingPart(_ range: Range<Int>, of parent: Int) -> TextChange {
    let children = outline.entries[parent].children.map { outline.entries[$0].range }
    if let next = children.first(where: { $0.lowerBound >= range.upperBound && !$0.isEmpty }) {
      let gap = range.upperBound..<next.lowerBound
      // A comment between them stays.
      guard !hasComment(gap) else {
        let comma = gap.first { bytes[$0] == UInt8(ascii: ",") } ?? range.upperBound
        return TextChange(range.lowerBound..<(comma + 1), "")
      }
      return TextChange(range.lowerBound..<next.lowerBound, "")
    }
    if let previous = children.last(where: { $0.upperBound <= range.lowerBound }),
      !hasComment(previous.upperBound..<range.lowerBound)
    {
      return TextChange(previous.upperBound..<range.upperBound, "")
    }
    return TextChange(range, "")
  }
}
