public import Kernel

/// A choice among numbered possibilities in proportion to their weights, in constant time.
///
/// Walker's alias method with the tables of Vose, "A linear algorithm for generating random numbers
/// with a given distribution", IEEE Transactions on Software Engineering 17 (1991) 972-975.
public struct WeightedChoice: RandomVariable, Hashable {
  /// One cell of the table: keep the cell's own number up to `threshold`, else take `alias`.
  struct Cell: Hashable {
    var threshold: Double
    var alias: Int
  }

  private let cells: [Cell]
  /// The probability of each possibility.
  public let probabilities: [Double]

  /// Creates the choice; weights must be finite, not negative, and not all zero.
  public init(weights: [Double]) throws(NumericsError) {
    guard !weights.isEmpty else { throw .tooFew(name: "weights", needed: 1, actual: 0) }
    for weight in weights {
      try require(weight >= 0 && weight.isFinite, "weight", weight, "zero or more and finite")
    }
    // Scaled by the largest first, so that the sum of any finite weights is finite.
    let largest = weights.reduce(0, max)
    try requirePositive(largest, "largest weight")
    let relative = weights.map { $0 / largest }
    let sum = relative.reduce(0, +)
    probabilities = relative.map { $0 / sum }

    let count = weights.count
    var cells = (0..<count).map { Cell(threshold: 1, alias: $0) }
    var share = probabilities.map { $0 * Double(count) }
    var small = share.indices.filter { share[$0] < 1 }
    var large = share.indices.filter { share[$0] >= 1 }
    while let poor = small.popLast() {
      guard let rich = large.last else {
        // Rounding left no donor: the cell is full but for rounding, unless it must stay empty.
        if probabilities[poor] == 0 {
          cells[poor] = Cell(threshold: 0, alias: probabilities.firstIndex(where: { $0 > 0 }) ?? 0)
        }
        continue
      }
      cells[poor] = Cell(threshold: share[poor], alias: rich)
      share[rich] -= 1 - share[poor]
      if share[rich] < 1 {
        large.removeLast()
        small.append(rich)
      }
    }
    self.cells = cells
  }

  /// Returns the number of one possibility, from one word of the stream.
  public func draw(from stream: inout RandomStream) -> Int {
    // The high half of the product is the cell; the low half is uniform within it.
    let (cell, within) = stream.next().multipliedFullWidth(by: UInt64(cells.count))
    let index = Int(truncatingIfNeeded: cell)
    return Double(within &>> 11) * 0x1p-53 < cells[index].threshold ? index : cells[index].alias
  }

  /// Returns how often each possibility comes up in `trials` draws: a multinomial draw.
  ///
  /// By conditional binomials, so the time doesn't grow with `trials`.
  public func counts(
    inTrials trials: Int, from stream: inout RandomStream
  ) throws(NumericsError) -> [Int] {
    var counts = Array(repeating: 0, count: probabilities.count)
    // The chance that is left, summed from the end, so that the last share is exactly one.
    var tails = probabilities
    for index in tails.indices.dropLast().reversed() {
      tails[index] += tails[index + 1]
    }
    var remaining = trials
    for index in counts.indices {
      let share = tails[index] > 0 ? probabilities[index] / tails[index] : 0
      let binomial = try BinomialDistribution(trials: remaining, probability: share)
      counts[index] = binomial.draw(from: &stream)
      remaining -= counts[index]
    }
    return counts
  }
}
