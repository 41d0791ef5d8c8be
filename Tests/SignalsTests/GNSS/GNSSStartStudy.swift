import Geometry
import Kernel
import Observations
import Signals
import Studies
import Truth

/// Time to first fix of receivers.
struct GNSSStartStudy {
  /// Times to first fix under an open sky, in s; longer ones than the timeout are left out.
  ///
  /// - Parameters:
  ///   - start: The kind of start.
  ///   - seeds: One receiver each, at different hours.
  ///   - patience: The timeout, in s.
  ///   - weaker: Attenuation of all signals, in dB.
  /// - Returns: The times, sorted.
  /// - Throws: `GeometryError`, which a fixed position never causes.
  static func times(
    _ start: GNSSStart, seeds: Range<UInt64>, patience: Int = 120, weaker: Double = 0
  ) throws -> [Double] {
    var parameters = GNSSParameters()
    parameters.start = start
    parameters.noiseFigureDecibels = weaker
    var times: [Double] = []
    for seed in seeds {
      let sky = GNSSScenes.sky(hour: Double(seed % 160) + 0.0011 * Double(seed), minutes: 3)
      let scene = GNSSSurroundings(frame: try GNSSScenes.frame(), sky: sky, seed: seed)
      var receiver = GNSSReceiver(
        parameters, in: scene, for: SignalReceiver(seed: seed, device: 3))
      let pose = Pose(position: .zero, placement: .table)
      for second in 0...patience {
        let time = SimTime(seconds: Double(second))
        let usable = receiver.sense(pose, at: time).measurements.filter {
          !$0.state.isDisjoint(with: [.timeOfWeekDecoded, .glonassTimeOfDayDecoded])
            && receiver.hasEphemeris(of: $0.satellite, at: time)
        }
        let systems = Set(usable.map(\.satellite.constellation)).count
        if usable.count >= 3 + systems, systems > 0 {
          times.append(Double(second))
          break
        }
      }
    }
    return times.sorted()
  }
}
