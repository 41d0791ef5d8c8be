/// An error of a numerical routine.
public enum NumericsError: Error, Hashable, Sendable {
  /// An argument lies outside the routine's domain.
  case invalidArgument(name: String, value: Double, requirement: String)
  /// Two arguments differ in size.
  case sizeMismatch(name: String, expected: Int, actual: Int)
  /// Fewer values than the routine needs.
  case tooFew(name: String, needed: Int, actual: Int)
  /// A value is not-a-number, infinite, or too large to be squared.
  case notFinite(name: String, index: Int, value: Double)
  /// Abscissae don't increase strictly between `index` - 1 and `index`.
  case notIncreasing(name: String, index: Int)
  /// A least-squares problem doesn't determine all unknowns.
  case rankDeficient(rank: Int, unknowns: Int)
  /// An iteration reached its limit, or could make no step, before it converged.
  case noConvergence(operation: String, iterations: Int)
  /// GSL failed; `status` is its error number and `reason` its message.
  case library(operation: String, status: Int32, reason: String)
}

extension NumericsError: CustomStringConvertible {
  /// The error message, in one line.
  public var description: String {
    switch self {
    case .invalidArgument(let name, let value, let requirement):
      "\(name) is \(value) but must be \(requirement)"
    case .sizeMismatch(let name, let expected, let actual):
      "\(name) must have \(expected) values but has \(actual)"
    case .tooFew(let name, let needed, let actual):
      "\(name) must have at least \(needed) values but has \(actual)"
    case .notFinite(let name, let index, let value):
      "\(name)[\(index)] is \(value) but must be finite and at most \(largestMagnitude) in magnitude"
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

/// Max magnitude of a datum: a trillion of such squares still have a finite sum.
let largestMagnitude = 1e140
