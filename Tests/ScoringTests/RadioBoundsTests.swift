import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Scoring
import Testing
import Truth

/// The bound of who hears a surveyed floor over and over, against the likeliest places of drawn readings.
@Suite struct RadioBoundsTests {
  private static let place = Vec2(27, 33)
  /// What lasts on a spot besides the map's doubt, and what is new with each scan besides the survey's
  /// noise, in dB²; see `RadioBounds`.
  private static let lasting = 12.0, passing = 4.0

  /// Access points on a ring about the phone.
  private static func floor(_ count: Int) -> ListeningFloor {
    ListeningFloor(
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

  /// The bound after some scans, one a second, on one spot or each further along by a step.
  private static func bound(
    _ floor: ListeningFloor, scans: Int, step: Vec2 = .zero
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
      let heard = WiFiScan(startTime: time, endTime: time, readings: readings)
      bounds.add(Delivered(time: time, .wifi(heard))) { _ in sample }
    }
    return try #require(bounds.bound(at: SimTime(seconds: Double(scans))))
  }

  /// The root mean square error of the likeliest place by the mean of some scans, drawn often.
  private static func error(_ floor: ListeningFloor, scans: Int, draws: Int) -> Double {
    var draw = RandomStream(seed: 5, purpose: "bounds")
    let doubt = ListeningFloor.doubt * ListeningFloor.doubt + lasting
    let noise = (ListeningFloor.noise * ListeningFloor.noise + passing) / Double(scans)
    var squares = 0.0
    for _ in 0..<draws {
      squares += floor.squaredError(
        at: place, offset: 4 * draw.gaussian(), variance: doubt + noise, &draw)
    }
    return (squares / Double(draws)).squareRoot()
  }

  /// With fewer senders strengths bend too much for what is a bound by their slopes.
  @Test(arguments: [(60, 1), (60, 40), (120, 1), (120, 40)])
  func isWhatTheLikeliestPlaceReachesOnASpot(count: Int, scans: Int) throws {
    let floor = Self.floor(count)
    let bound = try Self.bound(floor, scans: scans)
    let error = Self.error(floor, scans: scans, draws: 300)
    // 300 draws are sure to 4 %.
    #expect(abs(bound / error - 1) < 0.15, "\(bound) m, and \(error) m drawn")
  }

  /// However long one stands, the body and the map's errors stay; who walks hears others.
  @Test func standingHelpsLessThanWalking() throws {
    let floor = Self.floor(40)
    let first = try Self.bound(floor, scans: 1)
    let (short, long) = (try Self.bound(floor, scans: 60), try Self.bound(floor, scans: 600))
    #expect(short < first && short > 0.7 * first, "\(first) m, then \(short) m")
    #expect(long > 0.9 * short, "\(short) m, then \(long) m")
    let walked = try Self.bound(floor, scans: 40, step: Vec2(1, 0))
    #expect(walked < 0.9 * short, "\(walked) m on the way, \(short) m on the spot")
  }

  /// Without readings, on a level that wasn't surveyed, and long afterwards nothing is known.
  @Test func saysNothingWithoutReadings() throws {
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
