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

/// Returns the only candidate of which `name` is certainly a misspelling, so that it may be corrected unasked.
///
/// A difference of case or separators is certain, and one edit in a word of five letters or two in one of eight,
/// with the same digits, if no other candidate is as near. `Ward C` is no misspelling of `Ward A`.
public func certainName(for name: String, among candidates: some Sequence<String>) -> String? {
  let near = candidates.reduce(into: [String: Int]()) { near, candidate in
    if candidate != name, let edits = editsOfMisspelling(name, candidate) {
      near[candidate] = edits
    }
  }
  guard let (best, edits) = near.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
    near.count(where: { $0.value <= edits + 1 }) == 1
  else { return nil }
  return best
}

/// Number of edits by which a name differs from the one that was meant; nil if they may be different names.
private func editsOfMisspelling(_ name: String, _ meant: String) -> Int? {
  func words(_ text: String) -> [[Unicode.Scalar]] {
    text.lowercased().unicodeScalars.split { !$0.properties.isAlphabetic && !isDigit($0) }
      .map(Array.init)
  }
  let (own, other) = (words(name), words(meant))
  guard !own.isEmpty, own.joined().filter(isDigit).elementsEqual(other.joined().filter(isDigit))
  else { return nil }
  if own.joined().elementsEqual(other.joined()) { return 0 }
  guard own.count == other.count else { return nil }
  var edits = 0
  for (word, meant) in zip(own, other) where word != meant {
    guard word.count <= 64, meant.count <= 64 else { return nil }
    edits += editDistance(word, meant)
    guard edits <= (meant.count >= 8 ? 2 : meant.count >= 5 ? 1 : 0) else { return nil }
  }
  return edits
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

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
