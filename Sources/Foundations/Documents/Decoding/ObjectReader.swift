/// Decoder of the keys of one mapping; collects every error.
///
/// See ``DocumentObject``. A reader has one of three sources: a mapping of a document; nothing, to make a
/// placeholder; or a describer, to make the schema.
public struct ObjectReader {
  let context: DecodingContext
  let node: Node?
  let describer: ObjectDescriber?
  /// The index of this object's first name in the context's list.
  private let firstName: Int
  private let errorsBefore: Int
  /// The start of the search for the next key: files tend to have keys in the order of requests.
  private var nextPair = 0
  private var nextIndex: UInt32
  private var used = KeySet()
  private var usedCount = 0
  /// True if the allowed keys are unknown, so that no key is reported as unknown.
  var allowsUnknownKeys = false
  /// True if a required value is missing or wrong, so that the object holds placeholders.
  private(set) var isIncomplete = false
  /// New names of renamed keys by their old names, for suggestions in old files.
  public var renamedKeys: [String: String] = [:]

  init(_ node: Node?, in context: DecodingContext, describer: ObjectDescriber? = nil) {
    self.node = node
    self.context = context
    self.describer = describer
    firstName = context.keyNames.count
    errorsBefore = context.errorCount
    nextIndex = (node?.index ?? 0) + 1
  }

  /// The source position of the mapping.
  public var place: SourcePosition {
    node?.place ?? SourcePosition(file: "", line: 1, column: 1)
  }

  /// True if an error has been found in this object so far.
  public var hasErrors: Bool { context.errorCount > errorsBefore }

  /// The source position of a key; that of the mapping if it has no such key.
  public func place(of key: String) -> SourcePosition {
    node?.pairs.first { $0.key.hasText(key) }?.key.place ?? place
  }

  /// True if the mapping has the key.
  public func has(_ key: String) -> Bool {
    node?[key] != nil
  }

  /// Reports `message` at a key unless `condition` holds.
  ///
  /// Skipped if this object already has an error, because the compared values may be placeholders, and
  /// if there is no document.
  public func check(
    _ condition: @autoclosure () -> Bool, at key: String,
    _ message: @autoclosure () -> String, suggestion: String? = nil
  ) {
    guard node != nil, !hasErrors || context.keepsReadable, !condition() else { return }
    if !hasErrors { context.report(message(), at: place(of: key), suggestion: suggestion) }
    context.inconsistencies += 1
  }

  /// Notes that a required value is missing or wrong.
  mutating func lacksRequired() { isIncomplete = true }

  /// Finds a key's value and marks the key as known.
  mutating func take(_ key: String) -> Node? {
    take(key, remembering: true)?.value
  }

  mutating func take(_ key: String, remembering: Bool) -> (key: Node, value: Node)? {
    guard let node else { return nil }
    if remembering { context.keyNames.append(key) }
    let storage = node.storage
    let count = Int(node.record.count)
    var pair = nextPair
    var index = nextIndex
    for _ in 0..<count {
      if pair == count {
        pair = 0
        index = node.index + 1
      }
      let valueIndex = storage.records[Int(index)].next
      let keyNode = Node(storage, at: index)
      let following = storage.records[Int(valueIndex)].next
      if keyNode.hasText(key) {
        nextPair = pair + 1
        nextIndex = following
        if used.insert(pair) { usedCount += 1 }
        return (keyNode, Node(storage, at: valueIndex))
      }
      pair += 1
      index = following
    }
    return nil
  }

  /// Reports the keys that were not requested.
  mutating func finish() {
    defer { context.keyNames.removeLast(context.keyNames.count - firstName) }
    guard let node, usedCount < node.count, !allowsUnknownKeys else { return }
    if usedCount == 0, node.isDocument, reportForeignDocument(node) { return }
    for (position, pair) in node.pairs.enumerated() where !used.contains(position) {
      let name = pair.key.text ?? ""
      guard context.errorCount < context.limit else {
        context.report("", at: node)
        continue
      }
      let suggestion =
        renamedKeys[name] ?? nearestName(to: name, among: context.keyNames[firstName...])
      var message = "unknown key '\(excerpt(name))'"
      if suggestion == nil, context.keyNames.count - firstName <= 8 {
        message += "; " + expectedKeys
      }
      context.report(
        message, at: pair.key, suggestion: suggestion, fix: fix(pair.key, name, node))
    }
  }

  /// Reports a document without any key like the expected ones, and not its contents, which may be secret.
  ///
  /// - Returns: False if a key resembles an expected one.
  private func reportForeignDocument(_ node: Node) -> Bool {
    let names = Array(context.keyNames[firstName...])
    guard names.count > 8 else { return false }
    for pair in node.pairs {
      let name = pair.key.text ?? ""
      if renamedKeys[name] != nil || nearestName(to: name, among: names[...]) != nil {
        return false
      }
    }
    context.report(
      Diagnostic.foreignMessage
        + ": line \(node.place.line) and the following have no known key; expected "
        + listed(names.prefix(5), "or") + ", or others", at: node)
    return true
  }

  /// The correction of an unknown key, if it can only be one that is allowed here and not given yet.
  private func fix(_ key: Node, _ name: String, _ node: Node) -> TextFix? {
    let known = context.keyNames[firstName...]
    guard let meant = renamedKeys[name] ?? certainName(for: name, among: known),
      node[meant] == nil
    else { return nil }
    return TextFix(of: key, to: meant)
  }

  /// The possible keys: `expected 'x', 'y'`.
  private var expectedKeys: String {
    let names = context.keyNames[firstName...]
    if names.isEmpty { return "no keys are expected here" }
    return "expected " + listed(names, "or")
  }
}

/// Joins names for a message: `'a', 'b' or 'c'`.
func listed(_ names: some Collection<String>, _ conjunction: String) -> String {
  let quoted = names.map { "'\($0)'" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A bit set of positions, without allocation for the first 64.
struct KeySet {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  func contains(_ position: Int) -> Bool {
    if position < 64 { return first & 1 << UInt64(position) != 0 }
    let word = position / 64 - 1
    return word < rest.count && rest[word] & 1 << UInt64(position % 64) != 0
  }

  /// Inserts a position; returns true if it was absent.
  mutating func insert(_ position: Int) -> Bool {
    if contains(position) { return false }
    if position < 64 {
      first |= 1 << UInt64(position)
      return true
    }
    let word = position / 64 - 1
    if word >= rest.count {
      rest.append(contentsOf: repeatElement(0, count: word + 1 - rest.count))
    }
    rest[word] |= 1 << UInt64(position % 64)
    return true
  }
}
