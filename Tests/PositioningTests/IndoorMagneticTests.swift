import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Positioning by the magnetic field, where it was surveyed.
@Suite struct IndoorMagneticTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Field of a hall with steel that bends it over some metres, vertical and horizontal, in µT.
  static func field(at point: Vec2) -> (upward: Double, level: Double) {
    (
      -42 + 7 * sin(point.x / 1.9) + 7 * cos(point.y / 1.7),
      22 + 5 * cos(point.x / 2.3 + point.y / 2.9)
    )
  }

  /// An exact map of it, on the lower of the hall's levels.
  static func map() -> MagneticMap {
    var lower = MagneticMap.Plane(
      origin: .zero, spacing: 1, columns: 61, rows: 41, means: [[], []],
      sigmas: [[UInt8]](repeating: [UInt8](repeating: 10, count: 61 * 41), count: 2))
    for row in 0..<41 {
      for column in 0..<61 {
        let found = field(at: Vec2(Double(column), Double(row)))
        lower.means[0].append(MagneticMap.step(ofMean: found.upward))
        lower.means[1].append(MagneticMap.step(ofMean: found.level))
      }
    }
    return MagneticMap(
      planes: [lower, .none],
      usual: [MagneticMap.Value(mean: -42, sigma: 8), MagneticMap.Value(mean: 22, sigma: 4)],
      noise: [1, 1])
  }

  /// Simulates a walk east through the hall, with radio levels of a path further north.
  ///
  /// - Parameters:
  ///   - misled: Offset to the north, in m.
  ///   - shift: Offset of the sensed field, in m.
  ///   - hasMap: True if the survey has the field.
  ///   - change: Changes the locator's parameters.
  /// - Returns: Mean position error, in m, after the first ten seconds.
  /// - Throws: If the hall is invalid.
  private static func walk(
    misled: Double, sensed shift: Vec2 = .zero, hasMap: Bool = true,
    _ change: (inout IndoorLocator.Parameters) -> Void = { _ in }
  ) throws -> Double {
    let hall = try Hall()
    var parameters = IndoorLocator.Parameters()
    change(&parameters)
    var place = hall.map
    if hasMap { place.radioMap?.magnetic = map() }
    var errors: [Double] = []
    for north in [9.0, 13, 17, 21, 25] {
      var locator = try #require(IndoorLocator(map: place, parameters: parameters))
      for second in 1...32 {
        let point = Vec3(8 + IndoorWalkTests.pace * Double(second), north, 1)
        let middle = point.xy - Vec2(0.5 * IndoorWalkTests.pace, 0)
        let found = field(at: middle + shift)
        // North is to the left of a phone that points east.
        IndoorWalkTests.sense(second, &locator, field: Vec3(-found.level, 0, found.upward))
        if second % 3 == 0 {
          locator.receive(hall.scan(point + Vec3(0, misled, 0), at: Double(second)))
        }
        let fix = locator.fix(at: SimTime(seconds: Double(second)))
        if second > 10 { errors.append(try hall.error(fix, point)) }
      }
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// The field corrects a radio error of some metres; without using it, the error remains.
  @Test func magneticFieldCorrectsRadioErrors() throws {
    let found = try Self.walk(misled: 5)
    let unused = try Self.walk(misled: 5) { $0.usesMagneticField = false }
    let unknown = try Self.walk(misled: 5, hasMap: false)
    #expect(found < 0.75 * unused, "\(found) \(unused)")
    #expect(unused == unknown)
  }

  /// A changed field, as after rebuilding, misleads only briefly.
  @Test func changedFieldHasLimitedEffect() throws {
    let plain = try Self.walk(misled: 0, hasMap: false)
    let changed = try Self.walk(misled: 0, sensed: Vec2(23, 11))
    let trusting = try Self.walk(misled: 0, sensed: Vec2(23, 11)) {
      ($0.magneticField.share, $0.magneticField.misfitGain, $0.magneticField.limit) = (1, 0, 1000)
    }
    #expect(changed < plain + 1, "\(changed) \(plain)")
    #expect(trusting > changed, "\(trusting) \(changed)")
  }

  /// The two components of the field don't depend on the attitude of the phone.
  @Test(arguments: [0.0, 0.7, 1.4, 2.5]) func fieldComponentsAreAttitudeInvariant(
    tilt: Double
  ) throws {
    var trace = StepTrace()
    // The world's up and north, in the axes of a phone rotated about its x-axis.
    let (up, north) = (Vec3(0, sin(tilt), cos(tilt)), Vec3(0, cos(tilt), -sin(tilt)))
    func batch(_ value: Vec3) -> InertialBatch {
      InertialBatch(
        samples: (0..<200).map {
          InertialSample(
            time: SimTime(seconds: Double($0) / 50), x: Float(value.x), y: Float(value.y),
            z: Float(value.z))
        })
    }
    trace.receive(magnetometer: batch(up * -42 + north * 20))
    trace.receive(gyroscope: batch(.zero))
    trace.receive(accelerometer: batch(up * 9.81))
    let fields = trace.takeFields()
    #expect(fields.count > 10)
    for field in fields {
      #expect(abs(field.upward + 42) < 0.1 && abs(field.level - 20) < 0.1, "\(field)")
    }
    #expect(trace.takeFields().isEmpty)
  }

  /// Non-finite readings of any sensor are skipped.
  @Test(arguments: [Float.nan, .infinity, 3e38]) func skipsInvalidReadings(
    value: Float
  ) {
    var trace = StepTrace()
    func batch(_ x: Float, _ z: Float, isSpoiled: Bool) -> InertialBatch {
      InertialBatch(
        samples: (0..<200).map {
          let isBad = isSpoiled && $0 % 20 == 7
          return InertialSample(
            time: SimTime(seconds: Double($0) / 50), x: isBad ? value : x, y: isBad ? value : 0,
            z: z)
        })
    }
    trace.receive(magnetometer: batch(20, -42, isSpoiled: true))
    trace.receive(gyroscope: batch(0, 0, isSpoiled: true))
    trace.receive(accelerometer: batch(0, 9.81, isSpoiled: true))
    let fields = trace.takeFields()
    #expect(fields.count > 10)
    for field in fields {
      #expect(abs(field.upward + 42) < 0.1 && abs(field.level - 20) < 0.1, "\(field)")
    }
  }

  /// A file with a field has the newer version; one without is readable by older programs.
  @Test func positioningFilesStoreMagneticField() throws {
    var radio = try #require(Hall().map.radioMap)
    let plain = try PositioningFile.bytes(radio)
    #expect(plain[4] == 1)
    radio.magnetic = Self.map()
    let bytes = try PositioningFile.bytes(radio)
    #expect(bytes[4] == 2)
    #expect(try PositioningFile.read(bytes) == radio)
    var older = bytes
    older[4] = 1
    #expect(throws: PositioningFileError.corrupt("other bytes follow its parts")) {
      try PositioningFile.read(older)
    }
    var without = plain
    without[4] = 2
    #expect(throws: PositioningFileError.truncated) { try PositioningFile.read(without) }
    radio.magnetic?.noise[0] = 0
    let wrong = try PositioningFile.bytes(radio)
    #expect(throws: PositioningFileError.corrupt("its magnetic noise is invalid")) {
      try PositioningFile.read(wrong)
    }
  }
}
