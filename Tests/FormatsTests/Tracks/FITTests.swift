import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// FIT activities: one made by hand with all forms of messages, and damaged ones.
struct FITTests {
  private func made() throws -> [UInt8] { try LogPaths.excerpt("fit/made.fit") }

  @Test func readsAllFormsOfMessages() throws {
    let file = try FITFile.read(made(), file: "made.fit")
    // 1,000,000,000 s after 1989-12-31.
    #expect(
      file.start.utc
        == CalendarMoment(
          year: 2021, month: 9, day: 8, hour: 1, minute: 46, second: 40))
    #expect(file.records.count == 62 && file.records.filter { $0.coordinate == nil }.count == 1)
    let first = file.records[0]
    #expect(abs((first.coordinate?.latitudeDegrees ?? 0) - 48) < 1e-7)
    #expect(first.altitudeMetres == 520 && first.speedMetresPerSecond == 4.45)
    #expect(file.records[19].distanceMetres == 84.55)
    // Compressed timestamps overflow their five bits twice, once within the block.
    #expect(file.records[20...59].map(\.time.seconds) == (51...90).map(Double.init))
    #expect(file.records[20].altitudeMetres == 524 && file.records[20].speedMetresPerSecond == 4.45)
    #expect(file.pauses.map(\.start.seconds) == [20, 92])
    #expect(file.pauses.map(\.end.seconds) == [50, 120])
    #expect(file.pauses.map(\.stoppedBy) == [.auto, .manual])
    #expect(file.pauses.map(\.resumedBy) == [.auto, .manual])
    #expect(file.sessions.count == 1 && file.sessions[0].activity == .cycling)
    #expect(file.sessions[0].timerSeconds == 67 && file.sessions[0].distanceMetres == 270)
    #expect(file.report.count(of: .developerField) == 22 && file.report.count(of: .noPosition) == 1)
    #expect(file.report.count(of: .noTime) == 1 && file.report.count(of: .gap) == 0)
  }

  @Test func convertsPausesToTruth() throws {
    let recording = try FITFile.read(made(), file: "made.fit").recording(device: "bike")
    #expect(recording.observations.count == 61 && recording.header.device == "bike")
    #expect(
      recording.truth.map(\.activity) == [
        .cycling, .stationary, .cycling, .other, .cycling, .cycling,
      ])
    #expect(recording.truth.map(\.time.seconds) == [0, 20, 50, 92, 120, 121])
    #expect(recording.truth.allSatisfy { $0.coordinate.latitudeDegrees.isNaN })
  }

  @Test func readsConcatenatedFiles() throws {
    let bytes = try made()
    let twice = try FITFile.read(bytes + bytes, file: "twice.fit")
    #expect(twice.records.count == 62 && twice.report.count(of: .repeated) == 62)
    #expect(twice.report.count(of: .badChecksum) == 0)
  }

  @Test func readsTheIntactPartOfADamagedFile() throws {
    var bytes = try made()
    bytes[100] ^= 0x40
    let damaged = try FITFile.read(bytes, file: "damaged.fit")
    #expect(damaged.report.count(of: .badChecksum) == 1)
    let cut = try FITFile.read(Array(made().prefix(600)), file: "cut.fit")
    #expect(cut.report.count(of: .truncated) == 1 && cut.records.count >= 15)
    #expect(cut.report.count(of: .unreadable) == 1)
  }

  /// CRC-16/ARC, which FIT uses.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let content = bytes.dropLast(2)
    let sum = content.reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
    return content + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  }

  @Test func refusesLatitudesBeyondThePole() throws {
    var bytes = try made()
    #expect(sealed(bytes) == bytes && bytes[0x63] == 0x22)
    // 48 degrees become 97.
    bytes[0x63] = 0x45
    let said = complaint { () throws(DocumentError) in
      _ = try FITFile.read(sealed(bytes), file: "x.fit")
    }
    let parts = [
      "x.fit: record", "'latitude_deg' is 97.2", "must be from -90.0 to 90.0", "at 1000000000 s",
    ]
    for part in parts { #expect(said?.contains(part) == true, "\(said ?? "accepted")") }
    // With a wrong checksum the file is reported, not the device.
    let damaged = try FITFile.read(bytes, file: "damaged.fit")
    #expect(damaged.report.count(of: .badPosition) == 1 && damaged.records[0].coordinate == nil)
  }

  @Test(arguments: [
    ("hello, this is no such file", "x: not a FIT file: at byte 8 there is no '.FIT'"),
    ("short", "it has only 5 bytes"),
    ("\u{0C}\u{10}\0\0\0\0\0\0.FIT", "x: no record with a time in the file"),
  ])
  func refusesInvalidFiles(text: String, message: String) {
    let said = complaint { () throws(DocumentError) in
      _ = try FITFile.read(Array(text.utf8), file: "x")
    }
    #expect(said?.contains(message) == true, "\(said ?? "accepted")")
  }
}
