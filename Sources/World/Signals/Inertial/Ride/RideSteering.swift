import Geometry
import Glibc
import Kernel

/// Lane-keeping motion of a driven vehicle: a sum of sinusoids in lateral position.
///
/// The sinusoids are the vehicle's own, so that the motion is defined at every moment and common to all on
/// board. It is consistent: the lateral acceleration is the speed times the yaw rate. Awake drivers on long
/// drives have a standard deviation of lateral position of 0.15 to 0.25 m (O'Hanlon 1984; Verster and Roth
/// 2011; from memory), nearly all below 0.1 Hz; here the offset never exceeds 0.3 m, so it is less. The
/// faster part is small and follows from the yaw rate of the comma2k19 car: 0.5, 3, 1.7 and 1.2 mrad/s RMS
/// in 0.03-0.1, 0.1-0.3, 0.3-0.5 and 0.5-1 Hz at 17 m/s; the second includes some of the road's bends.
struct RideSteering: Sendable {
  /// The steering at a moment.
  struct SteeringState: Sendable {
    /// In m to the left of the trajectory.
    var offset = 0.0
    /// In rad, and in rad/s, to the left.
    var heading = 0.0
    var rate = 0.0
    /// To the left, in m/s².
    var pull = 0.0
  }

  /// Max lateral offset, in m.
  static let maximum = 0.3
  /// The speed scale below which lane keeping fades out, in m/s; an estimate.
  private static let minSpeed = 6.0

  /// A wave's angular frequency in rad/s, its amplitude in m, and its phase in rad.
  private var waves = InlineArray<11, SIMD3<Double>>(repeating: .zero)

  /// Creates zero steering.
  init() {}

  /// Draws the steering of a vehicle.
  ///
  /// - Parameters:
  ///   - vehicle: The random stream of the vehicle.
  ///   - share: The amplitude factor; 1 for a car, less for heavy vehicles.
  init(_ vehicle: RandomStream, share: Double) {
    var draws = vehicle
    // Drivers differ (estimates).
    let calm = draws.uniform(in: 0.5...1)
    let busy = exp(0.3 * min(1.5, max(-1.5, draws.gaussian())))
    // Frequency range in Hz; RMS of the offset in m, or else of the lateral acceleration in m/s².
    let bands: [(hertz: ClosedRange<Double>, way: Double, pull: Double)] = [
      (0.025...0.045, 0.05 * calm, 0), (0.045...0.07, 0.05 * calm, 0),
      (0.07...0.1, 0.03 * calm, 0), (0.1...0.16, 0, 0.016 * busy),
      (0.16...0.23, 0, 0.02 * busy), (0.23...0.31, 0, 0.02 * busy),
      (0.31...0.4, 0, 0.017 * busy), (0.4...0.5, 0, 0.015 * busy),
      (0.5...0.62, 0, 0.012 * busy), (0.62...0.78, 0, 0.011 * busy),
      (0.78...1, 0, 0.009 * busy),
    ]
    var reach = 0.0
    for (number, band) in bands.prefix(waves.count).enumerated() {
      let angular = 2 * .pi * draws.uniform(in: band.hertz)
      let size = band.pull > 0 ? band.pull / (angular * angular) : band.way
      let phase = draws.uniform(in: 0...(2 * .pi))
      waves[number] = SIMD3(angular, size * 2.0.squareRoot() * share, phase)
      reach += waves[number].y
    }
    if reach > Self.maximum {
      for number in waves.indices { waves[number].y *= Self.maximum / reach }
    }
  }

  /// The steering at a moment, in s, and a speed in m/s.
  func turn(at seconds: Double, speed: Double) -> SteeringState {
    guard waves[0].y > 0, speed > 0 else { return SteeringState() }
    var (way, slope, bend) = (0.0, 0.0, 0.0)
    for number in waves.indices {
      let wave = waves[number]
      let angle = wave.x * seconds + wave.z
      let (s, c) = (sin(angle), cos(angle))
      way += wave.y * s
      slope += wave.y * wave.x * c
      bend -= wave.y * wave.x * wave.x * s
    }
    // Fades out with lower speed, to zero at a standstill.
    let square = speed * speed
    let share = square / (square + Self.minSpeed * Self.minSpeed)
    return SteeringState(
      offset: way * share, heading: slope * share / max(speed, 0.1),
      rate: bend * share / max(speed, 0.1), pull: bend * share)
  }
}
