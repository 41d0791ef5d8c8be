/// Reads the keys of one mapping, collecting every mistake.
///
/// See ``DocumentObject``. A reader has one of three sources: a mapping of a document; nothing, when a
/// placeholder is being made; or a describer, when the schema is being made.
public struct ObjectReader {
  let context: DecodingContext
  let node: Node?
  let describer: ObjectDescriber?
  /// Where this object's names begin among the context's.
  private let firstName: Int
  private let errorsBefore: Int
  /// Where the search for the next key begins: files tend to have keys in the order asked for.
  private var nextPair = 0
  private var nextIndex: UInt32
  private var used = KeySet()
  private var usedCount = 0
  /// Set when which keys are allowed isn't known, so that none are called unknown.
  var allowsUnknownKeys = false
  /// What some keys are called now, by the names that they had before: a cure for old files.
  public var renamedKeys: [String: String] = [:]

  init(_ node: Node?, in context: DecodingContext, describer: ObjectDescriber? = nil) {
    self.node = node
    self.context = context
    self.describer = describer
    firstName = context.keyNames.count
    errorsBefore = context.errorCount
    nextIndex = (node?.index ?? 0) + 1
  }

  /// Where the mapping begins.
  public var place: SourcePlace {
    node?.place ?? SourcePlace(file: "", line: 1, column: 1)
  }

  /// Whether a mistake has been found in this object so far.
  public var hasErrors: Bool { context.errorCount > errorsBefore }

  /// Where a key stands; where the mapping begins if it has no such key.
  public func place(of key: String) -> SourcePlace {
    node?.pairs.first { $0.key.hasText(key) }?.key.place ?? place
  }

  /// Whether the mapping has a key.
  public func has(_ key: String) -> Bool {
    node?[key] != nil
  }

  /// Reports `message` at a key unless `condition` holds.
  ///
  /// Skipped when something in this object is wrong already, since the values it would compare may be
  /// placeholders, and when there is no document.
  public func check(
    _ condition: @autoclosure () -> Bool, at key: String,
    _ message: @autoclosure () -> String, suggestion: String? = nil
  ) {
    guard node != nil, !hasErrors, !condition() else { return }
    context.report(message(), at: place(of: key), suggestion: suggestion)
  }

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

  /// Reports the keys that nobody asked for.
  mutating func finish() {
    defer { context.keyNames.removeLast(context.keyNames.count - firstName) }
    guard let node, usedCount < node.count, !allowsUnknownKeys else { return }
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
      context.report(message, at: pair.key, suggestion: suggestion)
    }
  }

  /// The keys that could have been used: `expected 'x', 'y'`.
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

/// A set of positions, without allocation for the first 64.
struct KeySet {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  func contains(_ position: Int) -> Bool {
    if position < 64 { return first & 1 << UInt64(position) != 0 }
    let word = position / 64 - 1
    return word < rest.count && rest[word] & 1 << UInt64(position % 64) != 0
  }

  /// Adds a position and returns whether it was absent.
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
