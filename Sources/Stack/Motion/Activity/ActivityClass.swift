/// Class of a window of acceleration, as the classifier distinguishes them.
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
  /// Plenty of motion, but none of the above: dancing, ball games, typing on the phone in a vehicle.
  case other

  public static let count = 8
}
