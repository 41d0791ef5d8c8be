import Geometry
import Kernel
import Observations
import Signals
import Studies
import Testing
import Truth

/// Vans and buses beside an antenna in a street.
struct GNSSVehiclesTests {
  /// A satellite in a second of a drive.
  private struct Key: Hashable {
    let satellite: SatelliteID
    let second: Int
    let isLow: Bool
  }

  /// C/N0 in dB-Hz at a driver's receiver in ten minutes on a street of low buildings.
  private static func strengths(
    _ placement: Placement, vehicles: Bool, houses: Double = 3
  ) throws -> [Key: Double] {
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(minutes: 12), seed: 3,
      prisms: try GNSSScenes.street(height: houses, width: 60))
    var parameters = GNSSParameters.bare
    (parameters.buildings, parameters.multipath) = (true, true)
    parameters.vehicles = vehicles
    var receiver = GNSSReceiver(parameters, in: scene, for: SignalReceiver(seed: 5, device: 1))
    var received: [Key: Double] = [:]
    for second in 0..<600 {
      let time = Double(second)
      let pose = Pose(
        position: Vec3(2, 2 * time - 600, 0), velocity: Vec3(0, 2, 0), headingRadians: .pi / 2,
        doing: .driving, placement: placement)
      for signal in receiver.sense(pose, at: SimTime(seconds: time)).measurements {
        guard let way = GNSSScenes.direction(signal.satellite, in: scene, at: time),
          way.z < 0.42 || way.z > 0.94
        else { continue }
        received[Key(satellite: signal.satellite, second: second, isLow: way.z < 0.42)] =
          signal.carrierToNoiseDecibelHertz
      }
    }
    return received
  }

  /// Fraction of samples in which a vehicle attenuates by 6 dB or more, for low and for high satellites.
  private static func hidden(
    _ placement: Placement, houses: Double = 3
  ) throws -> (low: Double, high: Double) {
    let without = try strengths(placement, vehicles: false, houses: houses)
    let with = try strengths(placement, vehicles: true, houses: houses)
    func share(isLow: Bool) -> Double {
      let own = without.filter { $0.key.isLow == isLow }
      let lost = own.count { $0.value - (with[$0.key] ?? 0) > 6 }
      return Double(lost) / Double(max(1, own.count))
    }
    return (share(isLow: true), share(isLow: false))
  }

  /// They sometimes block low satellites for a phone on the dashboard, and never high ones; less with a
  /// higher antenna; and in the open country there are none.
  @Test func vehiclesBlockLowSatellites() throws {
    let (dash, roof) = (try Self.hidden(.dash), try Self.hidden(.roof))
    #expect(dash.low > 0.01 && dash.low < 0.2 && dash.high == 0, "\(dash)")
    #expect(roof.low < dash.low, "\(roof) and \(dash)")
    #expect(try Self.hidden(.dash, houses: 0).low == 0)
  }
}
