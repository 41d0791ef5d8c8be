public import Documents

/// A document as a tree that can be cut, and written as YAML again; comments are not kept.
public indirect enum ScenarioTree: Hashable, Sendable {
  /// A scalar: its text, and whether it stands without quotes.
  case scalar(String, isPlain: Bool)
  /// A list.
  case list([ScenarioTree])
  /// A mapping, in the order of the file.
  case mapping([Pair])

  /// A key and its value.
  public struct Pair: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: ScenarioTree

    /// Creates a pair.
    public init(_ key: String, _ value: ScenarioTree) {
      self.key = key
      self.value = value
    }
  }

  /// Copies a document's node with all below it.
  public init(_ node: Node) {
    switch node.kind {
    case .scalar: self = .scalar(node.text ?? "", isPlain: node.isPlain)
    case .sequence: self = .list(node.elements.map { ScenarioTree($0) })
    case .mapping:
      self = .mapping(node.pairs.map { Pair($0.key.text ?? "", ScenarioTree($0.value)) })
    }
  }

  /// How many parts a list or a mapping has; 0 for a scalar.
  public var count: Int {
    switch self {
    case .scalar: 0
    case .list(let elements): elements.count
    case .mapping(let pairs): pairs.count
    }
  }

  /// The scalar's text; nil for a list or a mapping.
  public var text: String? {
    if case .scalar(let text, _) = self { text } else { nil }
  }

  /// The value of a mapping's key; setting it appends a key that isn't there, nil takes it away.
  public subscript(key: String) -> ScenarioTree? {
    get {
      guard case .mapping(let pairs) = self else { return nil }
      return pairs.first { $0.key == key }?.value
    }
    set {
      guard case .mapping(var pairs) = self else { return }
      if let index = pairs.firstIndex(where: { $0.key == key }) {
        if let newValue { pairs[index].value = newValue } else { pairs.remove(at: index) }
      } else if let newValue {
        pairs.append(Pair(key, newValue))
      }
      self = .mapping(pairs)
    }
  }

  /// The part at a way of positions: a list's elements, a mapping's values.
  public subscript(path: [Int]) -> ScenarioTree {
    get {
      guard let step = path.first else { return self }
      let rest = Array(path.dropFirst())
      switch self {
      case .scalar: return self
      case .list(let elements): return elements[step][rest]
      case .mapping(let pairs): return pairs[step].value[rest]
      }
    }
    set {
      guard let step = path.first else {
        self = newValue
        return
      }
      let rest = Array(path.dropFirst())
      switch self {
      case .scalar: break
      case .list(var elements):
        elements[step][rest] = newValue
        self = .list(elements)
      case .mapping(var pairs):
        pairs[step].value[rest] = newValue
        self = .mapping(pairs)
      }
    }
  }

  /// The same with only some of its parts, by their positions.
  public func keeping(_ positions: [Int]) -> ScenarioTree {
    switch self {
    case .scalar: self
    case .list(let elements): .list(positions.map { elements[$0] })
    case .mapping(let pairs): .mapping(positions.map { pairs[$0] })
    }
  }
}
