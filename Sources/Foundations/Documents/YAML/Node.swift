/// A value in a loaded document, with its source position: text, a list or a mapping.
///
/// A node is a small immutable handle on storage shared by all nodes of its document.
public struct Node: Sendable {
  /// The kind of a node.
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

  /// True for the root of a document.
  var isDocument: Bool { index == 0 }

  /// The source position of the node; for an alias, that of its anchor.
  public var place: SourcePosition {
    let record = record
    return SourcePosition(
      file: storage.files[Int(record.file)],
      line: Int(record.line) + 1,
      column: Int(record.column) + 1)
  }

  public var kind: Kind {
    switch record.form {
    case .plain, .quoted: .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    // A handle is resolved on creation, so it never refers to an alias.
    case .alias: .scalar
    }
  }

  /// The number of elements of a list or pairs of a mapping; 0 for a scalar.
  public var count: Int {
    kind == .scalar ? 0 : Int(record.count)
  }

  /// The elements of a list in order; empty for other nodes.
  public var elements: NodeElements {
    NodeElements(storage: storage, first: index + 1, count: kind == .sequence ? count : 0)
  }

  /// The pairs of a mapping in file order; empty for other nodes.
  public var pairs: NodePairs {
    NodePairs(storage: storage, first: index + 1, count: kind == .mapping ? count : 0)
  }

  /// The value of a mapping's key, by linear search.
  public subscript(key: String) -> Node? {
    pairs.first { $0.key.hasText(key) }?.value
  }
}

/// The elements of a list node, in order.
public struct NodeElements: Sequence, Sendable {
  let storage: NodeStorage
  let first: UInt32
  public let count: Int

  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: storage, position: first, remaining: count)
  }

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

/// The pairs of a mapping node, in file order.
public struct NodePairs: Sequence, Sendable {
  let storage: NodeStorage
  let first: UInt32
  public let count: Int

  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(
      elements: NodeElements(storage: storage, first: first, count: count * 2).makeIterator())
  }

  public struct Iterator: IteratorProtocol {
    var elements: NodeElements.Iterator

    public mutating func next() -> (key: Node, value: Node)? {
      guard let key = elements.next(), let value = elements.next() else { return nil }
      return (key, value)
    }
  }
}
