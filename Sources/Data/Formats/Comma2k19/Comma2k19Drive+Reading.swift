public import Documents
import Geometry
import Kernel
import Recordings

extension Comma2k19Drive {
  /// Reads a drive from the folder that holds `processed_log` and `global_pose`.
  ///
  /// - Throws: The file and its fault.
  public static func read(folder: String) throws(DocumentError) -> Comma2k19Drive {
    try read { (name) throws(DocumentError) in
      try NumPyArray.read(path: folder + "/" + name, limit: 64 << 20)
    }
  }

  /// Reads a drive from arrays looked up by name, such as `processed_log/IMU/gyro/t`.
  package static func read(
    _ array: (String) throws(DocumentError) -> NumPyArray
  ) throws(DocumentError) -> Comma2k19Drive {
    let imu = "processed_log/IMU/"
    let acceleration = try Comma2k19Table(imu + "accelerometer", width: 3, from: array)
    guard let boot = acceleration.seconds.first else {
      throw DocumentError("'\(imu)accelerometer/t' is empty")
    }
    let rotation = try Comma2k19Table(imu + "gyro", width: 3, from: array)
    let field = try Comma2k19Table(imu + "magnetometer", width: 3, from: array)
    let speed = try Comma2k19Table("processed_log/CAN/speed", width: 1, from: array)
    let poses = try poses(from: array, since: boot)
    let fixes = try? Comma2k19Table("processed_log/GNSS/live_gnss_ublox", width: 6, from: array)
    var report = ReadingReport<Warning>()
    for table in [acceleration, rotation, field, speed] + (fixes.map { [$0] } ?? []) {
      report.note(table.seconds)
    }
    report.note(poses.map(\.time.seconds))
    return Comma2k19Drive(
      accelerometer: acceleration.readings(since: boot), gyroscope: rotation.readings(since: boot),
      magnetometer: field.readings(since: boot),
      speeds: speed.rows(since: boot) { Speed(time: $0, metresPerSecond: $1[0]) },
      poses: poses,
      fixes: fixes?.rows(since: boot) {
        Fix(
          time: $0, latitudeDegrees: $1[0], longitudeDegrees: $1[1], altitudeMetres: $1[4],
          speedMetresPerSecond: $1[2], bearingDegrees: $1[5])
      } ?? [],
      bootSeconds: boot, report: report)
  }

  private static func poses(
    from array: (String) throws(DocumentError) -> NumPyArray, since boot: Double
  ) throws(DocumentError) -> [TruePose] {
    let times = "global_pose/frame_times"
    func table(_ name: String, _ width: Int) throws(DocumentError) -> Comma2k19Table {
      try Comma2k19Table(times: times, values: "global_pose/\(name)", width: width, from: array)
    }
    let positions = try table("frame_positions", 3)
    let velocities = try table("frame_velocities", 3)
    let orientations = try table("frame_orientations", 4)
    return positions.seconds.indices.map { number in
      let (place, speed) = (positions.row(number), velocities.row(number))
      let turn = orientations.row(number)
      return TruePose(
        time: SimTime(seconds: positions.seconds[number] - boot),
        position: Vec3(place[0], place[1], place[2]), velocity: Vec3(speed[0], speed[1], speed[2]),
        orientation: SIMD4(turn[0], turn[1], turn[2], turn[3]))
    }
  }
}

extension ReadingReport where Warning == Comma2k19Drive.Warning {
  /// Counts irregular times of a signal, in s.
  fileprivate mutating func note(_ seconds: [Double]) {
    var newest: Int64?
    for (row, time) in seconds.enumerated() {
      noteNext(
        SimTime(seconds: time).nanoseconds, newest: &newest, longest: 500_000_000, line: row + 1)
    }
  }
}

/// One signal: times, and one row of finite numbers for each, in order of time.
private struct Comma2k19Table {
  /// Since the phone's boot.
  let seconds: [Double]
  private let values: [Double]
  private let width: Int

  init(
    _ name: String, width: Int, from array: (String) throws(DocumentError) -> NumPyArray
  ) throws(DocumentError) {
    try self.init(times: name + "/t", values: name + "/value", width: width, from: array)
  }

  init(
    times: String, values name: String, width: Int,
    from array: (String) throws(DocumentError) -> NumPyArray
  ) throws(DocumentError) {
    let (clock, data) = (try array(times), try array(name))
    seconds = clock.reals
    values = data.reals
    self.width = width
    guard clock.shape.count == 1 else {
      throw DocumentError("'\(times)' must be a list of times, but its shape is \(clock.shape)")
    }
    // A column may come as a matrix or as a list.
    guard data.shape == [seconds.count, width] || (width == 1 && data.shape == [seconds.count])
    else {
      throw DocumentError(
        "'\(name)' must have \(seconds.count) rows of \(width), but its shape is \(data.shape)")
    }
    for (number, time) in seconds.enumerated() {
      // Times beyond a hundred years come from no phone clock, and their nanoseconds would overflow.
      guard abs(time) < 3.2e9 else {
        throw DocumentError("'\(times)' has no valid time in row \(number)")
      }
      guard number == 0 || time >= seconds[number - 1] else {
        throw DocumentError("'\(times)' goes back in row \(number)")
      }
    }
    if let bad = values.firstIndex(where: { !$0.isFinite }) {
      throw DocumentError("'\(name)' has an invalid number in row \(bad / width)")
    }
  }

  func row(_ number: Int) -> ArraySlice<Double> {
    // A copy whose indices start at 0.
    ArraySlice(Array(values[number * width..<(number + 1) * width]))
  }

  func rows<Row>(since boot: Double, _ make: (SimTime, ArraySlice<Double>) -> Row) -> [Row] {
    seconds.indices.map { make(SimTime(seconds: seconds[$0] - boot), row($0)) }
  }

  /// Converts the file's axes (forward, right, down) to right, forward, up.
  func readings(since boot: Double) -> [Comma2k19Drive.Reading] {
    rows(since: boot) { time, row in
      Comma2k19Drive.Reading(time: time, value: Vec3(row[1], row[0], -row[2]))
    }
  }
}
