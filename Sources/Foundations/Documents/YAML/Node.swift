/// A value in a loaded document, with its place: text, a list or a mapping.
///
/// A node is a small handle on storage that all nodes of its document share, and immutable.
public struct Node: Sendable {
  /// What sort of value a node is.
  public enum Kind: Sendable {
    case scalar, sequence, mapping
  }

  let storage: NodeStorage
  let index: UInt32

  init(_ storage: NodeStorage, at index: UInt32) {
    self.storage = storage
    self.index = storage.resolve(index)
  }

  var record: NodeRecord { storage.records[Int(index)] }

  /// Where the node begins; for an alias, where what it stands for begins.
  public var place: SourcePlace {
    let record = record
    return SourcePlace(
      file: storage.files[Int(record.file)],
      line: Int(record.line) + 1,
      column: Int(record.column) + 1)
  }

  /// What sort of value the node is.
  public var kind: Kind {
    switch record.form {
    case .plain, .quoted: .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    // A handle is resolved when it is made, so it never stands on an alias.
    case .alias: .scalar
    }
  }

  /// How many elements a list or how many pairs a mapping has; 0 for a scalar.
  public var count: Int {
    kind == .scalar ? 0 : Int(record.count)
  }

  /// The elements of a list in order; none when the node is something else.
  public var elements: NodeElements {
    NodeElements(storage: storage, first: index + 1, count: kind == .sequence ? count : 0)
  }

  /// The pairs of a mapping in the order of the file; none when the node is something else.
  public var pairs: NodePairs {
    NodePairs(storage: storage, first: index + 1, count: kind == .mapping ? count : 0)
  }

  /// The value of a mapping's key, found by going through the pairs.
  public subscript(key: String) -> Node? {
    pairs.first { $0.key.hasText(key) }?.value
  }
}

/// The elements of a list node, in order.
public struct NodeElements: Sequence, Sendable {
  let storage: NodeStorage
  let first: UInt32
  /// How many elements there are.
  public let count: Int

  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: storage, position: first, remaining: count)
  }

  /// Goes through the elements of a list node.
  public struct Iterator: IteratorProtocol {
    let storage: NodeStorage
    var position: UInt32
    var remaining: Int

    public mutating func next() -> Node? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      defer { position = storage.records[Int(position)].next }
      return Node(storage, at: position)
    }
  }
}

/// The pairs of a mapping node, in the order of the file.
public struct NodePairs: Sequence, Sendable {
  let storage: NodeStorage
  let first: UInt32
  /// How many pairs there are.
  public let count: Int

  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(
      elements: NodeElements(storage: storage, first: first, count: count * 2).makeIterator())
  }

  /// Goes through the pairs of a mapping node.
  public struct Iterator: IteratorProtocol {
    var elements: NodeElements.Iterator

    public mutating func next() -> (key: Node, value: Node)? {
      guard let key = elements.next(), let value = elements.next() else { return nil }
      return (key, value)
    }
  }
}
