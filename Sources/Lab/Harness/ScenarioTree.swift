public import Documents

/// An editable document tree that can be written as YAML; comments are not kept.
public indirect enum ScenarioTree: Hashable, Sendable {
  /// A scalar with its text; plain if it has no quotes.
  case scalar(String, isPlain: Bool)
  case list([ScenarioTree])
  /// A mapping, in the order of the file.
  case mapping([Pair])

  /// A key with its value.
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: ScenarioTree

    public init(_ key: String, _ value: ScenarioTree) {
      self.key = key
      self.value = value
    }
  }

  /// Copies a document's node with all its descendants.
  public init(_ node: Node) {
    switch node.kind {
    case .scalar: self = .scalar(node.text ?? "", isPlain: node.isPlain)
    case .sequence: self = .list(node.elements.map { ScenarioTree($0) })
    case .mapping:
      self = .mapping(node.pairs.map { Pair($0.key.text ?? "", ScenarioTree($0.value)) })
    }
  }

  /// The number of elements of a list or a mapping; 0 for a scalar.
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

  /// The value of a mapping's key; setting a new key appends it, setting nil removes a key.
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

  /// The node at a path of indices into lists' elements and mappings' values.
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

  /// Returns a copy with only the elements at some indices.
  public func keeping(_ positions: [Int]) -> ScenarioTree {
    switch self {
    case .scalar: self
    case .list(let elements): .list(positions.map { elements[$0] })
    case .mapping(let pairs): .mapping(positions.map { pairs[$0] })
    }
  }
}
