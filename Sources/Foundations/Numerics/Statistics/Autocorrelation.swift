/// Returns the autocorrelation of a series at given lags; 1 for lag 0.
///
/// The usual biased estimate: products of deviations from the common mean, divided by those without
/// lag, so that it never exceeds 1. A constant series gives 0 for every lag above 0.
///
/// - Parameters:
///   - values: The series, evenly sampled.
///   - lags: The lags in samples, from 0 to the count minus 1.
/// - Returns: The coefficient for each lag.
/// - Throws: ``NumericsError`` if the series is too short for a lag or holds a non-finite value.
public func autocorrelation(
  of values: [Double], lags: [Int]
) throws(NumericsError) -> [Double] {
  let longest = max(0, lags.max() ?? 0)
  guard values.count > longest else {
    throw .tooFew(name: "values", needed: longest + 1, actual: values.count)
  }
  if let lag = lags.first(where: { $0 < 0 }) {
    throw .invalidArgument(name: "lags", value: Double(lag), requirement: "at least 0")
  }
  if let index = values.firstIndex(where: { !$0.isFinite }) {
    throw .notFinite(name: "values", index: index, value: values[index])
  }
  let mean = values.reduce(0, +) / Double(values.count)
  let deviations = values.map { $0 - mean }
  let power = deviations.reduce(0) { $0 + $1 * $1 }
  return lags.map { lag in
    guard lag > 0 else { return 1 }
    guard power > 0 else { return 0 }
    var sum = 0.0
    for index in 0..<(values.count - lag) { sum += deviations[index] * deviations[index + lag] }
    return sum / power
  }
}
