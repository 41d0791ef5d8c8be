public import Kernel

/// The duty cycle of a phone's beacon scanner.
public enum BeaconScanProfile: String, CaseIterable, Sendable {
  /// Continuous, with a channel change every 40 ms: a phone that ranges with its screen on.
  ///
  /// The interval is an estimate, short enough that all channels mix within a second, as they do in the
  /// iPhones' recordings of herald-analysis (2021-03-05).
  case foreground
  /// 4.096 s per channel without a pause (Android's ScanManager, low latency).
  case lowLatency = "low_latency"
  /// 1.024 s in 4.096 s (Android's ScanManager, balanced).
  case balanced
  /// 0.512 s in 5.12 s (Android's ScanManager, low power).
  case lowPower = "low_power"

  /// The listening time per interval.
  public var window: SimDuration {
    switch self {
    case .foreground: .milliseconds(40)
    case .lowLatency: .milliseconds(4096)
    case .balanced: .milliseconds(1024)
    case .lowPower: .milliseconds(512)
    }
  }

  /// The time from one window to the next, which is on the next channel.
  public var interval: SimDuration {
    switch self {
    case .foreground: .milliseconds(40)
    case .lowLatency: .milliseconds(4096)
    case .balanced: .milliseconds(4096)
    case .lowPower: .milliseconds(5120)
    }
  }

  /// The fraction of time that it listens.
  public var duty: Double { window / interval }
}

/// A scanner since its start: channel and listening window by time.
///
/// It begins on channel 37 and changes to the next one with each interval (Bluetooth Core 5.4, vol 6,
/// part B, 4.4.3), so that a restart within each interval receives one channel only.
public struct BeaconScanner: Hashable, Sendable {
  /// The duty cycle.
  public let profile: BeaconScanProfile
  /// The start of scanning.
  public let start: SimTime
  private let window, interval: Int64

  public init(_ profile: BeaconScanProfile, start: SimTime) {
    self.profile = profile
    self.start = start
    window = profile.window.nanoseconds
    interval = profile.interval.nanoseconds
  }

  /// The first of an event's three frames within a listening window; nil if none.
  ///
  /// - Parameters:
  ///   - event: The start of the event's first frame.
  ///   - airtime: The duration of a frame.
  /// - Returns: The channel, 0 to 2 for 37 to 39, and the frame's time.
  @inline(__always)
  public func frame(
    ofEvent event: SimTime, airtime: SimDuration
  ) -> (channel: Int, time: SimTime)? {
    for channel in 0..<3 as Range<Int64> {
      let time = event + SimDuration(nanoseconds: channel * BeaconFrame.spacing.nanoseconds)
      let elapsed = (time - start).nanoseconds
      guard elapsed >= 0 else { continue }
      let turn = elapsed / interval
      let within = elapsed - turn * interval
      if turn % 3 == channel, within + airtime.nanoseconds <= window {
        return (Int(channel), time)
      }
    }
    return nil
  }
}
