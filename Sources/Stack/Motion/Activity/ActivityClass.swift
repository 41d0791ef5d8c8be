/// What a window of acceleration can be evidence for.
public enum ActivityClass: Int, CaseIterable, Sendable {
  /// At rest, not on a body: only the sensor's noise.
  case table
  /// On a body that sits or stands.
  case body
  case walking
  case running
  /// In a vehicle that moves.
  case automotive
  /// In a vehicle that stands, its engine running or not.
  case idle
  case cycling
  /// Plenty of motion, and none of the above: dancing, ball games, writing on the phone in a
  /// vehicle.
  case other

  /// How many there are.
  public static let count = 8
}
