import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Testing
import Truth

struct TrainTests {
  private static let seeds = 0..<12 as Range<UInt64>

  private func ride(
    _ doing: Doing, _ placement: Placement = .table, speed: Double
  ) -> TestRide {
    var ride = TestRide(doing: doing, placement: placement, road: .primary, speed: speed)
    ride.parameters.sampleRateHertz = 100
    return ride
  }

  /// 0.01 to 0.03 g in total, at the speeds of suburban and regional trains (domain tables).
  @Test(arguments: [(Placement.table, 22.0), (.frontPocket, 22), (.handTexting, 28), (.bag, 33)])
  func vibrationMatchesTrains(placement: Placement, speed: Double) {
    let levels = Self.seeds.map {
      level(ride(.train, placement, speed: speed).motions(seed: $0).map(\.acceleration))
    }
    #expect((0.09...0.36).contains(medianOf(levels)), "\(levels)")
  }

  @Test(arguments: [Placement.table, .frontPocket, .handTexting, .backPocket])
  func vibratesLessThanBus(placement: Placement) {
    func median(_ doing: Doing) -> Double {
      medianOf(
        Self.seeds.map {
          level(ride(doing, placement, speed: 15).motions(seed: $0).map(\.acceleration))
        })
    }
    let (train, bus) = (median(.train), median(.bus))
    #expect(train < bus * 0.5, "\(train) and \(bus) m/s²")
  }

  /// It bounces near 1 to 1.5 Hz, sways at 0.5 to 1 Hz, and has little energy above 20 Hz.
  @Test func swaysAtLowFrequencies() throws {
    let bands = [0.4...1.1, 0.8...1.8, 2...4, 20...45]
    var sums = (up: [0.0, 0, 0, 0], side: [0.0, 0, 0, 0])
    for seed in Self.seeds {
      let motions = ride(.train, speed: 22).motions(seed: seed)
      let up = try bandLevels(motions, rate: 100, bands) { $0.acceleration.z }
      let side = try bandLevels(motions, rate: 100, bands) { $0.acceleration.x }
      for band in bands.indices {
        let width = bands[band].upperBound - bands[band].lowerBound
        sums.up[band] += up[band] * up[band] / width
        sums.side[band] += side[band] * side[band] / width
      }
    }
    #expect(sums.up[1] > 2 * sums.up[2] && sums.up[1] > 4 * sums.up[3], "\(sums.up)")
    #expect(sums.side[0] > 2 * sums.side[2] && sums.side[0] > 4 * sums.side[3], "\(sums.side)")
  }

  @Test func switchesAndRailsCauseVibration() {
    var train = ride(.train, speed: 30)
    train.parameters.hum = false
    func up(_ seed: UInt64, _ device: UInt64) -> [Double] {
      train.motions(seed: seed, device: device).map(\.acceleration.z)
    }
    var shocks = 0
    for seed in Self.seeds {
      train.parameters.bumps = true
      let with = up(seed, 1)
      train.parameters.bumps = false
      let maximum = zip(with, up(seed, 1)).map { abs($0 - $1) }.max() ?? 0
      if maximum > 0.05 { shocks += 1 }
      #expect(maximum < 3, "\(maximum)")
    }
    // A minute at 30 m/s passes nine squares of 200 m, of which one in eight has a switch.
    #expect(shocks >= 3 && shocks < 12, "\(shocks)")
    train.parameters.roughness = false
    #expect(up(3, 1).allSatisfy { abs($0) < 1e-9 })
    train.parameters.roughness = true
    train.parameters.railFactor = 0
    #expect(up(3, 1).allSatisfy { abs($0) < 1e-9 })
  }

  /// In a bend, the cant turns part of the lateral force into the floor.
  @Test func cantTiltsInBends() {
    let bend = (0..<200).map { step in
      Vec3(800, 400, 0) + Vec3(Vec2(angle: Double(step) / 200 * .pi - .pi / 2, length: 400), 0)
    }
    let trajectory = Trajectory(
      along: [Vec3(0, 0, 0)] + bend, speed: 18, doing: .train, placement: .table)
    var parameters = RideParameters.ideal
    parameters.lean = true
    for cant in [true, false] {
      parameters.cant = cant
      var model = RideMotion(
        parameters, on: RoadSurface(of: RoadNetwork(), seed: 1),
        for: SignalReceiver(seed: 1, device: 1))
      let time = SimTime(seconds: 90)
      let pose = trajectory.pose(at: time)
      let tilt = model.motion(pose, along: trajectory, at: time).tilt.y
      let pull = 18 * 18 / 400.0 / 9.80665
      #expect(abs(pose.turnRate - 18 / 400.0) < 0.01)
      #expect(cant ? abs(tilt + 0.5 * pull) < 0.1 * pull : abs(tilt) < 1e-3, "\(tilt)")
    }
  }
}
