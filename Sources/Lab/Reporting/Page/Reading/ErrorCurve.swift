import Documents
import Glibc

/// Distribution of an error in bins with a width of two per cent, in constant memory.
struct ErrorCurve: Sendable {
  /// The counts of the non-empty bins.
  private var bins: [Int: Int] = [:]
  private(set) var count = 0
  private var smallest = Double.infinity
  private var largest = -Double.infinity
  private static let minimum = 0.01
  private static let ratio = 1.02
  /// Up to 20,000 km.
  private static let binCount = Int(log(2e9) / log(ratio)) + 2

  /// Adds an error in m; not-a-number is ignored.
  mutating func add(_ error: Double) {
    guard !error.isNaN else { return }
    count += 1
    smallest = min(smallest, error)
    largest = max(largest, error)
    bins[Self.bin(of: error), default: 0] += 1
  }

  /// Adds the errors of another curve.
  mutating func add(_ other: ErrorCurve) {
    bins.merge(other.bins, uniquingKeysWith: +)
    count += other.count
    smallest = min(smallest, other.smallest)
    largest = max(largest, other.largest)
  }

  private static func bin(of error: Double) -> Int {
    guard error > minimum else { return 0 }
    guard error < 2e7 else { return binCount - 1 }
    return min(binCount - 1, 1 + Int(log(error / minimum) / log(ratio)))
  }

  /// The quantiles at every per cent, and at 99.5.
  var quantiles: [Double] {
    quantiles(at: (0..<100).map { Double($0) / 100 } + [0.995, 1])
  }

  /// Returns the quantiles at ascending probabilities, in m; empty without errors.
  func quantiles(at shares: [Double]) -> [Double] {
    guard count > 0 else { return [] }
    let filled = bins.sorted { $0.key < $1.key }
    var below = 0
    var place = 0
    return shares.map { share in
      let rank = share * Double(count)
      while place < filled.count - 1, Double(below + filled[place].value) <= rank {
        below += filled[place].value
        place += 1
      }
      guard share > 0 else { return smallest }
      let (bin, inBin) = filled[place]
      guard share < 1, bin < Self.binCount - 1 else { return largest }
      let inside = (rank - Double(below)) / Double(max(1, inBin))
      let edge = bin == 0 ? 0 : Self.minimum * pow(Self.ratio, Double(bin - 1) + inside)
      return min(max(edge, smallest), largest)
    }
  }

  /// The curve for a page, in integers of mm.
  var json: JSONValue {
    .array(
      quantiles.map { value in
        guard value.isFinite else { return .null }
        return .int(Int64((min(value, 1e9) * 1000).rounded()))
      })
  }
}
