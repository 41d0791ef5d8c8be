import Glibc
public import Kernel
public import Mobility
public import Observations

/// What a phone's accelerometer reads while its owner stands and walks: modelled, not validated.
///
/// Walking is a sum of the stride's harmonics in the body's axes, even ones vertical and forward,
/// odd ones sideways (Menz et al., Gait & Posture 18, 2003), with the amplitudes measured from the
/// UCI HAR recordings of a phone at the waist; amplitude grows with speed to the power of 1.75. The
/// phase is that of the true steps, so that footfalls in the signal are footfalls in the truth.
public struct AccelerometerModel: Sendable {
  /// Standard gravity, in m/s² (CGPM 1901).
  public static let gravity = 9.80665

  /// Amplitudes of the stride's harmonics 1 to 8 at a normal pace, in g: UCI HAR test set, medians.
  private static let vertical = [0.021, 0.228, 0.081, 0.069, 0.040, 0.087, 0.041, 0.063]
  private static let horizontal = [0.086, 0.153, 0.055, 0.087]
  /// What the harmonics leave unexplained while walking, in g RMS: UCI HAR test set, median.
  private static let unmodelled = 0.072
  /// Bosch BMI270 data sheet: noise density in g/√Hz, full scale in g, resolution in LSB/g.
  private static let noiseDensity = 160e-6
  private static let range = 8.0
  private static let resolution = 4096.0
  /// The pace at which the amplitudes hold, in m/s: the mean free walk (Weidmann 1993).
  private static let normalPace = 1.34

  private let bias: SIMD3<Double>
  private let noise: Double
  private let phases: [Double]
  private let noiseDraws: RandomStream

  /// Creates the accelerometer of one device.
  ///
  /// - Parameters:
  ///   - sampleRateHertz: How often it is read, in Hz.
  ///   - seed: The run's seed.
  ///   - device: The device's number in random streams.
  public init(sampleRateHertz: Double, seed: UInt64, device: UInt64) {
    var traits = RandomStream(seed: seed, entity: device, purpose: "accelerometer.traits")
    // Zero-g offset of a calibrated part, ±20 mg (BMI270 data sheet).
    bias = SIMD3(traits.gaussian(), traits.gaussian(), traits.gaussian()) * 0.02 * Self.gravity
    noise = Self.noiseDensity * (sampleRateHertz / 2).squareRoot() * Self.gravity
    phases = (0..<8).map { $0 == 1 ? 0 : traits.uniform(in: 0...(2 * .pi)) }
    noiseDraws = RandomStream(seed: seed, entity: device, purpose: "accelerometer.noise")
  }

  /// What the sensor reads at a pose: specific force in the device's axes, in m/s².
  ///
  /// The draws are addressed by the time, so that a sensor that sleeps reads the same afterwards.
  public func sample(_ pose: Pose, at time: SimTime) -> InertialSample {
    var stream = noiseDraws.at(index: UInt64(bitPattern: time.nanoseconds))
    var force = SIMD3(0, 0, Self.gravity)
    let isStepping = pose.doing.isOnFoot && pose.placement.isOnBody
    if isStepping { force += gait(pose, &stream) }
    let tilt = pose.placement.tilt
    // From body axes (right, forward, up) to device axes: leaning back turns up from y to z.
    let (s, c) = (sin(tilt), cos(tilt))
    var reading = SIMD3(force.x, c * force.z + s * force.y, s * force.z - c * force.y) + bias
    reading += SIMD3(stream.gaussian(), stream.gaussian(), stream.gaussian()) * noise
    reading = quantised(reading)
    return InertialSample(
      time: time, x: Float(reading.x), y: Float(reading.y), z: Float(reading.z))
  }

  /// The acceleration of walking: right, forward, up, in m/s².
  private func gait(_ pose: Pose, _ stream: inout RandomStream) -> SIMD3<Double> {
    let (stepShare, strideShare) = pose.placement.shares
    let strength = pow(pose.speed / Self.normalPace, 1.75) * Self.gravity
    let stride = .pi * pose.steps
    var up = 0.0
    var sideways = 0.0
    var forward = 0.0
    for index in 0..<8 {
      let share = index.isMultiple(of: 2) ? strideShare : stepShare
      let wave = share * cos(Double(index + 1) * stride + phases[index])
      up += Self.vertical[index] * wave
      guard index < 4 else { continue }
      if index.isMultiple(of: 2) {
        sideways += Self.horizontal[index] * wave
      } else {
        forward += Self.horizontal[index] * wave
      }
    }
    up += Self.unmodelled * stepShare * stream.gaussian()
    return SIMD3(sideways, forward, up) * strength
  }

  private func quantised(_ reading: SIMD3<Double>) -> SIMD3<Double> {
    let limit = SIMD3(repeating: Self.range * Self.gravity)
    let unit = Self.gravity / Self.resolution
    return (reading.clamped(lowerBound: -limit, upperBound: limit) / unit)
      .rounded(.toNearestOrAwayFromZero) * unit
  }
}

extension Placement {
  /// How much of the waist's step and stride it feels: engineering estimates.
  fileprivate var shares: (step: Double, stride: Double) {
    switch self {
    case .waist: (1, 1)
    case .frontPocket: (1.1, 5)
    case .backPocket: (1.1, 4)
    case .upperArm: (0.9, 2)
    case .handSwinging: (1, 6)
    case .handTexting: (0.6, 0.3)
    case .bag: (0.8, 1.5)
    case .table, .dash, .cupHolder, .mount: (0, 0)
    }
  }

  /// How far it leans back from upright, in radians.
  fileprivate var tilt: Double {
    switch self {
    case .handTexting, .mount: .pi / 4
    case .table, .dash: .pi / 2
    default: 0
    }
  }
}
