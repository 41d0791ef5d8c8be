import Kernel
import Observations

extension RecordingAssembly {
  /// Adds what the phone's own chip solved, beside whatever rawer there is.
  ///
  /// A log may hold the fixes of several providers. Those of satellites are a receiver's; only where
  /// there is none, fused ones take their place. What networks tell is no receiver's.
  ///
  /// - Parameter fixes: All fixes, each with its source.
  /// - Returns: What a report says of it; nil where there is none.
  mutating func add(phone fixes: [LocationFix]) -> String? {
    guard !fixes.isEmpty else { return nil }
    let satellites = fixes.filter { $0.source == .gnss }
    let chosen = satellites.isEmpty ? fixes.filter { $0.source == .fused } : satellites
    add(chosen.map(ReceiverFix.init))
    let others = fixes.count - chosen.count
    return "\(chosen.count) fixes of the phone's own \(satellites.isEmpty ? "fusion" : "receiver") "
      + "are handed on" + (others > 0 ? ", \(others) of other providers aren't" : "")
  }
}

extension ReceiverFix {
  /// What an app was told, as a receiver's own; what is negative wasn't known.
  init(_ fix: LocationFix) {
    func known(_ value: Double) -> Double? { value >= 0 ? value : nil }
    // Logs without a height's accuracy have heights all the same; zero stands for none.
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
