import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Testing
import Truth

struct RideTests {
  private static let bands: [ClosedRange<Double>] = [0.5...2.99, 3...7.99, 8...19.99, 20...50]

  /// The minute of comma2k19 (Example_1, MIT licence): a phone-grade sensor behind the windscreen at 8 to 20
  /// m/s, 104 Hz; m/s² and rad/s RMS in 0.5-3, 3-8, 8-20 and 20-50 Hz (Welch, 1024 samples).
  private static let real: [(name: String, part: MotionPart, levels: [Double], within: Double)] = [
    ("forward", { $0.acceleration.y }, [0.204, 0.114, 0.292, 0.296], 1.6),
    ("right", { $0.acceleration.x }, [0.122, 0.163, 0.255, 0.128], 1.6),
    ("up", { $0.acceleration.z }, [0.232, 0.152, 0.393, 0.199], 1.6),
    ("pitch", { $0.rotation.x }, [0.0192, 0.0051, 0.0052, 0.0103], 2.6),
    ("roll", { $0.rotation.y }, [0.0111, 0.0060, 0.0032, 0.0026], 2.6),
  ]

  @Test func carVibrationMatchesRecordings() throws {
    var ride = TestRide()
    ride.parameters.sampleRateHertz = 104
    let drives = (0..<30 as Range<UInt64>).map { ride.motions(seed: $0) }
    for axis in Self.real {
      let levels = try drives.map { try bandLevels($0, rate: 104, Self.bands, axis.part) }
      for band in Self.bands.indices {
        let column = levels.map { $0[band] }.sorted()
        let ratio = column[15] / axis.levels[band]
        #expect(
          ratio > 1 / axis.within && ratio < axis.within,
          "\(axis.name) in \(Self.bands[band]): \(column[15]), not \(axis.levels[band])")
        // Cars, roads and brackets differ.
        #expect(column[26] / column[3] > 1.4, "\(axis.name) in \(Self.bands[band])")
      }
    }
  }

  @Test(arguments: [
    // Domain tables: cabin RMS in the city .03-.06 g, bus .05-.15 g over all seats, bicycle handlebar .15-.4
    // g on asphalt; 1 g is 9.8 m/s².
    (Doing.driving, Placement.frontPocket, RoadKind.secondary, 12.0, 0.25, 0.9),
    (.passenger, .handTexting, .secondary, 12, 0.15, 0.9),
    (.driving, .cupHolder, .secondary, 12, 0.4, 1.6),
    (.bus, .frontPocket, .secondary, 10, 0.4, 1.4),
    (.cycling, .mount, .cycleway, 5.5, 1.2, 4.0),
    (.cycling, .mount, .track, 5.5, 6, 20),
    (.cycling, .upperArm, .cycleway, 5.5, 0.3, 1.2),
    (.lift, .waist, .primary, 1.5, 0.01, 0.12),
    (.belt, .waist, .primary, 0.5, 0.03, 0.25),
  ])
  func vibrationMatchesPublishedLevels(
    doing: Doing, placement: Placement, road: RoadKind, speed: Double, low: Double, high: Double
  ) {
    let ride = TestRide(
      doing: doing, placement: placement, road: road, speed: speed, seconds: 30)
    let levels = (0..<15 as Range<UInt64>).map { seed -> Double in
      summary(ride.motions(seed: seed).map(\.acceleration.z)).spread
    }
    #expect((low...high).contains(medianOf(levels)), "\(doing) \(placement): \(levels)")
  }

  /// White noise of velocity in space gives an acceleration that grows with the root of speed, and all
  /// springs are linear.
  @Test func followsTheRoad() {
    var ride = TestRide(road: .primary, speed: 16)
    ride.parameters.hum = false
    ride.parameters.bumps = false
    ride.parameters.steering = false
    let seeds = 0..<12 as Range<UInt64>
    let usual = seeds.map { seed in level(ride.motions(seed: seed).map(\.acceleration)) }
    ride.parameters.roughnessFactor = 2
    let rough = seeds.map { seed in level(ride.motions(seed: seed).map(\.acceleration)) }
    for (a, b) in zip(usual, rough) { #expect(abs(b / a - 2) < 1e-3) }
    ride.parameters.roughnessFactor = 1
    ride.speed = 8
    let slow = seeds.map { seed in level(ride.motions(seed: seed).map(\.acceleration)) }
    let ratio = medianOf(zip(usual, slow).map { $0 / $1 })
    #expect(ratio > 1.2 && ratio < 1.75, "\(ratio)")
  }

  @Test func doesNotDependOnEarlierQueries() {
    for (doing, placement) in [(Doing.bus, Placement.backPocket), (.cycling, .frontPocket)] {
      let ride = TestRide(doing: doing, placement: placement, speed: 6, seconds: 60)
      let trajectory = ride.trajectory
      let surface = RoadSurface(of: straightRoad(.residential), seed: 3)
      let receiver = SignalReceiver(seed: 3, device: 9)
      var steady = RideMotion(RideParameters(), on: surface, for: receiver)
      var known: [PhoneMotion] = []
      for number in 0..<3000 {
        let time = SimTime(seconds: 0.02 * Double(number))
        known.append(steady.motion(trajectory.pose(at: time), along: trajectory, at: time))
      }
      // In leaps, backwards, and with new models.
      var leaping = RideMotion(RideParameters(), on: surface, for: receiver)
      for number in [2999, 5, 6, 1234, 1233, 1235, 800, 799, 798, 2000, 2500, 2499, 0] {
        let time = SimTime(seconds: 0.02 * Double(number))
        let pose = trajectory.pose(at: time)
        let got = leaping.motion(pose, along: trajectory, at: time)
        #expect(got == known[number], "sample \(number) of \(doing)")
      }
    }
  }

  /// Two phones in two cars on one road meet the same holes; on another road others.
  @Test func roadSurfaceIsShared() {
    var ride = TestRide(road: .primary)
    ride.parameters.hum = false
    func up(_ seed: UInt64, _ device: UInt64) -> [Double] {
      ride.motions(seed: seed, device: device).map(\.acceleration.z)
    }
    func correlation(_ a: [Double], _ b: [Double]) -> Double {
      let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
      let squares = (a.reduce(0) { $0 + $1 * $1 }, b.reduce(0) { $0 + $1 * $1 })
      return product / (squares.0 * squares.1).squareRoot()
    }
    let pairs = (0..<8 as Range<UInt64>).map { correlation(up($0, 1), up($0, 2)) }
    #expect(medianOf(pairs) > 0.6, "\(pairs)")
    #expect(abs(correlation(up(1, 1), up(2, 1))) < 0.2)
  }

  @Test func tiltFollowsAcceleration() {
    // Accelerating at 1 m/s² for 15 s.
    let ride = TestRide(speed: 15)
    let trajectory = ride.trajectory
    var parameters = RideParameters()
    parameters.roughness = false
    parameters.hum = false
    var car = RideMotion(
      parameters, on: RoadSurface(of: RoadNetwork(), seed: 1),
      for: SignalReceiver(seed: 1, device: 1))
    let time = SimTime(seconds: 8)
    let noseUp = car.motion(trajectory.pose(at: time), along: trajectory, at: time).tilt.x
    #expect(noseUp > 0.002 && noseUp < 0.008, "\(noseUp)")
    // In a bend of 8 m at 5 m/s a bicycle leans in, by v²/(g r).
    let bend = (0..<80).map { step in
      let angle = Double(step) / 40 * .pi
      return Vec3(20, 8, 0) + Vec3(Vec2(angle: angle - .pi / 2, length: 8), 0)
    }
    let bike = Trajectory(
      along: [Vec3(0, 0, 0)] + bend, speed: 5, doing: .cycling, placement: .mount)
    var bicycle = RideMotion(
      parameters, on: RoadSurface(of: RoadNetwork(), seed: 1),
      for: SignalReceiver(seed: 1, device: 1))
    let inBend = SimTime(seconds: 10)
    let pose = bike.pose(at: inBend)
    #expect(pose.turnRate > 0.3)
    let lean = bicycle.motion(pose, along: bike, at: inBend).tilt.y
    #expect(lean < -0.15 && lean > -0.5, "\(lean)")
  }

  @Test func speedHumpsCauseShocks() {
    var ride = TestRide(placement: .dash, road: .residential, speed: 8, seconds: 100)
    ride.parameters.hum = false
    var shocks = 0
    for seed in 0..<8 as Range<UInt64> {
      ride.parameters.bumps = true
      let with = ride.motions(seed: seed)
      ride.parameters.bumps = false
      let without = ride.motions(seed: seed)
      let maximum = zip(with, without).map { abs($0.acceleration.z - $1.acceleration.z) }.max() ?? 0
      // .4 to .8 g (domain tables).
      if maximum > 2 { shocks += 1 }
      #expect(maximum < 14, "\(maximum)")
    }
    #expect(shocks >= 1)
  }

  @Test func idealModelHasNoMotion() {
    for doing in Doing.allCases {
      let ride = TestRide(doing: doing, parameters: .ideal, seconds: 20)
      for motion in ride.motions(seed: 4) {
        #expect(motion.acceleration.length < 1e-9 && motion.rotation.length < 1e-9)
      }
    }
  }
}
