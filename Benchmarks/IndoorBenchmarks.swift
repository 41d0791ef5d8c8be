import Geometry
import Glibc
import Harness
import Kernel
import Maps
import Observations
import Positioning

/// An hour of the indoor locator by itself with its 500 particles, a location each second: somebody walks
/// through a hall with 48 radios for half of it, and stands for the rest.
///
/// An operation is one device-hour, of which it may take 0.4 s.
let indoorBenchmarks: [Benchmark] = [
  Benchmark("stack.indoors", operations: 1) {
    let hall = BenchmarkHall()
    let seconds = (0..<3600).map { hall.second($0) }
    return {
      guard var locator = IndoorLocator(map: hall.map) else { return 0 }
      var told: UInt64 = 0
      for (second, heard) in seconds.enumerated() {
        locator.receive(accelerometer: heard.force)
        locator.receive(gyroscope: heard.rates)
        if let scan = heard.scan { locator.receive(scan) }
        if locator.fix(at: SimTime(seconds: Double(second + 1))) != nil { told += 1 }
      }
      return told
    }
  },
  // A phone takes up the mall's positioning file: of which it may take 50 ms.
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

/// A hall of 100 by 60 m whose radio map is right.
private struct BenchmarkHall {
  static let size = Vec2(100, 60)
  static let radios = 48
  let map: VenueMap

  init() {
    guard
      let origin = try? Geodetic(
        latitudeDegrees: 37.77, longitudeDegrees: -122.46, altitudeMetres: 9)
    else { preconditionFailure("the hall is on the Earth") }
    var radio = RadioMap(venue: "Hall", origin: origin)
    let (columns, rows) = (51, 31)
    radio.planes = [
      RadioMap.Plane(
        ordinal: 0, building: 0, elevationMetres: 0, origin: .zero, spacing: 2, columns: columns,
        rows: rows, isSurveyed: [Bool](repeating: true, count: columns * rows))
    ]
    radio.senders = (0..<Self.radios).map { RadioMap.Sender.wifi(UInt64($0 + 1) << 8) }
    for sender in 0..<Self.radios {
      radio.fields.append(
        RadioMap.Field(
          sender: sender, plane: 0, column: 0, row: 0, columns: columns, rows: rows,
          start: radio.levels.count))
      for row in 0..<rows {
        for column in 0..<columns {
          let level = Self.level(sender, Vec2(2 * Double(column), 2 * Double(row)))
          radio.levels.append(UInt8(max(0, min(255, (level + 110) * 2))))
          radio.doubts.append(30)
        }
      }
    }
    var map = VenueMap(name: "Hall", frame: LocalFrame(origin: origin), levels: [])
    map.radioMap = radio
    self.map = map
  }

  private static func level(_ sender: Int, _ point: Vec2) -> Double {
    let place = Vec2(6 + 12 * Double(sender % 8), 5 + 10 * Double(sender / 8))
    return -38 - 13 * log10((point - place).squaredLength + 9)
  }

  /// What a phone senses within a second.
  func second(_ number: Int) -> (force: InertialBatch, rates: InertialBatch, scan: WiFiScan?) {
    // Round a circle of 20 m, for a minute of every two.
    let isWalking = number / 60 % 2 == 0
    let walked = Double(number / 120 * 60 + (isWalking ? number % 60 : 60))
    let angle = 1.3 * walked / 20
    var force: [InertialSample] = []
    var rates: [InertialSample] = []
    for index in 0..<50 {
      let time = Double(number) + Double(index) / 50
      let swing = isWalking ? 2.5 * sin(2 * Double.pi * 1.8 * time) : 0
      let moment = SimTime(seconds: time)
      force.append(InertialSample(time: moment, x: 0, y: 0, z: Float(9.81 + swing)))
      rates.append(InertialSample(time: moment, x: 0, y: 0, z: isWalking ? 0.065 : 0))
    }
    return (InertialBatch(samples: force), InertialBatch(samples: rates), scan(number, angle))
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
