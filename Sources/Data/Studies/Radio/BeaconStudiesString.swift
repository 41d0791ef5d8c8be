import Formats
import Glibc
import Kernel
import Observations
import Signals
import Truth

/// The RSSI of a phone that is moved along a string from another one, step by step.
struct BeaconStudiesString {
  /// Distance of each step in m, and mean and SD of the RSSI, in dBm and dB.
  let steps: [(distance: Double, mean: Double, spread: Double)]
  /// Fluctuation about the log-distance line: RMS of the steps' means, in dB, and skewness.
  let wobble: Double, skew: Double
  /// Value of the line at 1 m, in dBm.
  let atMetre: Double
  private let rest: [Double]

  /// Distance between fine steps, in m.
  static let fine = 0.01

  /// Evaluates readings from 10 cm on; nil if there are too few steps.
  init?(_ readings: [(distance: Double, strength: Double)]) {
    var byStep: [Int: [Double]] = [:]
    for reading in readings where reading.distance > 0.095 {
      byStep[Int((reading.distance * 100).rounded()), default: []].append(reading.strength)
    }
    steps = byStep.sorted { $0.key < $1.key }.filter { $0.value.count > 4 }.map {
      let found = RadioStudyMath.moments($0.value)
      return (Double($0.key) / 100, found.mean, found.spread)
    }
    guard let line = RadioStudyMath.line(steps.map { SIMD2(log10($0.distance), $0.mean) }) else {
      return nil
    }
    rest = line.rest
    wobble = (rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count)).squareRoot()
    skew = RadioStudyMath.skew(rest)
    atMetre = line.atZero
  }

  init?(_ recording: HeraldRecording) {
    self.init(recording.rows.map { ($0.distanceMetres, $0.rssiDecibelMilliwatts) })
  }

  /// Simulates a phone at distances in m, some seconds at each, in an empty room.
  init?(
    distances: [Double], seconds: Double, profile: BeaconScanProfile, seed: UInt64
  ) throws {
    var parameters = ValidationModels.beacons
    parameters.profile = profile
    // No people were present, only the robot.
    parameters.motion = 0
    let beacon = RadioStudyPlaces.beacon(
      number: 0, at: [0, 0, 0.75], power: -60, interval: 0.1)
    let venue = try RadioStudyPlaces.room(beacons: [beacon])
    let surroundings = BeaconSurroundings(
      venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters,
      seed: seed)
    var readings: [(distance: Double, strength: Double)] = []
    for distance in distances {
      var receiver = BeaconReceiver(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: seed))
      let place = Trajectory(
        along: [[distance, 0, 0]], speed: 1, doing: .standing, placement: .table, level: 0)
      var received: [BeaconAdvertisement] = []
      receiver.received(along: place, from: .start, to: SimTime(seconds: seconds), into: &received)
      readings += received.map { (distance, $0.rssiDecibelMilliwatts) }
    }
    self.init(readings)
  }

  /// Median of the steps' SD, in dB.
  var spreadInStep: Double { RadioStudyMath.median(steps.map(\.spread)) ?? 0 }

  /// True if steps are 1 cm.
  var isFine: Bool { steps.count > 100 }

  /// The autocorrelation of the fluctuation at a lag in cm; nil for coarse steps.
  func correlation(centimetres: Int) -> Double? {
    isFine ? RadioStudyMath.correlation(rest, lag: centimetres) : nil
  }

  /// The SD of the fluctuation in each piece of 70 cm, in dB.
  var pieces: [Double] {
    stride(from: 0, to: rest.count - 69, by: 70).map {
      RadioStudyMath.moments(Array(rest[$0..<($0 + 70)])).spread
    }
  }

  /// Mean RSSI relative to the line's value at 1 m.
  var curve: [SIMD2<Double>] { steps.map { SIMD2($0.distance, $0.mean - atMetre) } }
}
