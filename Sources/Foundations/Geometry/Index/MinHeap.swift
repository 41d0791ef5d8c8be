/// An element of a ``MinHeap``.
public protocol MinHeapElement: Sendable {
  /// Returns true if the first element leaves the heap before the second.
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

/// A binary min-heap, as shortest-path searches need it.
@frozen
public struct MinHeap<Element: MinHeapElement>: Sendable {
  @usableFromInline var elements: [Element] = []

  @inlinable
  public init() {}

  /// Removes all elements; keeps the memory.
  @inlinable
  public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  @inlinable
  public mutating func insert(_ element: Element) {
    var index = elements.count
    elements.append(element)
    while index > 0 {
      let parent = (index - 1) / 2
      guard Element.precedes(element, elements[parent]) else { break }
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = element
  }

  /// Removes the smallest element; nil if the heap is empty.
  @inlinable
  public mutating func removeFirst() -> Element? {
    guard let first = elements.first else { return nil }
    let moved = elements.removeLast()
    guard !elements.isEmpty else { return first }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, Element.precedes(elements[child + 1], elements[child]) {
        child += 1
      }
      guard Element.precedes(elements[child], moved) else { break }
      elements[index] = elements[child]
      index = child
    }
    elements[index] = moved
    return first
  }
}

/// An open node of an A* search.
@frozen
public struct SearchEntry: MinHeapElement {
  /// The cost so far plus the lower bound on the remaining cost.
  public var bound: Double
  /// The cost so far.
  public var cost: Double
  /// The node, or a combined node and state index.
  public var node: Int32

  @inlinable
  public init(bound: Double, cost: Double, node: Int32) {
    self.bound = bound
    self.cost = cost
    self.node = node
  }

  /// Orders by bound; ties go to the higher cost so far (nearer the goal), then to the lower node.
  @inlinable @inline(__always)
  public static func precedes(_ first: SearchEntry, _ second: SearchEntry) -> Bool {
    if first.bound != second.bound { return first.bound < second.bound }
    return first.cost != second.cost ? first.cost > second.cost : first.node < second.node
  }
}
