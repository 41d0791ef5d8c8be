public import Documents
import Glibc
import Kernel
import Scoring

/// Figures of runs as tables for spreadsheets and pandas.
public struct CondensedTables: Sendable {
  /// The tables: names and bytes.
  public private(set) var files: [(file: String, bytes: [UInt8])] = []

  /// Reads and condenses the metrics of some runs.
  ///
  /// - Parameter folders: The runs' folders; the first is the reference of the settings.
  /// - Throws: ``DocumentError`` if one holds no run, or for an invalid table.
  public init(folders: [String]) throws(DocumentError) {
    var runs: [CondensedRun] = []
    for folder in folders { runs.append(try CondensedRun(folder: folder)) }
    files.append((CondensedGuide.scenario.file, Self.byScenario(runs)))
    files.append((CondensedGuide.group.file, Self.byGroup(runs)))
    if runs.count > 1 || runs.contains(where: { !$0.variants.isEmpty }) {
      files.append((CondensedGuide.setting.file, Self.bySetting(runs)))
    }
  }

  private static func writer(_ table: CondensedGuide.Table) -> CSVWriter {
    CSVWriter(columns: table.columns.map(\.name))
  }

  // MARK: - Scenario by metric

  private static func byScenario(_ runs: [CondensedRun]) -> [UInt8] {
    var csv = writer(CondensedGuide.scenario)
    for run in runs {
      for group in run.pooled.grouped(by: { [$0.scenario, $0.metric, $0.unit] }) {
        guard let first = group.first else { continue }
        let own = run.single.filter {
          $0.scenario == first.scenario && $0.metric == first.metric
            && $0.statistic == first.statistic
        }
        csv.field(run.run)
        csv.field(first.scenario)
        csv.field(first.metric)
        csv.field(first.unit)
        csv.field(Set(own.map(\.seed)).count)
        csv.field(own.count)
        csv.field(first.count)
        csv.field(run.verdict(first.scenario, first.metric))
        for statistic in Statistic.allCases {
          csv.optional(group.first { $0.statistic == statistic.rawValue }?.value)
        }
        csv.endRow()
      }
    }
    return csv.takeBytes()
  }

  // MARK: - Device groups

  private static func byGroup(_ runs: [CondensedRun]) -> [UInt8] {
    var csv = writer(CondensedGuide.group)
    for run in runs {
      let groups = run.single.grouped { [$0.scenario, $0.group, $0.metric, $0.statistic, $0.unit] }
      for group in groups {
        guard let first = group.first else { continue }
        let values = group.map(\.value).sorted()
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        csv.field(run.run)
        csv.field(first.scenario)
        csv.field(first.group)
        csv.field(first.metric)
        csv.field(first.statistic)
        csv.field(first.unit)
        csv.field(values.count)
        csv.field(group.reduce(0) { $0 + $1.count })
        csv.optional(pooled(group))
        csv.field(mean)
        csv.optional(values.count > 1 ? (squares / Double(values.count - 1)).squareRoot() : nil)
        csv.field(values[0])
        csv.field(values.medianOfSorted)
        csv.field(values[values.count - 1])
        csv.endRow()
      }
    }
    return csv.takeBytes()
  }

  /// A statistic over all values of several devices; nil where it doesn't follow from theirs.
  private static func pooled(_ rows: [CondensedRun.Row]) -> Double? {
    let count = Double(rows.reduce(0) { $0 + $1.count })
    func mean(_ value: (Double) -> Double) -> Double? {
      count > 0 ? rows.reduce(0) { $0 + value($1.value) * Double($1.count) } / count : nil
    }
    switch Statistic(rawValue: rows[0].statistic) {
    case .mean?, .share?: return mean { $0 }
    case .rmse?: return mean { $0 * $0 }?.squareRoot()
    case .min?: return rows.map(\.value).min()
    case .max?: return rows.map(\.value).max()
    case .count?: return rows.reduce(0) { $0 + $1.value }
    default: return nil
    }
  }

  // MARK: - Settings

  private static func bySetting(_ runs: [CondensedRun]) -> [UInt8] {
    var csv = writer(CondensedGuide.setting)
    let stacks = Set(runs.map(\.stack)).count
    var base: [[String]: Double] = [:]
    for run in runs {
      for row in run.pooled {
        let variant = run.variants.first { $0.scenario == row.scenario }
        let scenario = variant?.base ?? row.scenario
        let key = [scenario, row.metric, row.statistic]
        let reference = base[key]
        if reference == nil, variant == nil { base[key] = row.value }
        csv.field(run.run)
        csv.field(variant?.setting ?? run.setting(reportsStack: stacks > 1))
        csv.field(scenario)
        csv.field(row.metric)
        csv.field(row.statistic)
        csv.field(row.unit)
        csv.field(row.count)
        csv.field(row.value)
        let known = reference ?? (variant == nil ? row.value : nil)
        csv.optional(known)
        csv.optional(known.map { row.value - $0 })
        csv.optional(known.flatMap { $0 == 0 ? nil : (row.value - $0) / $0.magnitude })
        csv.endRow()
      }
    }
    return csv.takeBytes()
  }
}

extension Array where Element == CondensedRun.Row {
  /// Groups rows by key, in the order of first use.
  fileprivate func grouped(by key: (Element) -> [String]) -> [[Element]] {
    var places: [[String]: Int] = [:]
    var groups: [[Element]] = []
    for row in self {
      let key = key(row)
      if let place = places[key] {
        groups[place].append(row)
      } else {
        places[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }
}
