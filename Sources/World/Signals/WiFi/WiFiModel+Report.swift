import Glibc
import Kernel
import Observations
import Venues

extension WiFiModel {
  /// The logistic scale of the detection probability, in dB; an estimate.
  ///
  /// Fading adds its own spread: the transition takes some 10 dB in measured repeat readings.
  private static let stepDecibels = 1.2
  /// Max detection probability of strong beacons, and the capture margin over colliding signals.
  ///
  /// Measured at -50 dBm: 0.96 at 5 GHz. The capture effect needs some 8 to 10 dB at 1 Mb/s (from
  /// memory).
  private static let greatestShare = 0.97, captureDecibels = 8.0
  /// The fraction of other traffic that a beacon can collide with (hidden nodes); others defer.
  ///
  /// Fitted to the mall: of 2.4 GHz beacons reported at -80, -65 and -50 dBm, the next scan receives 0.34,
  /// 0.69 and 0.90; in the quiet museum 0.9, 0.97 and 1.
  private static let hiddenShare = 0.35
  /// The sensitivity gain at 2.4 GHz over 5 GHz, in dB: 1 Mb/s instead of 6 Mb/s.
  private static let slowGain = 2.0

  /// Adds the readings of one channel, after misses and collisions.
  mutating func report(
    _ visit: WiFiChannelPlan.Visit, _ time: SimTime, scan: SimTime,
    into readings: inout [WiFiReading]
  ) {
    guard !received.isEmpty else { return }
    let load = AirtimeLoad(self)
    let half = parameters.sensitivity + phone.sensitivity - (visit.is2GHz ? Self.slowGain : 0)
    for item in received {
      let emitter =
        item.travels ? surroundings.travelling[item.emitter] : surroundings.emitters[item.emitter]
      let level = item.level
      var share = 1.0
      if parameters.hasMisses {
        share = Self.greatestShare / (1 + exp((half - level) / Self.stepDecibels))
      } else if level < half {
        continue
      }
      if parameters.hasCollisions {
        let others = load.airtime(above: level - Self.captureDecibels)
        // The sum includes the radio's own airtime.
        share *= exp(-Self.hiddenShare * max(0, others - emitter.airtime))
      }
      for network in emitter.networks {
        let name = surroundings.networks[network]
        let luck = draw(name.bssid.value &* 0x2545_F491_4F6C_DD1D, scan)
        guard WiFiHash.share(luck) < share else { continue }
        let reported = reportedLevel(level, luck, is2GHz: visit.is2GHz)
        readings.append(
          WiFiReading(
            bssid: name.bssid, ssid: name.ssid, rssiDecibelMilliwatts: reported,
            frequencyMegahertz: emitter.megahertz, time: time))
      }
    }
  }

  /// The reported level, with the device's offset, slope, noise and rounding.
  private func reportedLevel(_ level: Double, _ luck: UInt64, is2GHz: Bool) -> Double {
    var level = level
    if parameters.networkDecibels > 0 {
      let draw = WiFiHash.mixed(luck)
      // One in twenty readings has five times the spread: another antenna or a burst of noise.
      let spread = (draw & 0xFF < 13 ? 5.0 : 1.0) * (is2GHz ? 1.3 : 0.85)
      level += parameters.networkDecibels * spread * WiFiHash.normal(WiFiHash.mixed(draw))
    }
    let band = is2GHz ? phone.offset2GHz : phone.offset5GHz
    let reported = -70 + phone.slope * (level + 70) + phone.offset + band
    guard parameters.isQuantised else { return reported }
    // UJIIndoorLoc goes down to -102 dBm, the Indoor Location Competition 2.0 up to -7 dBm.
    return min(-1, max(-104, reported.rounded()))
  }
}

/// The airtime on a channel by received level.
private struct AirtimeLoad {
  /// Cumulative airtime of the radios at or above each level, from -127 dBm in steps of 1 dB.
  private var shares = InlineArray<128, Float>(repeating: 0)

  init(_ model: borrowing WiFiModel) {
    for item in model.received {
      let emitter =
        item.travels
        ? model.surroundings.travelling[item.emitter] : model.surroundings.emitters[item.emitter]
      shares[Self.step(item.level)] += Float(emitter.airtime)
    }
    for step in (0..<127).reversed() { shares[step] += shares[step + 1] }
  }

  private static func step(_ level: Double) -> Int {
    min(127, max(0, Int(level + 127)))
  }

  func airtime(above level: Double) -> Double {
    Double(shares[Self.step(level)])
  }
}
