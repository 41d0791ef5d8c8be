import Scoring

/// Descriptions of the condensed tables' columns, for the writer, the help and the tests.
public enum CondensedGuide {
  /// A table with its columns.
  public struct Table: Sendable {
    public let file: String
    /// The meaning of a row.
    public let row: String
    /// The columns in order, with their meanings.
    public let columns: [(name: String, meaning: String)]
  }

  /// A row per metric of a scenario.
  public static let scenario = Table(
    file: "by_scenario.csv", row: "a metric of a scenario, over all its seeds and devices",
    columns: [
      ("run", "the run's digest, which its manifest explains"),
      ("scenario", "the scenario's name"),
      ("metric", "the metric's name, as defined by 'venuesim list metrics'"),
      ("unit", "the unit of all figures of the row"),
      ("seeds", "the number of seeds"),
      ("device_runs", "the number of devices, counted once for each seed"),
      ("n", "the number of values in the figures"),
      ("verdict", "the worst verdict of the budgets on this metric; empty if there is none"),
    ] + Statistic.allCases.map { ($0.rawValue, "the statistic; empty where the metric has none") })

  /// A row per statistic of a group of devices.
  public static let group = Table(
    file: "by_group.csv",
    row: "a statistic of a metric, over the devices of a group: 'guest-1', 'guest-2' are 'guest'",
    columns: [
      ("run", "the run's digest"), ("scenario", "the scenario's name"),
      ("group", "the devices' name without the number at its end"),
      ("metric", "the metric's name"), ("statistic", "the statistic of a device's run"),
      ("unit", "the unit of the figures"),
      ("device_runs", "the number of devices, counted once for each seed"),
      ("n", "the number of values of all devices"),
      (
        "pooled",
        "the statistic of all values together; empty unless mean, share, rmse, min, max or count"
      ),
      ("mean", "the mean over device runs"), ("sd", "their standard deviation; empty for one"),
      ("min", "the minimum of the device runs"), ("p50", "their median"),
      ("max", "the maximum of the device runs"),
    ])

  /// A row per statistic and setting, with the change from the first setting.
  public static let setting = Table(
    file: "by_setting.csv",
    row: "a statistic of a metric under one setting, beside its value under the first setting",
    columns: [
      ("run", "the run's digest"),
      ("setting", "the settings, and the stack if it differs; 'as it is' without any"),
      ("scenario", "the scenario's name"), ("metric", "the metric's name"),
      ("statistic", "the statistic"), ("unit", "the unit of the figures"),
      ("n", "the number of values in the figure"), ("value", "the figure"),
      ("base_value", "the figure under the first setting; empty without one"),
      ("change", "the figure minus the base value"),
      ("relative_change", "the change over the absolute base value; empty where that is zero"),
    ])

  public static let tables = [scenario, group, setting]

  /// The tables with their columns, for help.
  public static var lines: [String] {
    var lines = ["Condensed tables (--csv):"]
    for table in tables {
      lines.append("  \(table.file): one row is \(table.row)")
      let width = table.columns.map(\.name.count).max() ?? 0
      var columns = table.columns
      if let first = columns.firstIndex(where: { $0.name == Statistic.allCases.first?.rawValue }),
        table.file == scenario.file
      {
        columns = Array(columns[..<first])
      }
      for (name, meaning) in columns {
        lines.append(
          "    \(name)\(String(repeating: " ", count: width - name.count + 2))\(meaning)")
      }
      if table.file == scenario.file {
        lines.append("    " + Statistic.allCases.map(\.rawValue).joined(separator: ", "))
        lines.append("      the statistics; empty where the metric has none")
      }
    }
    lines.append(
      "  by_setting.csv is written for several runs, or one whose manifest has variants.")
    return lines
  }
}
