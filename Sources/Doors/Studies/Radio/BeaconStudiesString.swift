import Formats
import Glibc
import Kernel
import Observations
import Signals
import Truth

/// What a phone hears of another that is moved along a string, step by step.
struct BeaconStudiesString {
  /// For each step its distance in m, and the mean and the spread of what was heard, in dBm and dB.
  let steps: [(distance: Double, mean: Double, spread: Double)]
  /// The RMS of steps' means about the line over the logarithm of distance, in dB, and their skew.
  let wobble: Double, skew: Double
  /// The line's value at 1 m, in dBm.
  let atMetre: Double
  private let rest: [Double]

  /// The distance between fine steps, in m.
  static let fine = 0.01

  /// Looks at readings from 10 cm on; nil if there are too few steps.
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

  /// A recording.
  init?(_ recording: HeraldRecording) {
    self.init(recording.rows.map { ($0.distanceMetres, $0.rssiDecibelMilliwatts) })
  }

  /// A simulated phone at distances in m, some seconds at each, in an empty room.
  init?(
    distances: [Double], seconds: Double, profile: BeaconScanProfile, seed: UInt64
  ) throws {
    var parameters = ValidationModels.beacons
    parameters.profile = profile
    // Nobody was there but the robot.
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
      var heard: [BeaconAdvertisement] = []
      receiver.heard(along: place, from: .start, to: SimTime(seconds: seconds), into: &heard)
      readings += heard.map { (distance, $0.rssiDecibelMilliwatts) }
    }
    self.init(readings)
  }

  /// The spread in a step, in dB, in the middle of all steps.
  var spreadInStep: Double { RadioStudyMath.median(steps.map(\.spread)) ?? 0 }

  /// Whether steps are of 1 cm.
  var isFine: Bool { steps.count > 100 }

  /// How alike the wobble is that many centimetres on; of fine steps only.
  func correlation(centimetres: Int) -> Double? {
    isFine ? RadioStudyMath.correlation(rest, lag: centimetres) : nil
  }

  /// The spread of the wobble in each piece of 70 cm, in dB.
  var pieces: [Double] {
    stride(from: 0, to: rest.count - 69, by: 70).map {
      RadioStudyMath.moments(Array(rest[$0..<($0 + 70)])).spread
    }
  }

  /// The mean curve about the line's value at 1 m.
  var curve: [SIMD2<Double>] { steps.map { SIMD2($0.distance, $0.mean - atMetre) } }
}
