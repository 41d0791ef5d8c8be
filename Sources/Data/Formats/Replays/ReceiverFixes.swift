import Kernel
import Observations

extension RecordingAssembly {
  /// Adds the fixes of the phone's own receiver, beside any raw data.
  ///
  /// A log may hold fixes of several providers. GNSS fixes are the receiver's; without any, fused fixes
  /// replace them. Network fixes are never used.
  ///
  /// - Parameter fixes: All fixes, each with its source.
  /// - Returns: A note for the report; nil without fixes.
  mutating func add(phone fixes: [LocationFix]) -> String? {
    guard !fixes.isEmpty else { return nil }
    let satellites = fixes.filter { $0.source == .gnss }
    let chosen = satellites.isEmpty ? fixes.filter { $0.source == .fused } : satellites
    add(chosen.map(ReceiverFix.init))
    let others = fixes.count - chosen.count
    return "\(chosen.count) fixes of the phone's own \(satellites.isEmpty ? "fusion" : "receiver") "
      + "are passed on" + (others > 0 ? ", \(others) of other providers aren't" : "")
  }
}

extension ReceiverFix {
  /// Converts a fix delivered to an app; negative values become nil.
  init(_ fix: LocationFix) {
    func known(_ value: Double) -> Double? { value >= 0 ? value : nil }
    // Logs without vertical accuracy still have heights; zero means unknown.
    let hasHeight = fix.verticalAccuracyMetres >= 0 || fix.altitudeMetres != 0
    self.init(
      time: fix.time, coordinate: fix.coordinate,
      altitudeMetres: hasHeight ? fix.altitudeMetres : nil,
      horizontalAccuracyMetres: known(fix.horizontalAccuracyMetres),
      verticalAccuracyMetres: known(fix.verticalAccuracyMetres),
      speedMetresPerSecond: known(fix.speedMetresPerSecond),
      courseDegrees: known(fix.courseDegrees),
      satelliteCount: fix.transmitterCount > 0 ? fix.transmitterCount : nil)
  }
}
