import Foundation
import Testing

/// Contents of a run's folder.
struct RunFolderTests {
  static let headers: [String: String] = [
    "metrics.csv": "run,scenario,seed,device,metric,statistic,value,unit,n",
    "budgets.csv": "run,scenario,metric,statistic,value,unit,limit,verdict,condition",
    "fixes.csv": "run,scenario,seed,device,told_s,fix_s,latitude_deg,longitude_deg,"
      + "true_latitude_deg,true_longitude_deg,horizontal_error_m,horizontal_accuracy_m,"
      + "vertical_error_m,floor,true_floor,source,transmitters,raw_latitude_deg,raw_longitude_deg,surveyed",
    "transitions.csv": "run,scenario,seed,device,kind,from,to,true_s,told_s,latency_s",
    "power.csv": "run,scenario,seed,device,component,state,cause,seconds_s,energy_mj",
    "battery.csv": "run,scenario,seed,device,time_s,share,source",
    "events.csv": "run,scenario,seed,device,time_s,app,event,detail",
    "track.csv": "run,scenario,seed,device,time_s,latitude_deg,longitude_deg,altitude_m,floor",
    "states.csv": "run,scenario,seed,device,time_s,component,state,power_mw",
    "decisions.csv":
      "run,scenario,seed,device,time_s,app,service,event,subject,verdict,reasons",
    "journal.csv":
      "run,scenario,seed,device,app,kind,start_s,end_s,mode,latitude_deg,longitude_deg,"
      + "steps,distance_m",
    "clouds.csv": "run,scenario,seed,device,time_s,spread_m,latitude_deg,longitude_deg,floor",
    "routes.csv": "run,scenario,seed,device,time_s,latitude_deg,longitude_deg",
  ]

  /// Tables without rows if no app asks for regions, visits or pauses, no stack shows its
  /// particles, and no phone is in a car.
  static let mayBeEmpty = ["decisions.csv", "journal.csv", "clouds.csv", "routes.csv"]

  @Test func folderHasExactlyTheDocumentedFiles() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-3", "--out", "kept/")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.hasSuffix("The files are in kept/.\n"), "\(outcome)")
    #expect(
      try sandbox.files(below: "kept").keys.sorted()
        == (Self.headers.keys + ["SHA256SUMS", "manifest.json", "scene.json"]).sorted())

    let text = try sandbox.read("kept/manifest.json")
    let manifest = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require(manifest["run"] as? String)
    #expect(run.wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(manifest["complete"] as? Bool == true)
    #expect((manifest["finished"] as? [Any])?.count == 1)
    #expect((manifest["missing"] as? [Any])?.isEmpty == true)
    // No contents that differ between equal runs on two machines.
    let host = ProcessInfo.processInfo.hostName
    #expect(!text.contains("\"/") && !text.contains("/tmp"))
    #expect(host.count < 4 || !text.contains(host))
    #expect(!text.contains(/20\d\d-\d\d-\d\d|\d\d:\d\d/), "a clock time in \(text)")

    for (name, header) in Self.headers {
      let table = try Table(sandbox.read("kept/" + name))
      #expect(table.columns.joined(separator: ",") == header)
      #expect(table.count > 0 || Self.mayBeEmpty.contains(name), "\(name)")
      #expect(table["run"].allSatisfy { $0 == run }, "\(name)")
      #expect(table["scenario"].allSatisfy { $0 == "corridor" }, "\(name)")
    }
    #expect(Set(try Table(sandbox.read("kept/fixes.csv"))["seed"]) == ["1", "2", "3"])
  }

  /// Runs don't use civil time: time zones and daylight saving change no byte.
  @Test func timeZonesChangeNoResult() throws {
    let sandbox = try Sandbox()
    let settings = ["gps_start={week: 1522, into_week: 25180 s}", "duration=60 s"]
    var files: [[String: Data]] = []
    // Clocks go forward in New York 20 s after the start, on 8 March 2009; elsewhere they do not.
    for (number, zone) in ["America/New_York", "Australia/Lord_Howe", "UTC"].enumerated() {
      let arguments =
        [
          "TZ=\(zone)", TestPaths.venuesim, "run", TestPaths.corridor, "--quiet", "--out",
          "kept\(number)",
        ]
        + settings.flatMap { ["--set", $0] }
      let outcome = try sandbox.run("/usr/bin/env", arguments)
      #expect([0, 4, 5].contains(outcome.status), "\(outcome)")
      files.append(try sandbox.files(below: "kept\(number)"))
    }
    #expect(files[0] == files[1] && files[1] == files[2])
  }

  @Test(.enabled(if: TestPaths.python != nil, "no python3 with its standard library"))
  func pythonReadsTheTables() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--record", "--out", "kept")
    let script = """
      import csv, glob
      for path in glob.glob('kept/**/*.csv', recursive=True):
          with open(path, newline='', encoding='utf-8') as file:
              header, *rows = csv.reader(file, strict=True)
          may_be_empty = any(name in path for name in ('decisions', 'journal', 'clouds', 'routes'))
          assert (rows or may_be_empty) and all(len(row) == len(header) for row in rows), path
          assert len(set(header)) == len(header), path
          assert all(name == name.lower() and ' ' not in name for name in header), path
          print(path)
      """
    let python = try #require(TestPaths.python)
    let outcome = try sandbox.run(python, ["-c", script])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.outputLines.count > 10)
  }

  /// Figures recomputed from the table of fixes: type 7 of Hyndman and Fan, as in R and NumPy.
  @Test func metricsAgreeWithTheFixes() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--seeds", "4-6", "--out", "kept")
    let metrics = try Table(sandbox.read("kept/metrics.csv"))
    let fixes = try Table(sandbox.read("kept/fixes.csv"))
    for seed in ["4", "5", "6", "all"] {
      let own = fixes.rows(where: seed == "all" ? [:] : ["seed": seed])
      let errors = own.compactMap { Double($0["horizontal_error_m"] ?? "") }.sorted()
      #expect(errors.count == own.count && errors.count > 100)
      let device = seed == "all" ? "all" : "walker"
      func expect(_ metric: String, _ statistic: String, _ value: Double, within: Double) throws {
        let rows = metrics.rows(where: [
          "seed": seed, "device": device, "metric": metric, "statistic": statistic,
        ])
        let row = try #require(rows.first, "\(seed) \(metric).\(statistic)")
        let reported = try #require(Double(row["value"] ?? ""))
        #expect(rows.count == 1 && row["n"] == "\(errors.count)")
        #expect(
          abs(reported - value) <= within, "\(seed) \(metric).\(statistic): \(reported), \(value)")
      }
      for (name, share) in [("p50", 0.5), ("p67", 0.67), ("p90", 0.9), ("p95", 0.95)] {
        let rank = share * Double(errors.count - 1)
        let below = Int(rank)
        let above = min(below + 1, errors.count - 1)
        let value = errors[below] + (rank - Double(below)) * (errors[above] - errors[below])
        // Fixes are written to the millimetre.
        try expect("horizontal_error", name, value, within: 0.000_51)
      }
      let mean = errors.reduce(0, +) / Double(errors.count)
      try expect("horizontal_error", "mean", mean, within: 0.000_51)
      try expect("horizontal_error", "max", errors[errors.count - 1], within: 0.000_51)
      let right = own.filter { $0["floor"] == $0["true_floor"] }.count
      let share = Double(right) / Double(own.count)
      try expect("floor.accuracy", "share", share, within: 1e-12)
    }
    // Energy in J, from the totals in mJ.
    let ledger = try Table(sandbox.read("kept/power.csv")).rows(where: ["seed": "5"])
    let joules = ledger.compactMap { Double($0["energy_mj"] ?? "") }.reduce(0, +) / 1000
    let rows = metrics.rows(where: ["seed": "5", "metric": "energy", "statistic": "mean"])
    let reported = try #require(rows.first.flatMap { Double($0["value"] ?? "") })
    #expect(abs(reported - joules) < 1e-4)
  }

  /// The bytes are equal with any number of jobs, and if repeated; another seed gives others.
  @Test(arguments: [["--seed", "7"], ["--seeds", "1-6"], ["--seeds", "1-3", "--record"]])
  func resultsAreReproducible(arguments: [String]) throws {
    let sandbox = try Sandbox()
    var first: [String: Data]?
    for (index, jobs) in ["1", "2", "8", "1"].enumerated() {
      let outcome = try sandbox.venuesim(
        ["run", TestPaths.corridor, "--jobs", jobs, "--out", "run\(index)"] + arguments)
      #expect(outcome.status == 0, "\(outcome)")
      let files = try sandbox.files(below: "run\(index)")
      #expect(files == first ?? files, "--jobs \(jobs) \(arguments)")
      first = files
    }
    let other = try sandbox.venuesim("run", TestPaths.corridor, "--seed", "10", "--out", "other")
    #expect(other.status == 0, "\(other)")
    let files = try sandbox.files(below: "other")
    for name in ["metrics.csv", "fixes.csv", "events.csv", "manifest.json"] {
      #expect(files[name] != nil && files[name] != first?[name], "\(name)")
    }
  }
}
