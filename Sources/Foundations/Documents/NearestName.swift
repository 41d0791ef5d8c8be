/// Returns the candidate of which `name` is probably a misspelling, if any is near enough.
///
/// The limit is a Damerau-Levenshtein distance (insertions, deletions, substitutions and swaps of
/// neighbours, each counting one) of a third of the longer name's length, and at most three; a
/// difference in case alone is a match. Ties go to the first candidate.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let target = Array(name.lowercased().unicodeScalars)
  guard !target.isEmpty, target.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let scalars = Array(candidate.lowercased().unicodeScalars)
    guard scalars.count <= 64 else { continue }
    let cutoff = min(3, max(target.count, scalars.count) / 3)
    guard abs(scalars.count - target.count) <= cutoff else { continue }
    let distance = editDistance(target, scalars)
    if distance <= cutoff, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// Optimal string alignment distance: each edit and each swap of neighbours counts one.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  var current = last
  for (row, scalar) in left.enumerated() {
    current[0] = row + 1
    for (column, other) in right.enumerated() {
      var cost = min(last[column + 1], current[column]) + 1
      cost = min(cost, last[column] + (scalar == other ? 0 : 1))
      if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current[column + 1] = cost
    }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[right.count]
}
