/// A number of the services: what it is called, what it is, and how far it can be trusted.
public struct ServiceConstant: Sendable {
  /// How much stands behind a number.
  public enum Source: String, CaseIterable, Sendable {
    /// In the owner's reference documentation, headers or guides.
    case documented
    /// Said on stage by the owner's engineers.
    case talk
    /// Told by somebody else: measurements and reports of users.
    case secondary
    /// An estimate of ours, where nobody tells a number.
    case assumed
  }

  /// The name by which it is overridden, such as `in_use.grace`.
  public let name: String
  /// Its unit: `s`, `m`, `m/s`, `dBm`, `dB`, or empty for a count or a ratio.
  public let unit: String
  /// How much stands behind it.
  public let source: Source
  /// Who says so, or why it was chosen.
  public let text: String
  /// The values that make sense.
  public let range: ClosedRange<Double>
  let path: any (WritableKeyPath<ServiceConstants, Double> & Sendable)

  /// What it is unless overridden.
  public var value: Double { ServiceConstants()[keyPath: path] }
}

/// Why a constant can't be set.
public enum ServiceConstantError: Error, Hashable, Sendable {
  /// There is none of that name; `nearest` is the one that was probably meant.
  case unknown(name: String, nearest: String?)
  /// It can't be that much.
  case outOfRange(name: String, value: Double, allowed: ClosedRange<Double>)
}
