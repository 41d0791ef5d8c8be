import Testing

/// Export of tables as Parquet, and import.
struct ParquetTests {
  /// A Python with pyarrow; nil if there is none.
  static let python: String? = {
    guard let python = TestPaths.python, let sandbox = try? Sandbox() else { return nil }
    return (try? sandbox.run(python, ["-c", "import pyarrow"]))?.status == 0 ? python : nil
  }()
  static let script = TestPaths.root + "/Scripts/parquet"

  @Test(.enabled(if: ParquetTests.python != nil, "no python3 with pyarrow"))
  func tablesKeepValuesAndTypes() throws {
    let (sandbox, python) = (try Sandbox(), try #require(Self.python))
    let run = try sandbox.venuesim("run", TestPaths.corridor, "--out", "run", "--quiet")
    #expect(run.status == 0, "\(run)")
    let out = try sandbox.run(python, [Self.script, "out", "run"])
    let names = try sandbox.files(below: "run").keys.filter { $0.hasSuffix(".csv") }.sorted()
    let reported = names.map { "run/" + $0.dropLast(3) + "parquet\n" }.joined()
    #expect(out.status == 0 && names.contains("fixes.csv"), "\(out)")
    #expect(out.output == reported)
    let schema = try sandbox.run(
      python,
      [
        "-c",
        """
        from pyarrow import parquet
        for field in parquet.read_schema("run/fixes.parquet"):
            print(field.name, field.type)
        """,
      ])
    for line in ["device string", "seed int64", "told_s double", "latitude_deg double"] {
      #expect(schema.output.contains(line + "\n"), "\(line): \(schema)")
    }
    let before = try names.map { try Table(sandbox.read("run/" + $0)) }
    let back = try sandbox.run(python, [Self.script, "in", "run"])
    #expect(back.status == 0, "\(back)")
    for (name, table) in zip(names, before) {
      let after = try Table(sandbox.read("run/" + name))
      #expect(after.columns == table.columns)
      for column in table.columns {
        // Integers may have become decimals.
        let isSame = zip(after[column], table[column]).allSatisfy { new, old in
          new == old || (Double(new) != nil && Double(new) == Double(old))
        }
        #expect(isSame && after[column].count == table[column].count, "\(name): \(column)")
      }
    }
  }

  @Test(.enabled(if: ParquetTests.python != nil, "no python3 with pyarrow"))
  func convertedTrackIsReplayed() throws {
    let (sandbox, python) = (try Sandbox(), try #require(Self.python))
    let make = """
      import datetime, pyarrow
      from pyarrow import parquet
      start = datetime.datetime(2024, 2, 29, 23, 59, 30, 250000)
      parquet.write_table(pyarrow.table({
          "utc": [start + datetime.timedelta(seconds=second) for second in range(120)],
          "latitude_deg": [48 + second * 1e-5 for second in range(120)],
          "longitude_deg": [11.5] * 120}), "walk.parquet")
      parquet.write_table(pyarrow.table({"lists": [[1, 2]]}), "nested.parquet")
      """
    #expect(try sandbox.run(python, ["-c", make]).status == 0)
    let outcome = try sandbox.run(python, [Self.script, "in", "walk.parquet"])
    #expect(outcome.status == 0 && outcome.output == "walk.csv\n", "\(outcome)")
    let replay = try sandbox.venuesim("replay", "walk.csv")
    #expect(replay.status == 0, "\(replay)")
    #expect(replay.output.contains("walk: track, 119 s"), "\(replay)")
    #expect(replay.output.contains("receiver_fix 120"), "\(replay)")
    let nested = try sandbox.run(python, [Self.script, "in", "nested.parquet"])
    #expect(nested.status == 1 && nested.errors.contains("'lists' holds list<"), "\(nested)")
    #expect(try sandbox.files().keys.sorted() == ["nested.parquet", "walk.csv", "walk.parquet"])
  }

  @Test func replaySuggestsTheConversion() throws {
    let sandbox = try Sandbox()
    try sandbox.write("data/walk.parquet", "PAR1")
    for arguments in [["data/walk.parquet"], ["data"], ["data/walk.parquet", "--format", "track"]] {
      let outcome = try sandbox.venuesim(["replay"] + arguments)
      #expect(outcome.status == 2, "\(outcome)")
      #expect(outcome.errors.contains("'Scripts/parquet in FILE'"), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    }
  }
}
