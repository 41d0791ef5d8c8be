/// An element of a ``MinHeap``.
protocol MinHeapElement {
  /// Returns whether the first element leaves the heap before the second.
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

/// A binary heap.
struct MinHeap<Element: MinHeapElement> {
  private var elements: [Element] = []

  mutating func insert(_ element: Element) {
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

  mutating func removeFirst() -> Element? {
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
