import Glibc
import Kernel
import Observations
import Venues

extension WiFiModel {
  /// How wide the step from none to all is, in dB; an estimate.
  ///
  /// Fading adds its own spread: over 10 dB or so in readings seen again, as measured.
  private static let stepDecibels = 1.2
  /// The share heard of what is strong, and how much stronger a beacon must be than what collides
  /// with it.
  ///
  /// Measured at -50 dBm: 0.96 at 5 GHz. The capture effect needs some 8 to 10 dB at 1 Mb/s (from
  /// memory).
  private static let greatestShare = 0.97, captureDecibels = 8.0
  /// The share of what others send that a beacon can collide with: those that hear each other wait.
  ///
  /// Fitted to the mall, where of 2.4 GHz beacons told at -80, -65 and -50 dBm 0.34, 0.69 and 0.90 are
  /// heard in the next scan; in the quiet museum these are 0.9, 0.97 and 1.
  private static let hiddenShare = 0.35
  /// How far below that of 5 GHz the sensitivity at 2.4 GHz lies: 1 Mb/s instead of 6 Mb/s.
  private static let slowGain = 2.0

  /// Reports what of one channel's radios was heard.
  mutating func report(
    _ visit: WiFiChannelPlan.Visit, _ time: SimTime, scan: SimTime,
    into readings: inout [WiFiReading]
  ) {
    guard !heard.isEmpty else { return }
    let load = AirtimeLoad(self)
    let half = parameters.sensitivity + phone.sensitivity - (visit.is2GHz ? Self.slowGain : 0)
    for item in heard {
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
        // Its own time is among them if its own level is, as it always is.
        share *= exp(-Self.hiddenShare * max(0, others - emitter.airtime))
      }
      for network in emitter.networks {
        let name = surroundings.networks[network]
        let luck = draw(name.bssid.value &* 0x2545_F491_4F6C_DD1D, scan)
        guard WiFiHash.share(luck) < share else { continue }
        let told = reported(level, luck, is2GHz: visit.is2GHz)
        readings.append(
          WiFiReading(
            bssid: name.bssid, ssid: name.ssid, rssiDecibelMilliwatts: told,
            frequencyMegahertz: emitter.megahertz, time: time))
      }
    }
  }

  /// What the phone tells of a level.
  private func reported(_ level: Double, _ luck: UInt64, is2GHz: Bool) -> Double {
    var level = level
    if parameters.networkDecibels > 0 {
      let draw = WiFiHash.mixed(luck)
      // In one of twenty another antenna or a burst of noise: five times the spread.
      let spread = (draw & 0xFF < 13 ? 5.0 : 1.0) * (is2GHz ? 1.3 : 0.85)
      level += parameters.networkDecibels * spread * WiFiHash.normal(WiFiHash.mixed(draw))
    }
    let band = is2GHz ? phone.offset2GHz : phone.offset5GHz
    let told = -70 + phone.slope * (level + 70) + phone.offset + band
    guard parameters.isQuantised else { return told }
    // UJIIndoorLoc goes down to -102 dBm, the Indoor Location Competition 2.0 up to -7 dBm.
    return min(-1, max(-104, told.rounded()))
  }
}

/// How much of the time on a channel radios of some strength send.
private struct AirtimeLoad {
  /// Of all whose level is at least that of a step, from -127 dBm in steps of 1 dB.
  private var shares = InlineArray<128, Float>(repeating: 0)

  init(_ model: borrowing WiFiModel) {
    for item in model.heard {
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
