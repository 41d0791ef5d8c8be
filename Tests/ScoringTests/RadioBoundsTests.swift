import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Scoring
import Testing
import Truth

/// Cramer-Rao bound of repeated scans on a surveyed floor, against max-likelihood positions of simulated
/// readings.
@Suite struct RadioBoundsTests {
  private static let place = Vec2(27, 33)
  /// Additional variance that lasts at a spot, and that which is new with each scan, in dB²; see
  /// `RadioBounds`.
  private static let lasting = 12.0, passing = 4.0

  /// Access points on a ring around the phone.
  private static func floor(_ count: Int) -> SurveyedFloor {
    SurveyedFloor(
      (0..<count).map { number in
        let angle = 2 * Double.pi * Double(number) / Double(count)
        return .init(place: Vec2(30, 30) + Vec2(cos(angle), sin(angle)) * 14)
      })
  }

  private static func truth(
    _ floor: RadioMap, at point: Vec2, _ time: SimTime
  ) throws -> TruthSample {
    let place = try LocalFrame(origin: floor.origin).geodetic(of: Vec3(point, 0))
    return TruthSample(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      altitudeMetres: 0, floor: 0, eastVelocityMetresPerSecond: 0, northVelocityMetresPerSecond: 0,
      activity: .stationary, stepCount: 0, distanceMetres: 0)
  }

  /// The bound after some scans at 1 Hz, at one spot or a step further along each.
  private static func bound(
    _ floor: SurveyedFloor, scans: Int, step: Vec2 = .zero
  ) throws -> Double {
    let map = try floor.map()
    var bounds = RadioBounds(map)
    for scan in 1...scans {
      let time = SimTime(seconds: Double(scan))
      let sample = try truth(map, at: place + step * Double(scan - scans), time)
      let readings = floor.senders.indices.map { number in
        WiFiReading(
          bssid: HardwareAddress(UInt64(number + 1) << 8), ssid: "", rssiDecibelMilliwatts: -60,
          frequencyMegahertz: 2412, time: time)
      }
      let received = WiFiScan(startTime: time, endTime: time, readings: readings)
      bounds.add(Delivered(time: time, .wifi(received))) { _ in sample }
    }
    return try #require(bounds.bound(at: SimTime(seconds: Double(scans))))
  }

  /// RMS error of the max-likelihood position by the mean of some scans, over many draws.
  private static func error(_ floor: SurveyedFloor, scans: Int, draws: Int) -> Double {
    var draw = RandomStream(seed: 5, purpose: "bounds")
    let sigma = SurveyedFloor.sigma * SurveyedFloor.sigma + lasting
    let noise = (SurveyedFloor.noise * SurveyedFloor.noise + passing) / Double(scans)
    var squares = 0.0
    for _ in 0..<draws {
      squares += floor.squaredError(
        at: place, offset: 4 * draw.gaussian(), variance: sigma + noise, &draw)
    }
    return (squares / Double(draws)).squareRoot()
  }

  /// With fewer senders the levels are too nonlinear for a bound from their gradients.
  @Test(arguments: [(60, 1), (60, 40), (120, 1), (120, 40)])
  func matchesMaximumLikelihoodErrorAtRest(count: Int, scans: Int) throws {
    let floor = Self.floor(count)
    let bound = try Self.bound(floor, scans: scans)
    let error = Self.error(floor, scans: scans, draws: 300)
    // 300 draws are accurate to 4 %.
    #expect(abs(bound / error - 1) < 0.15, "\(bound) m, and \(error) m drawn")
  }

  /// For any duration of standing, body shadowing and the map's errors remain; a walk averages them.
  @Test func standingHelpsLessThanWalking() throws {
    let floor = Self.floor(40)
    let first = try Self.bound(floor, scans: 1)
    let (short, long) = (try Self.bound(floor, scans: 60), try Self.bound(floor, scans: 600))
    #expect(short < first && short > 0.7 * first, "\(first) m, then \(short) m")
    #expect(long > 0.9 * short, "\(short) m, then \(long) m")
    let walked = try Self.bound(floor, scans: 40, step: Vec2(1, 0))
    #expect(walked < 0.9 * short, "\(walked) m walking, \(short) m standing")
  }

  /// Without readings, on an unsurveyed level, and long afterwards there is no bound.
  @Test func hasNoBoundWithoutReadings() throws {
    let map = try Self.floor(24).map()
    var bounds = RadioBounds(map)
    #expect(bounds.bound(at: SimTime(seconds: 1)) == nil)
    let time = SimTime(seconds: 2)
    var sample = try Self.truth(map, at: Self.place, time)
    sample.floor = 7
    let reading = WiFiReading(
      bssid: HardwareAddress(1 << 8), ssid: "", rssiDecibelMilliwatts: -60,
      frequencyMegahertz: 2412, time: time)
    let scan = WiFiScan(startTime: time, endTime: time, readings: [reading])
    bounds.add(Delivered(time: time, .wifi(scan))) { _ in sample }
    #expect(bounds.bound(at: time) == nil)
    sample.floor = 0
    bounds.add(Delivered(time: time, .wifi(scan))) { _ in sample }
    #expect(bounds.bound(at: time) != nil)
    #expect(bounds.bound(at: time + .seconds(6)) == nil)
  }
}
