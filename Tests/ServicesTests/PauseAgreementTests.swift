import Formats
import Glibc
import Kernel
import Observations
import Services
import Testing

/// The pauser beside sports computers: `VENUESIM_DATA=… swift test -c release --filter PauseAgreement`
/// prints the table.
///
/// The files are the FIT test files of the public repositories dtcooper/python-fitparse and
/// GoldenCheetah/GoldenCheetah, in a folder `fit-auto-pause`.
struct PauseAgreementTests {
  private static let folder = getenv("VENUESIM_DATA").map { String(cString: $0) }

  private static func read(_ name: String) throws -> FITFile? {
    guard let folder else { return nil }
    guard let stream = fopen("\(folder)/fit-auto-pause/\(name)", "rb") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return try FITFile.read(bytes, file: name)
  }

  @Test(
    .enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"),
    arguments: [
      ("garmin-edge-500-activity.fit", 47), ("sample-activity.fit", 29),
    ])
  func agreesWithBicycleComputers(name: String, stops: Int) throws {
    guard let file = try Self.read(name) else {
      print("skipped: \(name) isn't there")
      return
    }
    let quick = PauseAgreement(file, name: "\(name) quick", parameters: .sports, type: .fitness)
    let phone = PauseAgreement(file, name: "\(name) phone", parameters: .init(), type: .fitness)
    print(quick.line)
    print(phone.line)
    #expect(quick.stops == stops)
    #expect(Double(quick.caught) >= 0.9 * Double(stops))
    #expect(quick.delays.allSatisfy { abs($0) <= 10 })
    #expect(Double(quick.falseCount) <= 0.1 * Double(stops))
    // Phones pause after minutes: none of these stops is meant to be caught, and none wrong.
    #expect(phone.falseCount == 0)
  }

  @Test(
    .enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"),
    arguments: [
      "goldencheetah_Weather_XDATA_2016_02_06_13_01_22.fit", "goldencheetah_FR55-CoreTemp-Walk.fit",
      "garmin-fenix-5-bike.fit", "garmin-fenix-5-run.fit", "garmin-fenix-5-walk.fit",
    ])
  func leavesMoversAlone(name: String) throws {
    guard let file = try Self.read(name) else {
      print("skipped: \(name) isn't there")
      return
    }
    let phone = PauseAgreement(file, name: "\(name) phone", parameters: .init(), type: .fitness)
    print(phone.line)
    print(
      PauseAgreement(file, name: "\(name) quick", parameters: .sports, type: .fitness).line)
    #expect(phone.falseCount == 0)
  }
}
