import Documents

/// The errors and remarks about a venue.
struct VenueDiagnostics {
  /// The max numbers kept, in all and at one place; the rest are only counted.
  private static let limit = 100
  private static let limitAtOnePlace = 3

  /// True if doubtful features are remarks rather than errors.
  let isLenient: Bool
  private(set) var errors: [Diagnostic] = []
  private(set) var warnings: [Diagnostic] = []
  private var unlisted = 0
  private var counts: [SourcePosition: Int] = [:]

  init(isLenient: Bool) {
    self.isLenient = isLenient
  }

  /// Adds an error, with which there is no venue.
  mutating func error(
    _ message: @autoclosure () -> String, at place: SourcePosition, suggestion: String? = nil
  ) {
    guard isWorthKeeping(errors.count, at: place) else {
      unlisted += 1
      return
    }
    errors.append(Diagnostic(place: place, message: message(), suggestion: suggestion))
  }

  /// Adds a doubtful feature: acceptable in an imported map, but an error in a drawing of one's
  /// own.
  mutating func warn(
    _ message: @autoclosure () -> String, at place: SourcePosition, suggestion: String? = nil
  ) {
    guard isLenient else { return error(message(), at: place, suggestion: suggestion) }
    guard isWorthKeeping(warnings.count, at: place) else { return }
    warnings.append(Diagnostic(place: place, message: message(), suggestion: suggestion))
  }

  /// True if there are too many errors to continue.
  var isHopeless: Bool { errors.count + unlisted > 2000 }

  /// True if another finding at a place is useful, given the present number.
  private mutating func isWorthKeeping(_ count: Int, at place: SourcePosition) -> Bool {
    guard count < Self.limit else { return false }
    // A repeated object has the error in each copy.
    counts[place, default: 0] += 1
    return counts[place, default: 0] <= Self.limitAtOnePlace
  }

  /// All errors together; nil if there are none.
  var failure: DocumentError? {
    errors.isEmpty ? nil : DocumentError(errors, unlisted: unlisted)
  }
}

/// A number for messages, with at most two decimals.
func shown(_ value: Double) -> String {
  let hundredths = (value * 100).rounded()
  guard abs(hundredths) < 1e15 else { return "\(value)" }
  let whole = Int64(hundredths)
  let text = whole % 100 == 0 ? "\(whole / 100)" : "\(Double(whole) / 100)"
  return text
}

/// A point for messages: `[3.5 m, 4 m]`.
func shown(_ point: SIMD2<Double>) -> String { "[\(shown(point.x)) m, \(shown(point.y)) m]" }
