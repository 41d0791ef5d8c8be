/// The positions at which names were first used, for errors about names that are used twice.
public struct FirstUses: Sendable {
  private var places: [String: SourcePosition] = [:]

  public init() {}

  /// True if a name is used.
  public func contains(_ name: String) -> Bool { places[name] != nil }

  /// Records the use of a name.
  ///
  /// - Returns: Nil for a new name; else the end of a message: `, first at mall.yaml:3:5`. It is empty for the
  ///   copies of a repeated entry, which stand at one place.
  public mutating func again(_ name: String, at place: SourcePosition) -> String? {
    guard let first = places[name] else {
      places[name] = place
      return nil
    }
    return first == place ? "" : ", first at \(first)"
  }
}
