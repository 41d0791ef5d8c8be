import Geometry
import Kernel
import Observations
import Signals
import Studies
import Truth

/// How long receivers take to their first fix.
struct GNSSStartStudy {
  /// Times to the first fix under an open sky, in s; those that took longer than asked are left out.
  ///
  /// - Parameters:
  ///   - start: What is known.
  ///   - seeds: One receiver each, at other hours.
  ///   - patience: How long to wait, in s.
  ///   - weaker: By how much all signals are weaker, in dB.
  /// - Returns: The times, sorted.
  /// - Throws: `GeometryError`, which a fixed place never causes.
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
