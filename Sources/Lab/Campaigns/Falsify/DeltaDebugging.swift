/// Finds a small part of a list that still fails: minimising delta debugging (Zeller and Hildebrandt,
/// "Simplifying and isolating failure-inducing input", IEEE TSE 28, 2002).
///
/// The result is 1-minimal where `firstFailing` is deterministic: without any one of what is left, it
/// no longer fails.
///
/// - Parameters:
///   - items: The list, which fails as a whole.
///   - least: How many must stay.
///   - firstFailing: Given lists, the index of the first that fails; nil if none does. They may be
///     tried in any order, several at once.
/// - Returns: What is left, in the order of the list.
/// - Throws: What `firstFailing` throws.
public func minimized<Item>(
  _ items: [Item], keepingAtLeast least: Int = 0,
  firstFailing: ([[Item]]) throws -> Int?
) rethrows -> [Item] {
  var kept = items
  // Nothing at all is by far the cheapest to run.
  if least == 0, !kept.isEmpty, try firstFailing([[]]) != nil { return [] }
  var pieces = 2
  while kept.count > max(1, least) {
    let count = min(pieces, kept.count)
    let ends = (0...count).map { $0 * kept.count / count }
    var candidates: [[Item]] = []
    // Of two halves, each is what the other leaves.
    for piece in 0..<count where count > 2 {
      candidates.append(Array(kept[ends[piece]..<ends[piece + 1]]))
    }
    for piece in 0..<count {
      candidates.append(Array(kept[..<ends[piece]] + kept[ends[piece + 1]...]))
    }
    candidates = candidates.filter { $0.count >= max(1, least) && $0.count < kept.count }
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
