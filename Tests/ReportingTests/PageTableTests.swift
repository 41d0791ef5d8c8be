import Documents
import Reporting
import Scoring
import TestSupport
import Testing

/// Condensed tables for pandas and spreadsheets.
struct PageTableTests {
  private static let header = "run,scenario,seed,device,metric,statistic,value,unit,n\n"

  private func makeRun(
    _ folder: TemporaryFolder, _ name: String, settings: String = "", error: Double = 2,
    more: String = "", manifest: String = ""
  ) throws -> String {
    var text = Self.header
    let devices = [("guest-1", error, 10), ("guest-2", error + 2, 30), ("guard", 1.0, 5)]
    for (device, value, count) in devices {
      text += "\(name),s,1,\(device),horizontal_error,mean,\(value),m,\(count)\n"
      text += "\(name),s,1,\(device),horizontal_error,p95,\(value * 2),m,\(count)\n"
    }
    text += "\(name),s,all,all,horizontal_error,mean,\(error + 1),m,45\n"
    text += "\(name),s,all,all,horizontal_error,p95,9,m,45\n"
    text += "\(name),s,all,all,\"odd, metric\",share,0,share,45\n" + more
    try folder.write(name + "/metrics.csv", text)
    try folder.write(
      name + "/budgets.csv",
      "run,scenario,metric,statistic,value,unit,limit,verdict\n"
        + "\(name),s,horizontal_error,p95,9,m,<= 3,missed\n"
        + "\(name),s,horizontal_error,mean,3,m,<= 3,kept\n")
    try folder.write(
      name + "/manifest.json",
      "{\"run\": \"\(name)\", \"stack\": \"reference\", \"settings\": [\(settings)]\(manifest)}")
    return folder.path + "/" + name
  }

  private func rows(_ tables: CondensedTables, _ file: String) throws -> [[String: String]] {
    let bytes = try #require(tables.files.first { $0.file == file }?.bytes)
    var reader = try CSVReader(bytes: bytes, file: file)
    var rows: [[String: String]] = []
    while try reader.nextRow() {
      rows.append(
        Dictionary(
          uniqueKeysWithValues: reader.columns.enumerated().map {
            ($0.element, reader.text(at: $0.offset))
          }))
    }
    return rows
  }

  @Test func everyColumnIsDocumented() throws {
    let folder = try TemporaryFolder()
    let tables = try CondensedTables(folders: [
      makeRun(folder, "a"), makeRun(folder, "b", settings: "\"x=1\""),
    ])
    let help = CondensedGuide.lines.joined(separator: "\n")
    #expect(tables.files.map(\.file) == CondensedGuide.tables.map(\.file))
    for (table, guide) in zip(tables.files, CondensedGuide.tables) {
      let reader = try CSVReader(bytes: table.bytes, file: table.file)
      #expect(reader.columns == guide.columns.map(\.name))
      for (name, meaning) in guide.columns {
        #expect(!meaning.isEmpty && help.contains(name), "\(name)")
        #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }, "\(name)")
      }
    }
    #expect(Statistic.allCases.allSatisfy { help.contains($0.rawValue) })
  }

  @Test func condensesScenariosAndGroups() throws {
    let folder = try TemporaryFolder()
    let tables = try CondensedTables(folders: [makeRun(folder, "a")])
    #expect(tables.files.map(\.file) == ["by_scenario.csv", "by_group.csv"])
    let scenarios = try rows(tables, "by_scenario.csv")
    #expect(scenarios.map { $0["metric"] } == ["horizontal_error", "odd, metric"])
    #expect(scenarios[0]["mean"] == "3" && scenarios[0]["p95"] == "9" && scenarios[0]["p50"] == "")
    #expect(scenarios[0]["device_runs"] == "3" && scenarios[0]["seeds"] == "1")
    #expect(scenarios[0]["verdict"] == "missed" && scenarios[1]["verdict"] == "")
    let groups = try rows(tables, "by_group.csv")
    #expect(groups.map { $0["group"] } == ["guest", "guest", "guard", "guard"])
    let guests = groups[0]
    #expect(guests["device_runs"] == "2" && guests["n"] == "40" && guests["p50"] == "3")
    // 10 values of 2 m and 30 of 4 m.
    #expect(guests["pooled"] == "3.5" && guests["mean"] == "3" && guests["max"] == "4")
    #expect(guests["sd"].flatMap(Double.init) == 2.0.squareRoot())
    #expect(groups[1]["pooled"] == "", "percentiles of parts don't give those of the whole")
    #expect(groups[2]["sd"] == "")
  }

  @Test func comparesSettingsWithFirst() throws {
    let folder = try TemporaryFolder()
    let tables = try CondensedTables(folders: [
      makeRun(folder, "a"), makeRun(folder, "b", settings: "\"x=1\", \"y=2\"", error: 5),
    ])
    let settings = try rows(tables, "by_setting.csv")
    let means = settings.filter { $0["statistic"] == "mean" }
    #expect(means.map { $0["setting"] } == ["as it is", "x=1; y=2"])
    #expect(means.map { $0["base_value"] } == ["3", "3"])
    #expect(means.map { $0["change"] } == ["0", "3"])
    #expect(means.map { $0["relative_change"] } == ["0", "1"])
    #expect(
      settings.filter { $0["metric"] == "odd, metric" }.map { $0["relative_change"] } == ["", ""])
  }

  @Test func comparesVariantsWithBase() throws {
    let folder = try TemporaryFolder()
    let variants =
      ", \"variants\": [{\"scenario\": \"s-x\", \"base\": \"s\", \"setting\": \"no x\"}]"
    let tables = try CondensedTables(folders: [
      makeRun(
        folder, "a", more: "a,s-x,all,all,horizontal_error,mean,6,m,45\n", manifest: variants)
    ])
    let row = try #require(rows(tables, "by_setting.csv").last)
    #expect(row["setting"] == "no x" && row["scenario"] == "s" && row["value"] == "6")
    #expect(row["base_value"] == "3" && row["change"] == "3" && row["relative_change"] == "1")
  }
}
