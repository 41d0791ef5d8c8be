/// An element of a ``MinHeap``.
public protocol MinHeapElement: Sendable {
  /// Returns whether the first element leaves the heap before the second.
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

/// A binary heap: what searches for shortest paths go on from.
@frozen
public struct MinHeap<Element: MinHeapElement>: Sendable {
  @usableFromInline var elements: [Element] = []

  /// Makes an empty heap.
  @inlinable
  public init() {}

  /// Removes all elements; the memory is used again.
  @inlinable
  public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  /// Adds an element.
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

  /// Removes the element that no other precedes; nil if there is none.
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

/// A node that a search with a guide (A*) may go on from.
@frozen
public struct SearchEntry: MinHeapElement {
  /// The cost so far and at least what is left to the goal.
  public var bound: Double
  /// The cost so far.
  public var cost: Double
  /// Which node, or node and state.
  public var node: Int32

  /// Makes an entry.
  @inlinable
  public init(bound: Double, cost: Double, node: Int32) {
    self.bound = bound
    self.cost = cost
    self.node = node
  }

  /// Of equal bounds the one nearer the goal comes first, then the one with the lower number.
  @inlinable @inline(__always)
  public static func precedes(_ first: SearchEntry, _ second: SearchEntry) -> Bool {
    if first.bound != second.bound { return first.bound < second.bound }
    return first.cost != second.cost ? first.cost > second.cost : first.node < second.node
  }
}
