import Geometry
import Glibc
import Harness
import Kernel
import Maps
import Observations
import Parts
import Positioning

/// An hour of the indoor locator alone, with its 500 particles and a location per second: a person walks
/// through a hall with 48 radios for half of the time, and stands for the rest.
///
/// An operation is one device-hour; its budget is 0.4 s.
let indoorBenchmarks: [Benchmark] = [
  Benchmark("stack.indoors", operations: 1) {
    let hall = BenchmarkHall()
    let seconds = (0..<3600).map { hall.second($0) }
    return {
      guard var locator = IndoorLocator(map: hall.map) else { return 0 }
      var reported: UInt64 = 0
      for (second, received) in seconds.enumerated() {
        locator.receive(accelerometer: received.force)
        locator.receive(gyroscope: received.rates)
        locator.receive(received.steps)
        if let scan = received.scan { locator.receive(scan) }
        if locator.fix(at: SimTime(seconds: Double(second + 1))) != nil { reported += 1 }
      }
      return reported
    }
  },
  // A phone loads the mall's positioning file; its budget is 50 ms.
  Benchmark("stack.indoors.load", operations: 1) {
    let scenario = try LoadedScenario(path: "scenarios/mall-errands.yaml")
    let bytes = try PositioningFile.bytes(scenario.radioMap(seed: 1))
    let venue = scenario.map
    return {
      var map = venue
      map.radioMap = try PositioningFile.read(bytes)
      guard IndoorLocator(map: map) != nil else { return 0 }
      return UInt64(bytes.count)
    }
  },
]

/// A hall of 100 by 60 m with an exact radio map.
private struct BenchmarkHall {
  static let size = Vec2(100, 60)
  static let radios = 48
  /// Steps per second.
  static let cadence = 1.8
  let map: VenueMap

  init() {
    guard
      let origin = try? Geodetic(
        latitudeDegrees: 37.77, longitudeDegrees: -122.46, altitudeMetres: 9)
    else { preconditionFailure("the hall is on the Earth") }
    var map = VenueMap(name: "Hall", frame: LocalFrame(origin: origin), levels: [])
    map.radioMap = RadioMap(
      known: "Hall", at: origin, columns: 51, rows: 31, spacing: 2,
      senders: (0..<Self.radios).map { .wifi(UInt64($0 + 1) << 8) }, sigma: 30, level: Self.level)
    self.map = map
  }

  private static func level(_ sender: Int, _ point: Vec2) -> Double {
    let position = Vec2(6 + 12 * Double(sender % 8), 5 + 10 * Double(sender / 8))
    return -38 - 13 * log10((point - position).squaredLength + 9)
  }

  /// The sensor data of one second.
  func second(
    _ number: Int
  ) -> (force: InertialBatch, rates: InertialBatch, steps: [StepEvent], scan: WiFiScan?) {
    // A circle of 20 m radius, during every other minute.
    let isWalking = number / 60 % 2 == 0
    let walked = Double(number / 120 * 60 + (isWalking ? number % 60 : 60))
    let angle = 1.3 * walked / 20
    var force: [InertialSample] = []
    var rates: [InertialSample] = []
    for index in 0..<50 {
      let time = Double(number) + Double(index) / 50
      let swing = isWalking ? 2.5 * sin(2 * Double.pi * Self.cadence * time) : 0
      let moment = SimTime(seconds: time)
      force.append(InertialSample(time: moment, x: 0, y: 0, z: Float(9.81 + swing)))
      rates.append(InertialSample(time: moment, x: 0, y: 0, z: isWalking ? 0.065 : 0))
    }
    return (
      InertialBatch(samples: force), InertialBatch(samples: rates), isWalking ? steps(number) : [],
      scan(number, angle)
    )
  }

  /// The steps within a second of walking.
  private func steps(_ second: Int) -> [StepEvent] {
    let first = Int((Double(second) * Self.cadence).rounded(.up))
    let end = Int((Double(second + 1) * Self.cadence).rounded(.up))
    return (first..<end).map { number in
      let time = SimTime(seconds: Double(number) / Self.cadence)
      return StepEvent(
        time: time, seenTime: time, gapSeconds: 1 / Self.cadence,
        intervalSeconds: 1 / Self.cadence, lengthMetres: 1.3 / Self.cadence)
    }
  }

  private func scan(_ number: Int, _ angle: Double) -> WiFiScan? {
    guard number % 4 == 0 else { return nil }
    let end = SimTime(seconds: Double(number + 1))
    let point = Self.size / 2 + Vec2(cos(angle), sin(angle)) * 20
    var draw = RandomStream(seed: 1, purpose: "benchmark.indoors", index: UInt64(number))
    return WiFiScan(
      startTime: end - .seconds(3), endTime: end,
      readings: (0..<Self.radios).map { sender in
        WiFiReading(
          bssid: HardwareAddress(UInt64(sender + 1) << 8), ssid: "hall",
          rssiDecibelMilliwatts: Self.level(sender, point) + 4 * draw.gaussian(),
          frequencyMegahertz: 2412, time: end - .seconds(0.06 * Double(sender)))
      })
  }
}
