import Observations

extension ReplayFormat {
  /// All formats, in the order in which a file is tried.
  ///
  /// What a more particular name or header tells stands before what is told by less. A reader that
  /// makes recordings by itself takes a line: `ReplayFormat("gpx", "GPX tracks", reading: GPX.self,
  /// knows: .position, begins: { $0.head.contains("<gpx") }) { $0.recording(device: $1) }`.
  public static let all: [ReplayFormat] = [
    .venuesim, .comma2k19, .oxford, .openHPS, .motionSense, .smartphoneWatch, .sensorWatch,
    .herald, .ujiIndoorLoc, .wisdm, .indoorCompetition, .getSensorData, .gsdc, .gnssLogger, .rinex,
    .ujiMagnetic, .nmea, .gpx, .fit, .floatingCar, .sensorLogger, .phyphox, .phyphoxTable,
  ]
}
