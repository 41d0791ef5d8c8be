/// Why a numerical routine has no answer to give.
public enum NumericsError: Error, Hashable, Sendable {
  /// An argument lies outside what the routine is defined for.
  case invalidArgument(name: String, value: Double, requirement: String)
  /// Two arguments that must match in size don't.
  case sizeMismatch(name: String, expected: Int, actual: Int)
  /// There are fewer values than the routine needs.
  case tooFew(name: String, needed: Int, actual: Int)
  /// A value is not-a-number, infinite, or too large to be squared; `index` is its place.
  case notFinite(name: String, index: Int, value: Double)
  /// Abscissae that must increase strictly don't, between `index` - 1 and `index`.
  case notIncreasing(name: String, index: Int)
  /// A least-squares problem doesn't determine all its unknowns.
  case rankDeficient(rank: Int, unknowns: Int)
  /// An iteration used up its steps, or could make none, before it converged.
  case noConvergence(operation: String, iterations: Int)
  /// GSL refused; `status` is its error number and `reason` its own words.
  case library(operation: String, status: Int32, reason: String)
}

extension NumericsError: CustomStringConvertible {
  /// What went wrong, in one line.
  public var description: String {
    switch self {
    case .invalidArgument(let name, let value, let requirement):
      "\(name) is \(value) but must be \(requirement)"
    case .sizeMismatch(let name, let expected, let actual):
      "\(name) must have \(expected) values but has \(actual)"
    case .tooFew(let name, let needed, let actual):
      "\(name) must have at least \(needed) values but has \(actual)"
    case .notFinite(let name, let index, let value):
      "\(name)[\(index)] is \(value), not a number that can be computed with"
    case .notIncreasing(let name, let index):
      "\(name) must increase strictly but does not at index \(index)"
    case .rankDeficient(let rank, let unknowns):
      "the data determine \(rank) of \(unknowns) unknowns"
    case .noConvergence(let operation, let iterations):
      "\(operation) did not converge in \(iterations) iterations"
    case .library(let operation, let status, let reason):
      "\(operation) failed in GSL: \(reason) (error \(status))"
    }
  }
}

/// Throws unless `value` meets a requirement on a named argument.
@inline(__always)
func require(
  _ isMet: Bool, _ name: StaticString, _ value: Double, _ requirement: StaticString
) throws(NumericsError) {
  guard isMet else {
    throw .invalidArgument(
      name: "\(name)", value: value, requirement: "\(requirement)")
  }
}

/// Throws unless `value` is finite and above zero.
func requirePositive(_ value: Double, _ name: StaticString) throws(NumericsError) {
  try require(value > 0 && value.isFinite, name, value, "positive and finite")
}

/// Throws unless `value` is finite.
func requireFinite(_ value: Double, _ name: StaticString) throws(NumericsError) {
  try require(value.isFinite, name, value, "finite")
}

/// Throws unless every value can be squared and summed: finite and within ``largestMagnitude``.
func requireFinite(_ values: [Double], _ name: StaticString) throws(NumericsError) {
  guard let index = values.firstIndex(where: { !($0.magnitude <= largestMagnitude) }) else {
    return
  }
  throw .notFinite(name: "\(name)", index: index, value: values[index])
}

/// The largest magnitude of a datum: a trillion of their squares still add up to a finite sum.
let largestMagnitude = 1e140
