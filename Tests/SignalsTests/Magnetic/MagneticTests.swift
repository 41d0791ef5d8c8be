import Geometry
import Kernel
import Maps
import Numerics
import Signals
import Testing
import Truth
import Venues

/// A building of three levels on a square, in its own frame.
func magneticVenue(
  latitude: Double = 49.46, longitude: Double = 11.11, altitude: Double = 310
) throws -> Venue {
  let square = try Polygon(Box2(Vec2(0, 0), Vec2(60, 40)))
  let levels = (0..<3).map { number in
    Level(
      ordinal: number, shortName: "\(number)", elevationMetres: 4 * Double(number),
      heightMetres: 3.5, outline: [square], walls: [Segment2(Vec2(0, 20), Vec2(60, 20))])
  }
  let frame = LocalFrame(
    origin: try Geodetic(
      latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: altitude))
  return Venue(
    map: VenueMap(
      name: "block", frame: frame,
      buildings: [Building(name: "block", footprint: [square], heightMetres: 12)],
      levels: levels),
    materials: VenueMaterials(walls: Array(repeating: [.reinforced], count: 3)))
}

struct MagneticTests {
  /// IGRF-13 in full (degree 13), computed with ppigrf 2.1 for 1 January: µT east, north, up.
  @Test(arguments: [
    (37.79, -122.4, 10.0, 2020.0, Vec3(5.361, 22.515, -42.097)),
    (49.46, 11.11, 300, 2020, Vec3(1.224, 20.317, -44.389)),
    (30.25, 120.1, 10, 2024, Vec3(-3.513, 33.676, -35.212)),
    (39.99, -0.07, 50, 2024, Vec3(0.54, 25.926, -36.899)),
    (-33.87, 151.2, 20, 2024, Vec3(5.439, 24.051, 51.396)),
    (-0.18, -78.5, 2850, 2020, Vec3(-1.803, 26.786, -10.113)),
    (-33.9, 18.4, 0, 2024, Vec3(-4.688, 9.549, 22.766)),
    (69.65, 18.96, 0, 2020, Vec3(1.792, 10.701, -52.475)),
    (-23.55, -46.63, 760, 2024, Vec3(-6.471, 16.239, 14.664)),
    (35.68, 139.7, 0, 2020, Vec3(-4.02, 30.052, -35.513)),
  ])
  func earthFieldMatchesIGRF(
    latitude: Double, longitude: Double, altitude: Double, year: Double, published: Vec3
  ) throws {
    var parameters = MagneticParameters.ideal
    parameters.year = year
    let venue = try magneticVenue(
      latitude: latitude, longitude: longitude, altitude: altitude)
    let field = MagneticField(of: venue, parameters, seed: 1)
    #expect(
      (field.earth - published).length < 0.02 * published.length, "\(field.earth), not \(published)"
    )
    #expect(field.field(at: Vec3(30, 10, 1), level: 0) == field.earth)
  }

  /// No sources in the air: neither divergence nor curl, between the slabs and away from steel.
  @Test func fieldIsSourceFreeInAir() throws {
    let venue = try magneticVenue()
    for seed in 0..<20 as Range<UInt64> {
      let model = MagneticField(of: venue, MagneticParameters(), seed: seed)
      // Shifts that single precision still resolves.
      let step = 0.05
      let point = Vec3(25, 9, 1.2)
      func slope(_ way: Vec3) -> Vec3 {
        (model.field(at: point + way * step, level: 0)
          - model.field(at: point - way * step, level: 0)) / (2 * step)
      }
      let (x, y, z) = (slope(Vec3(1, 0, 0)), slope(Vec3(0, 1, 0)), slope(Vec3(0, 0, 1)))
      let size = (x.squaredLength + y.squaredLength + z.squaredLength).squareRoot()
      #expect(abs(x.x + y.y + z.z) < 0.03 * size + 0.02, "seed \(seed)")
      let curl = Vec3(y.z - z.y, z.x - x.z, x.y - y.x)
      #expect(curl.length < 0.04 * size + 0.03, "seed \(seed): \(curl.length) of \(size)")
    }
  }

  /// Walks of 50 m: standard deviations of real ones are 1.4 to 8 µT in the total field, 1.7 to 8 in the
  /// vertical and 1.4 to 4.8 in the horizontal part (Indoor Location Competition 2.0 site 1, MIT licence;
  /// IPIN 2023 track 3; UJIIndoorLoc-Mag); half of the variance comes within 1.7 to 6 m.
  @Test func indoorVariationMatchesRecordings() throws {
    let venue = try magneticVenue()
    var total: [Double] = []
    var upright: [Double] = []
    var flat: [Double] = []
    var nearShare: [Double] = []
    for seed in 0..<60 as Range<UInt64> {
      let model = MagneticField(of: venue, MagneticParameters(), seed: seed)
      let walk = (0..<200).map { step -> Vec3 in
        let way = 0.25 * Double(step)
        let point = way < 25 ? Vec3(3 + way, 6, 1.2) : Vec3(28, 6 + (way - 25) * 0.4, 1.2)
        return model.field(at: point, level: 0)
      }
      total.append(summary(walk.map(\.length)).spread)
      upright.append(summary(walk.map(\.z)).spread)
      flat.append(summary(walk.map(\.xy.length)).spread)
      func variogram(_ lag: Int) -> Double {
        let pairs = zip(walk, walk.dropFirst(lag)).map { ($1.z - $0.z) * ($1.z - $0.z) / 2 }
        return pairs.reduce(0, +) / Double(pairs.count)
      }
      nearShare.append(variogram(4) / variogram(40))
    }
    #expect((2.5...5.5).contains(medianOf(total)), "\(medianOf(total))")
    #expect((2.5...5.5).contains(medianOf(upright)), "\(medianOf(upright))")
    #expect((1.8...4.5).contains(medianOf(flat)), "\(medianOf(flat))")
    // Buildings differ.
    #expect(total.sorted()[54] / total.sorted()[6] > 2)
    // At 1 m between a twentieth and a third of the value at 10 m.
    #expect((0.05...0.35).contains(medianOf(nearShare)), "\(medianOf(nearShare))")
  }

  @Test func isContinuousAndReproducible() throws {
    let venue = try magneticVenue()
    let model = MagneticField(of: venue, MagneticParameters(), seed: 5)
    // On a flight of stairs the level index changes somewhere; the field is continuous.
    for height in stride(from: 1.0, to: 5, by: 0.1) {
      let point = Vec3(12, 9, height)
      let low = model.field(at: point, level: 0)
      #expect((model.field(at: point, level: 1) - low).length < 1e-3)
      let next = model.field(at: point + Vec3(0.02, 0, 0.02), level: 0)
      #expect((next - low).length < 1.5)
    }
    // Through the outer wall, too.
    for step in -200...200 {
      let point = Vec3(30, Double(step) * 0.02, 1.2)
      let here = model.field(at: point, level: step < 0 ? nil : 0)
      let there = model.field(at: point + Vec3(0, 0.02, 0), level: step + 1 < 0 ? nil : 0)
      #expect((here - there).length < 2)
    }
    // Outdoors it is nearly the Earth's.
    let apart = (0..<200).map { step in
      (model.field(at: Vec3(-40 - Double(step), 20, 1.2), level: nil) - model.earth).length
    }
    #expect(summary(apart).mean < 3)
    let again = MagneticField(of: venue, MagneticParameters(), seed: 5)
    #expect(again.field(at: Vec3(7, 7, 1), level: 2) == model.field(at: Vec3(7, 7, 1), level: 2))
  }

  /// A car's own field rotates with the car.
  @Test func carsAddTheirOwnField() throws {
    let venue = try magneticVenue()
    var parameters = MagneticParameters.ideal
    parameters.vehicles = true
    let place = MagneticField(of: venue, parameters, seed: 2)
    var shifts: [Double] = []
    for device in 0..<40 as Range<UInt64> {
      var model = MagneticModel(
        parameters, in: place, for: SignalReceiver(seed: 2, device: device))
      let east = Pose(position: .zero, doing: .driving, placement: .dash)
      let field = model.field(east, vehicle: nil)
      #expect(model.field(east, vehicle: nil) == field)
      shifts.append((field - place.earth).length)
      var walking = east
      walking.doing = .walking
      #expect(model.field(walking, vehicle: nil) == place.earth)
      #expect(
        model.field(east, vehicle: 3)
          == {
            var other = MagneticModel(
              parameters, in: place, for: SignalReceiver(seed: 2, device: device + 100))
            return other.field(east, vehicle: 3)
          }())
    }
    #expect((10...40).contains(medianOf(shifts)), "\(shifts)")
  }
}
