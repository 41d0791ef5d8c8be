import Geometry
import Kernel
import Numerics
import Observations
import Signals
import Testing
import Truth
import Venues

struct BarometerTests {
  /// The readings of a phone at a rate in Hz.
  private func readings(
    _ trajectory: Trajectory, _ parameters: BarometerParameters, seed: UInt64, device: UInt64 = 1,
    from start: Double = 10, seconds: Double, rate: Double = 10
  ) throws -> [Double] {
    let air = BarometerAir(over: try magneticVenue(), parameters, seed: seed)
    var model = BarometerModel(
      parameters, in: air, for: SignalReceiver(seed: seed, device: device))
    return (0..<Int(seconds * rate)).compactMap {
      let time = SimTime(seconds: start + Double($0) / rate)
      return model.sense(along: trajectory, at: time)?.pressurePascals
    }
  }

  private let still = Trajectory(
    along: [Vec3(5, 5, 0)], speed: 0, doing: .standing, placement: .handTexting, level: 0)

  private func withoutTrend(_ values: ArraySlice<Double>) -> Double {
    let count = Double(values.count)
    let middle = (count - 1) / 2
    let mean = values.reduce(0, +) / count
    var (product, square) = (0.0, 0.0)
    for (number, value) in values.enumerated() {
      product += (Double(number) - middle) * (value - mean)
      square += (Double(number) - middle) * (Double(number) - middle)
    }
    var rest = 0.0
    for (number, value) in values.enumerated() {
      let away = value - mean - product / square * (Double(number) - middle)
      rest += away * away
    }
    return (rest / count).squareRoot()
  }

  private func allan(_ values: [Double], _ width: Int) -> Double {
    let means = stride(from: 0, to: values.count - width + 1, by: width).map {
      values[$0..<$0 + width].reduce(0, +) / Double(width)
    }
    let squares = zip(means, means.dropFirst()).map { ($1 - $0) * ($1 - $0) / 2 }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// Figures of IPIN 2023 track 3, trials 01, 04, 22, 24 and 51 (Zenodo 8362205).
  ///
  /// Two Samsung phones, walking on one floor or standing. Within 20 s, after detrending, 1.15 to 2.5 Pa,
  /// median 1.6; between consecutive readings at 10 Hz 0.46 to 0.48 Pa; Allan deviation over 1 s 1.0 to 1.3,
  /// 10 s 0.74 to 1.3, 30 s 0.7 to 2.2, 60 s 0.7 to 2.3 Pa; the two phones 40 to 50 Pa apart.
  @Test func stationaryDriftMatchesRecordings() throws {
    var (within, next, offsets): ([Double], [Double], [Double]) = ([], [], [])
    var deviations: [Int: [Double]] = [:]
    for seed in 0..<30 as Range<UInt64> {
      let parameters = BarometerParameters()
      let values = try readings(still, parameters, seed: seed, seconds: 300)
      let other = try readings(still, parameters, seed: seed, device: 2, seconds: 300)
      offsets.append(abs(values.reduce(0, +) - other.reduce(0, +)) / 3000)
      for start in stride(from: 0, to: 3000, by: 200) {
        within.append(withoutTrend(values[start..<start + 200]))
      }
      let steps = zip(values, values.dropFirst()).map { ($1 - $0) * ($1 - $0) / 2 }
      next.append((steps.reduce(0, +) / Double(steps.count)).squareRoot())
      for width in [10, 100, 300, 600] {
        deviations[width, default: []].append(allan(values, width))
      }
    }
    #expect((1.25...2.0).contains(medianOf(within)), "\(medianOf(within))")
    #expect((0.35...0.6).contains(medianOf(next)), "\(medianOf(next))")
    #expect((25...75).contains(medianOf(offsets)), "\(medianOf(offsets))")
    let real = [10: 0.9...1.4, 100: 0.7...1.4, 300: 0.7...2.0, 600: 0.8...2.3]
    for (width, range) in real {
      let middle = medianOf(deviations[width] ?? [])
      #expect(range.contains(middle), "over \(width) samples: \(middle) Pa")
    }
  }

  /// The standard atmosphere's own table (ICAO Doc 7488): pressure at a height above the sea.
  @Test(arguments: [(0.0, 101_325.0), (500, 95_461), (1000, 89_874.6), (3000, 70_108.5)])
  func matchesStandardAtmosphere(height: Double, pascals: Double) throws {
    let venue = try magneticVenue(altitude: 0)
    let air = BarometerAir(over: venue, .ideal, seed: 1)
    #expect(abs(air.pressure(atHeight: height, seconds: 0) - pascals) < 2)
    // 8.3 cm per Pa at sea level.
    let metre = air.pressure(atHeight: 0, seconds: 0) - air.pressure(atHeight: 1, seconds: 0)
    #expect(abs(1 / metre - 0.083) < 0.001)
  }

  /// In the recordings, floors 3 to 4 m apart are 35 to 40 Pa apart.
  @Test func pressureOfOneStorey() throws {
    let climb = Trajectory(
      along: [Vec3(5, 5, 0), Vec3(12, 5, 4)], speed: 0.5, doing: .stairsUp, level: 0)
    let values = try readings(climb, .ideal, seed: 1, from: 0, seconds: 60)
    // At 310 m the air is thinner: 11.7 Pa per metre.
    #expect(abs(values[0] - values[599] - 4 * 11.6) < 1)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 })
  }

  @Test func weatherIsSharedRandomWalk() throws {
    var parameters = BarometerParameters.ideal
    parameters.weather = true
    var hours: [Double] = []
    for seed in 0..<120 as Range<UInt64> {
      let one = try readings(still, parameters, seed: seed, seconds: 7200, rate: 1 / 600.0)
      let two = try readings(
        still, parameters, seed: seed, device: 9, seconds: 7200, rate: 1 / 600.0)
      #expect(one == two)
      hours += zip(one, one.dropFirst(6)).map { $1 - $0 }
    }
    // 2.8 Pa/√min is 22 Pa in an hour; days differ, by 13 % more in the mean square.
    let spread = summary(hours).spread
    #expect((17...30).contains(spread), "\(spread)")
  }

  @Test func doesNotDependOnEarlierReadings() throws {
    let parameters = BarometerParameters()
    let whole = try readings(still, parameters, seed: 8, from: 0, seconds: 100)
    let part = try readings(still, parameters, seed: 8, from: 50, seconds: 50)
    #expect(Array(whole[500...]) == part)
  }

  @Test func carsDisturbPressure() throws {
    var parameters = BarometerParameters.ideal
    parameters.vehicles = true
    var levels: [Double] = []
    for device in 0..<20 as Range<UInt64> {
      let drive = Trajectory(
        along: [.zero, Vec3(9000, 0, 0)], speed: 28, doing: .driving, placement: .dash)
      let values = try readings(
        drive, parameters, seed: 1, device: device, from: 60, seconds: 200, rate: 1)
      let calm = try readings(
        drive, .ideal, seed: 1, device: device, from: 60, seconds: 200, rate: 1)
      levels += zip(values, calm).map { abs($0 - $1) }
    }
    levels.sort()
    // 20 to 60 Pa (domain tables), less with all windows shut.
    #expect((6...40).contains(levels[levels.count / 2]), "\(levels[levels.count / 2])")
    #expect(levels[levels.count * 19 / 20] < 110)
  }

  @Test func sealedCaseHidesFloors() throws {
    var parameters = BarometerParameters.ideal
    parameters.caseSeconds = 4000
    let climb = Trajectory(
      along: [Vec3(5, 5, 0), Vec3(12, 5, 4)], speed: 0.5, doing: .stairsUp, level: 0)
    let values = try readings(climb, parameters, seed: 1, from: 0, seconds: 60)
    #expect(abs(values[0] - values[599]) < 5)
  }
}
