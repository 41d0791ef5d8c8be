import Documents
import Kernel
import Numerics
import Observations
import Signals
import Testing
import Truth

struct InertialSensorTests {
  private static let gravity = InertialSensorParameters.gravity

  private func table(
    _ device: UInt64, _ sensor: InertialSensorParameters, seconds: Double = 4, hertz: Double = 50
  ) -> [InertialSample] {
    var walk = InertialWalk(
      placement: .table, doing: .standing, speed: 0, seconds: seconds, device: device)
    walk.parameters = .ideal
    walk.parameters.accelerometer = sensor
    return walk.readings(.accelerometer, hertz: hertz).accelerometer
  }

  @Test(arguments: [10.0, 50, 100, 400]) func noiseMatchesDensityAndRate(hertz: Double) throws {
    let sensor = InertialSensorParameters(noiseDensity: 0.002)
    var (x, skew, kurtosis) = (RunningStatistics(), 0.0, 0.0)
    let samples = table(3, sensor, seconds: 4000 / hertz, hertz: hertz)
    for sample in samples { try x.add(Double(sample.x)) }
    let expected = 0.002 * (hertz / 2).squareRoot()
    #expect(abs(x.spread / expected - 1) < 0.05, "\(x.spread)")
    #expect(abs(x.average) < 4 * expected / 4000.squareRoot())
    // Nearly normal, and white.
    var product = 0.0
    for (one, next) in zip(samples, samples.dropFirst()) {
      product += Double(one.x * next.x) / (expected * expected) / 4000
      let unit = (Double(one.x) - x.average) / x.spread
      skew += unit * unit * unit / 4000
      kurtosis += unit * unit * unit * unit / 4000
    }
    #expect(abs(product) < 0.07)
    #expect(abs(skew) < 0.15)
    #expect(abs(kurtosis - 2.7) < 0.3)
  }

  @Test func calibrationErrorsVaryByDevice() throws {
    let sensor = InertialSensorParameters(bias: 0.2, scaleError: 0.01, crossAxis: 0.005)
    var (x, z) = (RunningStatistics(), RunningStatistics())
    for device in 0..<400 as Range<UInt64> {
      let sample = table(device, sensor, seconds: 0.02)[0]
      try x.add(Double(sample.x))
      try z.add(Double(sample.z))
    }
    let across = (0.2 * 0.2 + Self.gravity * Self.gravity * 0.005 * 0.005).squareRoot()
    let along = (0.2 * 0.2 + Self.gravity * Self.gravity * 0.01 * 0.01).squareRoot()
    #expect(abs(x.spread / across - 1) < 0.1, "\(x.spread)")
    #expect(abs(z.spread / along - 1) < 0.1, "\(z.spread)")
    #expect(abs(z.average - Self.gravity) < 4 * along / 20)
  }

  @Test func biasDriftsSlowly() throws {
    let sensor = InertialSensorParameters(drift: 0.1)
    var all = RunningStatistics()
    var steps = RunningStatistics()
    for device in 0..<40 as Range<UInt64> {
      let samples = table(device, sensor, seconds: 1800, hertz: 1)
      for (one, next) in zip(samples, samples.dropFirst()) {
        try all.add(Double(one.x))
        try steps.add(Double(next.x - one.x))
      }
    }
    #expect(abs(all.spread - 0.1) < 0.015, "\(all.spread)")
    // The slope of smooth noise with nodes 180 s apart.
    #expect(steps.spread < 0.1 * 1.18 / 180 * 1.3)
    #expect(steps.spread > 0.1 * 1.18 / 180 * 0.8)
  }

  @Test func readingsAreQuantisedAndSaturate() {
    var walk = InertialWalk(placement: .frontPocket, doing: .running, speed: 3.2, seconds: 20)
    walk.parameters.accelerometer = InertialSensorParameters(
      noiseDensity: 0.01, resolution: 0.01, range: 15)
    var maximum: Float = 0
    for sample in walk.readings(.accelerometer).accelerometer {
      for value in [sample.x, sample.y, sample.z] {
        maximum = max(maximum, abs(value))
        let steps = value / 0.01
        #expect(abs(steps - steps.rounded()) < 2e-3)
      }
    }
    #expect(maximum == 15)
  }

  @Test func timestampsJitterInOrder() throws {
    let sensor = InertialSensorParameters(stampJitter: 0.0005)
    var error = RunningStatistics()
    let samples = table(1, sensor, seconds: 40)
    for (index, sample) in samples.enumerated() {
      try error.add(sample.time.seconds - Double(index) * 0.02)
    }
    #expect(abs(error.spread - 0.0005) < 0.00004)
    let fast = table(1, InertialSensorParameters(stampJitter: 0.01), seconds: 4, hertz: 400)
    for (one, next) in zip(fast, fast.dropFirst()) { #expect(one.time < next.time) }
  }

  @Test func idealSensorReadsTruth() {
    for sample in table(9, .ideal) {
      #expect(sample.x == 0)
      #expect(sample.y == 0)
      #expect(abs(Double(sample.z) - Self.gravity) < 1e-6)
    }
  }

  /// Sensors without saturation read on where others stop; no scenario shakes a phone that much.
  @Test(arguments: ["accelerometer", "gyroscope", "magnetometer"])
  func disablingSaturationRemovesRange(name: String) throws {
    for (isOn, isFinite) in [("true", true), ("false", false)] {
      let read = try decodeDocument(
        InertialParameters.self, bytes: Array("{\(name): {saturation: \(isOn)}}".utf8),
        name: "motion")
      let sensors = [
        "accelerometer": read.accelerometer, "gyroscope": read.gyroscope,
        "magnetometer": read.magnetometer,
      ]
      for (other, sensor) in sensors {
        #expect(sensor.range.isFinite == (isFinite || other != name))
      }
    }
  }

  @Test func readsParametersFromScenario() throws {
    let text = "gait: false\nsample_rate: 100 Hz\naccelerometer: {noise: false, size: 2}\n"
    let parameters = try decodeDocument(
      InertialParameters.self, bytes: Array(text.utf8), name: "signals.yaml")
    #expect(!parameters.gait.stride)
    #expect(parameters.sampleRateHertz == 100)
    #expect(parameters.accelerometer.noiseDensity == 0)
    #expect(parameters.accelerometer.bias == 2 * InertialSensorParameters.accelerometer.bias)
    #expect(parameters.gyroscope == .gyroscope)
    #expect(
      try decodeDocument(InertialParameters.self, bytes: Array("{}".utf8), name: "none")
        == InertialParameters())
  }
}
