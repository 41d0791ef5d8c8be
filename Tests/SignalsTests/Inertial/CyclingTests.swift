import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Testing
import Truth

struct CyclingTests {
  /// Domain tables: cadence 60 to 90 rpm, gyroscope 1.5 to 2.5 rad/s at the thigh, .15 to .35 g.
  @Test func cadenceAndAmplitudeMatchCycling() throws {
    var rotations: [Double] = []
    var accelerations: [Double] = []
    for seed in 0..<20 as Range<UInt64> {
      let ride = TestRide(
        doing: .cycling, placement: .frontPocket, road: .cycleway, speed: 5.5, seconds: 120)
      let motions = ride.motions(seed: seed)
      // While the crank turns.
      let turning = motions.filter { abs($0.rotation.x) > 0.05 || abs($0.tilt.x) > 0.05 }
      #expect(Double(turning.count) / Double(motions.count) > 0.5, "seed \(seed)")
      rotations.append(level(turning.map { Vec3($0.rotation.x, 0, 0) }))
      accelerations.append(level(turning.map(\.acceleration)))
      let spectrum = try PowerSpectrum(
        of: motions.map(\.rotation.x), rate: 50, segmentLength: 1024)
      let peak = spectrum.densities.indices.max {
        spectrum.densities[$0] < spectrum.densities[$1]
      }
      let cadence = spectrum.frequencies[peak ?? 0]
      #expect((0.9...1.75).contains(cadence), "seed \(seed): \(cadence) Hz")
    }
    #expect((1.3...2.6).contains(medianOf(rotations)), "\(rotations)")
    #expect((1.5...3.7).contains(medianOf(accelerations)), "\(accelerations)")
  }

  @Test func coastingShareIsRealistic() {
    var coasting = 0
    var all = 0
    for seed in 0..<40 as Range<UInt64> {
      let ride = TestRide(
        doing: .cycling, placement: .frontPocket, road: .cycleway, speed: 5.5,
        parameters: quietRide, seconds: 240)
      for motion in ride.motions(seed: seed) {
        all += 1
        if motion.rotation.length < 1e-3, motion.tilt.length < 1e-3 { coasting += 1 }
      }
    }
    let share = Double(coasting) / Double(all)
    #expect((0.08...0.25).contains(share), "\(share)")
  }

  private var quietRide: RideParameters {
    var parameters = RideParameters()
    parameters.roughness = false
    parameters.hum = false
    parameters.lean = false
    return parameters
  }

  /// The rotation rate is the derivative of the tilt.
  @Test func rotationIsDerivativeOfTilt() {
    let ride = TestRide(
      doing: .cycling, placement: .frontPocket, road: .cycleway, speed: 5,
      parameters: quietRide, seconds: 30)
    let motions = ride.motions(seed: 2)
    for (before, after) in zip(motions, motions.dropFirst()) {
      let change = (after.tilt.x - before.tilt.x) / 0.02
      let measured = (after.rotation.x + before.rotation.x) / 2
      #expect(abs(change - measured) < 0.12, "\(change) but \(measured)")
    }
  }
}
