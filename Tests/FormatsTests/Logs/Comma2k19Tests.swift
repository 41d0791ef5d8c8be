import Documents
import Formats
import Geometry
import Glibc
import Kernel
import Observations
import Recordings
import Testing

@Suite struct Comma2k19Tests {
  private static let folder: String? = {
    guard let data = getenv("VENUESIM_DATA") else { return nil }
    let path = String(cString: data) + "/comma2k19-example"
    return access(path + "/processed_log/IMU/gyro/t", R_OK) == 0 ? path : nil
  }()

  /// A small drive's arrays, as files.
  private static let files: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    let times = numpyFile([100, 100.5, 101], shape: "(3,)")
    for name in ["accelerometer", "gyro", "magnetometer"] {
      files["processed_log/IMU/\(name)/t"] = times
      // Forward 1 2 3, right 4 5 6, down 7 8 9, in Fortran's order.
      files["processed_log/IMU/\(name)/value"] = numpyFile(
        [1, 2, 3, 4, 5, 6, 7, 8, 9], shape: "(3, 3)", fortran: true)
    }
    files["processed_log/CAN/speed/t"] = times
    files["processed_log/CAN/speed/value"] = numpyFile([10, 11, 12], shape: "(3, 1)")
    files["global_pose/frame_times"] = times
    files["global_pose/frame_positions"] = numpyFile(
      (0..<9).map { Double($0) }, shape: "(3, 3)")
    files["global_pose/frame_velocities"] = files["global_pose/frame_positions"]
    files["global_pose/frame_orientations"] = numpyFile(
      (0..<12).map { Double($0) }, shape: "(3, 4)")
    return files
  }()

  private func read(_ files: [String: [UInt8]]) throws(DocumentError) -> Comma2k19Drive {
    try Comma2k19Drive.read { (name) throws(DocumentError) in
      guard let bytes = files[name] else { throw DocumentError("no '\(name)'") }
      return try NumPyArray.read(bytes, file: name)
    }
  }

  @Test func readsADrive() throws {
    let drive = try read(Self.files)
    #expect(drive.bootSeconds == 100 && drive.fixes.isEmpty)
    #expect(drive.accelerometer.map(\.time) == [0, 0.5, 1].map { SimTime(seconds: $0) })
    #expect(drive.accelerometer[1].value == Vec3(5, 2, -8))
    #expect(drive.speeds.map(\.metresPerSecond) == [10, 11, 12])
    #expect(drive.poses[2].position == Vec3(6, 7, 8))
    #expect(drive.poses[2].orientation == SIMD4(8, 9, 10, 11))
    #expect(drive.report.entries.isEmpty)
  }

  @Test func countsGapsAndRepeatedTimes() throws {
    var files = Self.files
    files["processed_log/CAN/speed/t"] = numpyFile([100, 100, 101], shape: "(3,)")
    let drive = try read(files)
    #expect(drive.speeds.map(\.time.seconds) == [0, 0, 1])
    #expect(
      drive.report.lines == [
        "1 rows of the same time as the previous one (first in line 2)",
        "1 gaps of more than 0.5 s (first in line 3)",
      ])
  }

  @Test(arguments: [
    ("processed_log/IMU/gyro/value", [1, 2, 3] as [Double], "(3,)", "3 rows of 3"),
    ("processed_log/IMU/gyro/t", [1, 3, 2], "(3,)", "goes back in row 2"),
    ("processed_log/IMU/gyro/t", [1, .nan, 2], "(3,)", "no valid time in row 1"),
    ("processed_log/IMU/gyro/t", [1, 2, 1e300], "(3,)", "no valid time in row 2"),
    ("processed_log/IMU/gyro/t", [1, 2, 3], "(3, 1)", "must be a list of times"),
    ("processed_log/CAN/speed/value", [1, .infinity, 2], "(3,)", "an invalid number in row 1"),
    ("global_pose/frame_times", [], "(0,)", "must have 0 rows"),
    ("processed_log/IMU/accelerometer/t", [], "(0,)", "rows"),
  ])
  func reportsInvalidArrays(name: String, values: [Double], shape: String, reason: String) {
    var files = Self.files
    files[name] = numpyFile(values, shape: shape)
    do throws(DocumentError) {
      _ = try read(files)
      Issue.record("\(name) was read")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
    }
  }

  @Test func refusesMissingFiles() {
    for name in Self.files.keys.sorted() {
      var files = Self.files
      files[name] = nil
      #expect(throws: DocumentError.self, "\(name)") { try read(files) }
    }
    #expect(throws: DocumentError.self) { try Comma2k19Drive.read(folder: "/nowhere") }
  }

  /// The example segment that the data set's authors publish (MIT licence).
  @Test(.enabled(if: folder != nil, "needs VENUESIM_DATA"))
  func readsTheRealExample() throws {
    let drive = try Comma2k19Drive.read(folder: try #require(Self.folder))
    #expect(drive.accelerometer.count == 6256 && drive.gyroscope.count == 6256)
    #expect(drive.magnetometer.count == 592 && drive.speeds.count == 4974)
    #expect(drive.poses.count == 1200 && drive.fixes.count == 579)
    let up = drive.accelerometer.reduce(0) { $0 + $1.value.z } / 6256
    #expect(abs(up - 9.66) < 0.01)
    // The car's speed equals that of the truth.
    let slow = drive.speeds.map(\.metresPerSecond).min() ?? 0
    let true0 = drive.poses.map { $0.velocity.length }.min() ?? 0
    #expect(abs(slow - true0) < 0.3)
    #expect(abs((drive.fixes.first?.latitudeDegrees ?? 0) - 37.7) < 0.5)
  }
}
