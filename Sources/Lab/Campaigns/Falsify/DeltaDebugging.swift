/// Finds a small part of a list that still fails, by minimising delta debugging (Zeller and Hildebrandt,
/// "Simplifying and isolating failure-inducing input", IEEE TSE 28, 2002).
///
/// The result is 1-minimal if `firstFailing` is deterministic: it no longer fails if any single item is
/// removed.
///
/// - Parameters:
///   - items: The list, which fails as a whole.
///   - minimum: Min number of items to keep.
///   - firstFailing: Returns the index of the first failing list, or nil. It may try the lists in any
///     order, and several at once.
/// - Returns: The remaining items, in the order of the list.
/// - Throws: Rethrows the errors of `firstFailing`.
public func minimized<Item>(
  _ items: [Item], keepingAtLeast minimum: Int = 0,
  firstFailing: ([[Item]]) throws -> Int?
) rethrows -> [Item] {
  var kept = items
  // The empty list is by far the cheapest to run.
  if minimum == 0, !kept.isEmpty, try firstFailing([[]]) != nil { return [] }
  var pieces = 2
  while kept.count > max(1, minimum) {
    let count = min(pieces, kept.count)
    let ends = (0...count).map { $0 * kept.count / count }
    var candidates: [[Item]] = []
    // With two pieces, each subset is the complement of the other.
    for piece in 0..<count where count > 2 {
      candidates.append(Array(kept[ends[piece]..<ends[piece + 1]]))
    }
    for piece in 0..<count {
      candidates.append(Array(kept[..<ends[piece]] + kept[ends[piece + 1]...]))
    }
    candidates = candidates.filter { $0.count >= max(1, minimum) && $0.count < kept.count }
    if let index = try firstFailing(candidates) {
      let isSubset = candidates[index].count * 2 < kept.count
      kept = candidates[index]
      pieces = isSubset ? 2 : max(pieces - 1, 2)
    } else if pieces >= kept.count {
      break
    } else {
      pieces = min(pieces * 2, kept.count)
    }
  }
  return kept
}
