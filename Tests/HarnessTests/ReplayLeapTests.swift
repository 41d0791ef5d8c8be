import Documents
import Formats
import Harness
import Kernel
import Recordings
import TestSupport
import Testing

/// Activities whose device changed its clock during the recording.
struct ReplayLeapTests {
  /// A file of records at given times, in s of the format, after a definition.
  private func file(_ times: [Int]) -> [UInt8] {
    func four(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Records have a time, a latitude and a longitude.
    var body: [UInt8] = [
      0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85,
    ]
    for (number, time) in times.enumerated() {
      body += [0] + four(time) + four(572_662_306 + 100 * number) + four(131_241_100)
    }
    let bytes = [14, 0x10, 0, 0] + four(body.count) + Array(".FIT".utf8) + [0, 0] + body
    let sum = bytes.reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
    return bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  }

  private static let start = 1_000_000_000
  private static let years = 3 * 365 * 86_400

  /// Seconds with a wrong clock, the offset, and the number kept of 40.
  @Test(arguments: [
    (28..<40, years, 28, [[30, years + 1]]),
    (28..<40, -years, 28, [[30, 1 - years]]),
    (0..<12, years, 28, [[14, 1 - years]]),
    (
      9..<10, years, 39,
      [
        [11, years + 1],
        [12, 1 - years],
      ]
    ),
  ])
  func largerPartIsKeptAfterAClockJump(
    off: Range<Int>, by years: Int, kept: Int, leaps: [[Int]]
  ) throws {
    let times = (0..<40).map { Self.start + $0 + (off.contains($0) ? years : 0) }
    let content = try FITFile.read(file(times), file: "x.fit")
    #expect(
      content.records.count == kept && content.leaps.map { [$0.row, Int($0.seconds)] } == leaps)
    #expect(content.report.count(of: .leap) == 40 - kept)
    #expect(content.report.count(of: .badChecksum) == 0)
    #expect(WarningCounts(content.report).dropped == 40 - kept)
    let span = content.records.last.map { $0.time - content.records[0].time }
    #expect((span ?? .zero) <= .seconds(40))
  }

  @Test func aPauseOfDaysIsNoJump() throws {
    let times = (0..<40).map { Self.start + $0 + ($0 < 20 ? 0 : 29 * 86_400) }
    let content = try FITFile.read(file(times), file: "x.fit")
    #expect(content.records.count == 40 && content.leaps.isEmpty)
  }

  /// The jump is reported with its message and the remedy; a rest of less than half fails by name.
  @Test func clockJumpIsReported() throws {
    let folder = try TemporaryFolder()
    let ride = file((0..<40).map { Self.start + $0 + ($0 < 28 ? 0 : Self.years) })
    try writeFile(ride, to: folder.path + "/ride.fit")
    let shreds = file((0..<40).map { Self.start + $0 + $0 / 14 * Self.years })
    try writeFile(shreds, to: folder.path + "/shreds.fit")
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["ride", "shreds"])
    let read = try found.sources[0].read()
    let said = read.notes.filter { $0.contains("clock jumps") }
    #expect(said.count == 1 && said[0].contains("1095.0 days at message 30"), "\(read.notes)")
    #expect(said[0].contains("12 left out") && said[0].contains("split the file there"))
    #expect(try replayed(read, stack: ReplayStage().makeStack()).thinness == nil)
    let lost = try replayed(found.sources[1].read(), stack: ReplayStage().makeStack())
    #expect(
      lost.thinness?.hasPrefix("only 14 of its 40 rows could be used, less than half: 26 records")
        == true, "\(lost.thinness ?? "thick")")
  }
}
