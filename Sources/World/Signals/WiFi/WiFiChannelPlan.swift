import Kernel

/// The sequence of channels of a scan.
struct WiFiChannelPlan: Sendable {
  /// The dwell on one channel.
  struct Visit: Sendable {
    /// The channel's centre, in MHz.
    var megahertz: Double
    /// From the scan's start to the middle of the dwell.
    var middle: SimDuration
    var is2GHz: Bool
  }

  private(set) var visits: [Visit] = []
  /// The duration of the whole scan.
  private(set) var duration = SimDuration.zero

  /// Lays out the channels: 2.4 GHz from 1 to 13, then 5 GHz without and with radar detection (DFS).
  ///
  /// The order follows the last-seen times of an Android phone in the Indoor Location Competition 2.0.
  init(_ parameters: WiFiParameters) {
    var seconds = 0.0
    func add(_ megahertz: Double, passive: Bool) {
      let dwell = passive ? parameters.passiveSeconds : parameters.activeSeconds
      visits.append(
        Visit(
          megahertz: megahertz, middle: .seconds(seconds + dwell / 2),
          is2GHz: megahertz < 3000))
      seconds += dwell + parameters.switchSeconds
    }
    if parameters.band2GHz {
      for channel in 1...13 { add(2407 + 5 * Double(channel), passive: false) }
    }
    if parameters.band5GHz {
      let open = [36, 40, 44, 48, 149, 153, 157, 161, 165]
      let radar =
        Array(stride(from: 52, through: 64, by: 4)) + stride(from: 100, through: 144, by: 4)
      for channel in open { add(5000 + 5 * Double(channel), passive: false) }
      if parameters.radarChannels {
        for channel in radar { add(5000 + 5 * Double(channel), passive: true) }
      }
    }
    duration = .seconds(seconds)
  }

  /// For each visit, the range of the radios on its channel, of emitters sorted by channel.
  func ranges(of emitters: [WiFiSurroundings.Emitter]) -> [Range<Int>] {
    var ranges = [Range<Int>](repeating: 0..<0, count: visits.count)
    // Many radios share a channel, and a crowd has many phones: each channel is looked up once.
    var latest: (megahertz: Double, visit: Int?) = (.nan, nil)
    for (index, emitter) in emitters.enumerated() {
      if emitter.megahertz != latest.megahertz {
        latest = (emitter.megahertz, visit(for: emitter.megahertz))
      }
      guard let visit = latest.visit else { continue }
      let first = ranges[visit].isEmpty ? index : ranges[visit].lowerBound
      ranges[visit] = first..<(index + 1)
    }
    return ranges
  }

  /// The index of the visit that receives a radio; nil if its channel isn't scanned.
  ///
  /// Wide channels are given by their centre; their beacons are on one 20 MHz part of it.
  func visit(for megahertz: Double) -> Int? {
    let nearest = visits.indices.min {
      abs(visits[$0].megahertz - megahertz) < abs(visits[$1].megahertz - megahertz)
    }
    guard let nearest, abs(visits[nearest].megahertz - megahertz) <= 11 else { return nil }
    return nearest
  }
}
