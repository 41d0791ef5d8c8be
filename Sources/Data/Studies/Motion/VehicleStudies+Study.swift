import Formats
import Geometry
import Kernel
import Maps
import Numerics
import Observations
import Scoring
import Signals
import Truth

/// Comparison of one minute of a real car, in stretches of 5 s, with synthetic cars on synthetic roads.
enum VehicleStudy {
  private static let signal = "car"
  private static let rate = 104.0
  private static let stretch = 512
  private static let bands: [ClosedRange<Double>] = [0.5...2.99, 3...7.99, 8...19.99, 20...50]
  private static let bandNames = ["0.5 to 3 Hz", "3 to 8 Hz", "8 to 20 Hz", "20 to 50 Hz"]
  private static let seeds: UInt64 = 15

  /// A component of acceleration or rotation in the car's axes.
  private enum Axis: String, CaseIterable {
    case forward, right, up, pitch, roll, yaw

    var isRotation: Bool { self == .pitch || self == .roll || self == .yaw }

    func value(_ acceleration: Vec3, _ rotation: Vec3) -> Double {
      switch self {
      case .right: acceleration.x
      case .forward: acceleration.y
      case .up: acceleration.z
      case .pitch: rotation.x
      case .roll: rotation.y
      case .yaw: rotation.z
      }
    }
  }

  /// Evenly sampled acceleration and rotation.
  private typealias Record = [(acceleration: Vec3, rotation: Vec3)]

  static func run(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
    let drive = try Comma2k19Drive.read(
      folder: data.folder + "/" + ValidationSet.comma2k19.rawValue)
    let real = [even(drive)]
    // The real minute has speeds from 8 to 20 m/s, mostly 17 to 19.
    let rides: [(RoadKind, Double)] = [(.motorway, 19), (.motorway, 17), (.primary, 14)]
    let synthetic = rides.flatMap { road, speed in
      (1...seeds).map { ride(road, speed, seed: $0) }
    }
    for axis in Axis.allCases {
      let found = try levels(real, axis)
      let made = try levels(synthetic, axis)
      for band in bands.indices {
        try StudyFigures(
          signal: signal, situation: "\(axis.rawValue), 8 to 20 m/s",
          source: ValidationSet.comma2k19.source
        ).add(
          "RMS in \(bandNames[band])", unit: axis.isRotation ? "rad/s" : "m/s²",

          // One drive, in stretches.
          real: RecordedValues(byRecording: [found[band]]), synthetic: made[band], to: &comparison)
      }
      try addSpectrum(axis, real, synthetic, &comparison)
    }
  }

  /// The readings interpolated linearly at even times.
  private static func even(_ drive: Comma2k19Drive) -> Record {
    let end = min(
      drive.accelerometer.last?.time ?? .start, drive.gyroscope.last?.time ?? .start
    ).seconds
    let times = (0..<Int(end * rate)).map { Double($0) / rate }
    let acceleration = values(drive.accelerometer, at: times)
    let rotation = values(drive.gyroscope, at: times)
    return zip(acceleration, rotation).map { (acceleration: $0, rotation: $1) }
  }

  private static func values(_ readings: [Comma2k19Drive.Reading], at times: [Double]) -> [Vec3] {
    var index = 0
    return times.map { time in
      while index + 2 < readings.count, readings[index + 1].time.seconds < time { index += 1 }
      guard index + 1 < readings.count else { return readings.last?.value ?? .zero }
      let (a, b) = (readings[index], readings[index + 1])
      let span = b.time.seconds - a.time.seconds
      let share = span > 0 ? min(1, max(0, (time - a.time.seconds) / span)) : 0
      return a.value + (b.value - a.value) * share
    }
  }

  /// Simulates a minute in a car, without sensor noise, which is a hundredth of the motion.
  private static func ride(_ road: RoadKind, _ speed: Double, seed: UInt64) -> Record {
    let line = [Vec2(-100, 0), Vec2(20_000, 0)]
    let network = RoadNetwork(
      junctions: line.map { Junction($0) },
      roads: [Road(kind: road, from: 0, to: 1, line: line, limitMetresPerSecond: 30)])
    var parameters = ValidationModels.motion.ride
    parameters.sampleRateHertz = rate
    let trajectory = Trajectory(
      along: [.zero, Vec3(speed * 150, 0, 0)], speed: speed, doing: .driving, placement: .dash)
    var model = RideMotion(
      parameters, on: RoadSurface(of: network, seed: seed),
      for: SignalReceiver(seed: seed, device: 1))
    return (0..<Int(60 * rate)).map { number in
      let time = SimTime(seconds: 40 + Double(number) / rate)
      let motion = model.motion(trajectory.pose(at: time), along: trajectory, at: time)
      return (acceleration: motion.acceleration, rotation: motion.rotation)
    }
  }

  /// The RMS in each band of each stretch.
  private static func levels(_ records: [Record], _ axis: Axis) throws -> [[Double]] {
    var columns = bands.map { _ in [Double]() }
    for record in records {
      for begin in stride(from: 0, through: record.count - stretch, by: stretch) {
        let values = record[begin..<begin + stretch].map {
          axis.value($0.acceleration, $0.rotation)
        }
        let spectrum = try PowerSpectrum(of: values, rate: rate)
        for band in bands.indices {
          columns[band].append(spectrum.power(in: bands[band]).squareRoot())
        }
      }
    }
    return columns
  }

  private static func addSpectrum(
    _ axis: Axis, _ real: [Record], _ synthetic: [Record], _ comparison: inout SignalComparison
  ) throws {
    let spectra = { (records: [Record]) in
      try records.map { record in
        try PowerSpectrum(
          of: record.map { axis.value($0.acceleration, $0.rotation) }, rate: rate,
          segmentLength: stretch)
      }
    }
    let found = try spectra(real)
    let made = try spectra(synthetic)
    guard let places = found.first?.frequencies else { return }
    let bins = places.indices.filter { places[$0] >= 0.4 && places[$0] <= 50 }
    let column = { (spectra: [PowerSpectrum]) in
      bins.map { bin in spectra.map { $0.densities[bin] } }
    }
    let at = bins.map { places[$0] }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Spectrum, \(axis.rawValue)", xLabel: "frequency (Hz)",
        yLabel: axis.isRotation ? "density ((rad/s)²/Hz)" : "density ((m/s²)²/Hz)",
        hasLogX: true, hasLogY: true,
        series: [
          SignalPlot.Series(
            "real", .real, try StudyNumbers.line(column(found), at: at, quantile: 0.5))
        ] + (try StudyNumbers.band(column(made), at: at)),
        caption: "The body bounces near 1.5 Hz, wheels and seats at 10 to 15 Hz, and the bracket "
          + "rings above. One minute of comma2k19 and \(synthetic.count) synthetic ones; cars, roads "
          + "and brackets differ."))
  }
}
