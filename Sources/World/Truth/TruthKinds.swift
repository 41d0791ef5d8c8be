/// What a sample of truth really knows: recordings of others tell a part of it only.
///
/// A field whose kind is missing holds a placeholder (not-a-number, zero, nil) that means nothing.
public struct TruthKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The coordinate.
  public static let position = TruthKinds(rawValue: 1 << 0)
  /// The height.
  public static let altitude = TruthKinds(rawValue: 1 << 1)
  /// The level; a known nil is outdoors.
  public static let floor = TruthKinds(rawValue: 1 << 2)
  /// The velocity.
  public static let velocity = TruthKinds(rawValue: 1 << 3)
  /// What the person does.
  public static let activity = TruthKinds(rawValue: 1 << 4)
  /// The steps since the start.
  public static let steps = TruthKinds(rawValue: 1 << 5)
  /// The distance since the start.
  public static let distance = TruthKinds(rawValue: 1 << 6)

  /// Everything, as a simulation knows it.
  public static let all: TruthKinds = [
    .position, .altitude, .floor, .velocity, .activity, .steps, .distance,
  ]

  /// Each kind with the word by which reports call it.
  public static let words: [(kind: TruthKinds, word: String)] = [
    (.position, "position"), (.altitude, "altitude"), (.floor, "floor"), (.velocity, "velocity"),
    (.activity, "activity"), (.steps, "steps"), (.distance, "distance"),
  ]

  /// The words of what is known, in a fixed order.
  public var names: [String] { Self.words.filter { contains($0.kind) }.map(\.word) }
}
