/// The set of known fields of a truth sample; recordings from elsewhere hold only some of them.
///
/// An unknown field holds a placeholder (not-a-number, zero, nil) without meaning.
public struct TruthKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let position = TruthKinds(rawValue: 1 << 0)
  public static let altitude = TruthKinds(rawValue: 1 << 1)
  /// The level; a known nil means outdoors.
  public static let floor = TruthKinds(rawValue: 1 << 2)
  public static let velocity = TruthKinds(rawValue: 1 << 3)
  public static let activity = TruthKinds(rawValue: 1 << 4)
  /// Steps since the start.
  public static let steps = TruthKinds(rawValue: 1 << 5)
  /// Distance since the start.
  public static let distance = TruthKinds(rawValue: 1 << 6)

  /// Everything, as in a simulation.
  public static let all: TruthKinds = [
    .position, .altitude, .floor, .velocity, .activity, .steps, .distance,
  ]

  /// Each kind with its name in reports.
  public static let words: [(kind: TruthKinds, word: String)] = [
    (.position, "position"), (.altitude, "altitude"), (.floor, "floor"), (.velocity, "velocity"),
    (.activity, "activity"), (.steps, "steps"), (.distance, "distance"),
  ]

  /// The names of the known fields, in a fixed order.
  public var names: [String] { Self.words.filter { contains($0.kind) }.map(\.word) }
}
