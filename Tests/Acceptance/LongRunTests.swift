import Foundation
import Glibc
import TestSupport
import Testing

/// Long runs and many phones: constant memory, and the same bytes with any number of jobs.
struct LongRunTests {
  private static let week = TestPaths.root + "/scenarios/week-of-days.yaml"
  private static let crowd = TestPaths.root + "/scenarios/crowd-1000.yaml"
  /// Six phones with separate tables.
  private static let flags = TestPaths.root + "/scenarios/flags-table.yaml"

  /// Max duration of a command, in s: minutes, because other work may run beside the tests.

  private func week(_ duration: String, _ out: String = "kept") -> [String] {
    ["run", Self.week, "--set", "duration=\(duration)", "--quiet", "--force", "--out", out]
  }

  /// A location per second, for one hour and for eight.
  @Test func eightHoursNeedLittleMoreMemoryThanOne() throws {
    let sandbox = try Sandbox()
    let hour = try sandbox.venuesim(week("1 h"))
    let few = try Table(sandbox.read("kept/fixes.csv")).count
    let hours = try sandbox.venuesim(week("8 h"))
    let many = try Table(sandbox.read("kept/fixes.csv")).count
    #expect(hour.status != 1 && hours.status != 1, "\(hours)")
    #expect(few > 3500 && many > 8 * 3500, "a location a second")
    #expect(
      Double(hours.peakBytes) < 1.1 * Double(hour.peakBytes),
      "\(hours.peakBytes) bytes for eight hours, \(hour.peakBytes) for one")
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longWeekNeedsLittleMoreMemoryThanADay() throws {
    let sandbox = try Sandbox()
    let day = try sandbox.venuesim(week("24 h"))
    let whole = try sandbox.venuesim(week("7 d"))
    #expect(whole.status == 0, "\(whole)")
    let (share, reported) = (
      Double(whole.peakBytes) / Double(day.peakBytes),
      "\(whole.peakBytes) bytes for the week, \(day.peakBytes) for a day"
    )
    #expect(share < 1.15, "\(reported)")
    // A week of ephemerides takes 1.2 MB more than a day: ratios of 1.08 to 1.11 were measured.
    withKnownIssue(isIntermittent: true) { #expect(share < 1.1, "\(reported)") }
  }

  /// Rows are kept in memory if a temporary file isn't available, or is limited in size.
  @Test func missingTemporaryStorageChangesNoResult() throws {
    let sandbox = try Sandbox()
    let usual = try sandbox.venuesim(week("3 h", "usual"))
    let files = try sandbox.files(below: "usual")
    #expect(usual.status != 1 && (files["fixes.csv"]?.count ?? 0) > 1_000_000, "\(usual)")
    // The tables are below the limit, in kB; the temporary file would exceed it.
    let shells = [
      "TMPDIR=/nonexistent", "TMPDIR=/proc", "TMPDIR=/dev/full", "ulimit -f 1600; TMPDIR=/tmp",
    ]
    for (number, shell) in shells.enumerated() {
      let words = ([TestPaths.venuesim] + week("3 h", "kept-\(number)")).map { "'\($0)'" }
      let outcome = try sandbox.run(
        "/bin/bash", ["-c", "\(shell) exec \(words.joined(separator: " "))"])
      #expect(outcome.status == usual.status && outcome.errors == usual.errors, "\(outcome)")
      #expect(try sandbox.files(below: "kept-\(number)") == files, "\(shell)")
    }
  }

  /// A disk that loses rows ends the run with a message; finished runs can be resumed.
  @Test func runWithLostRowsEndsAndResumes() throws {
    let sandbox = try Sandbox()
    func command(_ folder: String, _ more: String...) -> [String] {
      ["TMPDIR=\(sandbox.path)", TestPaths.venuesim, "run", Self.week]
        + ["--set", "duration=2 h", "--seeds", "1-2", "--quiet", "--out", folder] + more
    }
    let whole = try sandbox.run("/usr/bin/env", command("whole"))
    var lost: Outcome
    repeat {
      // A run whose files were all read before they were cut proves nothing, and is tried again.
      try? FileManager.default.removeItem(atPath: sandbox.path + "/lost")
      let running = try sandbox.start("/usr/bin/env", command("lost"))
      while running.isRunning {
        for file in backingFiles(of: running.pid) { truncate(file, 0) }
        usleep(500)
      }
      lost = try running.outcome()
    } while lost.status == whole.status
    #expect(lost.status == 1 && lost.output.isEmpty, "\(lost)")
    #expect(lost.errors.split(separator: "\n").count == 1, "\(lost)")
    for word in ["temporary file", sandbox.path, "TMPDIR", "--resume"] {
      #expect(lost.errors.contains(word), "\(lost)")
    }
    let last = try sandbox.run("/usr/bin/env", command("lost", "--resume"))
    #expect(last.status == whole.status, "\(last)")
    #expect(try sandbox.files(below: "lost") == sandbox.files(below: "whole"))
  }

  /// Open unnamed files of a process.
  private func backingFiles(of pid: pid_t) -> [String] {
    let folder = "/proc/\(pid)/fd/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { folder + $0 }.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: $0))?
        .hasSuffix(" (deleted)") == true
    }
  }

  /// One unit of many phones, which run concurrently.
  @Test(arguments: [crowd, flags]) func concurrentPhonesGiveTheSameBytes(scenario: String) throws {
    let sandbox = try Sandbox()
    func files(_ jobs: Int) throws -> [String: Data] {
      let outcome = try sandbox.venuesim(
        "run", scenario, "--set", "duration=90 s", "--record", "--quiet", "--force",
        "--jobs", "\(jobs)", "--out", "kept-\(jobs)")
      #expect(outcome.status != 1 && outcome.status != 2, "\(outcome)")
      return try sandbox.files(below: "kept-\(jobs)")
    }
    let once = try files(1)
    #expect(once.keys.count { $0.hasSuffix("/recording.yaml") } > 5)
    for jobs in [2, 5] { #expect(try files(jobs) == once, "\(jobs) jobs") }
  }

  /// Killed after some of a unit's phones have finished.
  @Test(arguments: [1, 2]) func unitOfManyPhonesIsAtomic(jobs: Int) throws {
    let sandbox = try Sandbox()
    func command(_ folder: String, _ more: [String] = []) -> [String] {
      [
        "run", Self.flags, "--set", "duration=1 min", "--seeds", "1-3", "--quiet", "--jobs",
        "\(jobs)", "--out", folder,
      ] + more
    }
    let started = ContinuousClock.now
    let whole = try sandbox.venuesim(command("whole"))
    let time = ContinuousClock.now - started
    let files = try sandbox.files(below: "whole")
    for share in [0.2, 0.5, 0.8] {
      let folder = "killed-\(share)"
      let first = try sandbox.start(TestPaths.venuesim, command(folder))
      usleep(UInt32(share * Double(time / .microseconds(1))))
      first.signal(SIGKILL)
      _ = try first.outcome()
      let last = try sandbox.venuesim(command(folder, ["--resume"]))
      #expect(last.status == whole.status, "\(last)")
      #expect(try sandbox.files(below: folder) == files, "killed after \(share) of the time")
    }
  }
}
