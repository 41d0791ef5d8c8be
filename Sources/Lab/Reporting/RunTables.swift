public import Documents
import Kernel
import Observations
public import Scoring
import Truth

/// The tables of a run's folder, filled as results come in.
public struct RunTables: Sendable {
  /// A table: the file's name and the rows not yet taken.
  public struct Table: Sendable {
    public let file: String
    public var csv: CSVWriter
  }

  /// The run's short digest, the first column of every table.
  public let run: String
  /// The tables, in a fixed order.
  public private(set) var tables: [Table]

  private enum Index: Int {
    case metrics, budgets, fixes, transitions, power, battery, events, track, states, decisions
    case journal, clouds, routes
  }

  /// The columns of every table, by file.
  public static let columns: [(file: String, columns: [String])] = [
    ("metrics.csv", ofDevice("metric statistic value unit n")),
    ("budgets.csv", ofScenario("metric statistic value unit limit verdict condition")),
    (
      "fixes.csv",
      ofDevice(
        """
        told_s fix_s latitude_deg longitude_deg true_latitude_deg true_longitude_deg \
        horizontal_error_m horizontal_accuracy_m vertical_error_m floor true_floor source \
        transmitters raw_latitude_deg raw_longitude_deg surveyed
        """)
    ),
    ("transitions.csv", ofDevice("kind from to true_s told_s latency_s")),
    ("power.csv", ofDevice("component state cause seconds_s energy_mj")),
    ("battery.csv", ofDevice("time_s share source")),
    ("events.csv", ofDevice("time_s app event detail")),
    ("track.csv", ofDevice("time_s latitude_deg longitude_deg altitude_m floor")),
    ("states.csv", ofDevice("time_s component state power_mw")),
    ("decisions.csv", ofDevice("time_s app service event subject verdict reasons")),
    (
      "journal.csv",
      ofDevice(
        "app kind start_s end_s mode latitude_deg longitude_deg steps distance_m")
    ),
    ("clouds.csv", ofDevice("time_s spread_m latitude_deg longitude_deg floor")),
    ("routes.csv", ofDevice("time_s latitude_deg longitude_deg")),
  ]

  /// The columns of a table with device rows, from its specific ones.
  private static func ofDevice(_ names: String) -> [String] {
    ofScenario("seed device " + names)
  }

  private static func ofScenario(_ names: String) -> [String] {
    ["run", "scenario"] + names.split(separator: " ").map(String.init)
  }

  /// The separator between reasons of a decision.
  static let reasonSeparator = " | "

  /// Creates the tables with their headers.
  public init(run: String) {
    self.run = run
    tables = Self.columns.map { Table(file: $0.file, csv: CSVWriter(columns: $0.columns)) }
  }

  /// Removes and returns the bytes added to a table since the last call.
  public mutating func takeBytes(ofTable index: Int) -> [UInt8] { tables[index].csv.takeBytes() }

  /// Adds one device's run.
  public mutating func add(_ score: DeviceScore, scenario: String, seed: UInt64) {
    let key = RowKey(run: run, scenario: scenario, seed: "\(seed)", device: score.device)
    for (metric, values) in score.samples {
      addMetrics(MetricRow.rows(metric, values: values), key)
    }
    for fix in score.fixes { add(fix, key) }
    for transition in score.transitions { add(transition, key) }
    for row in score.power { add(row, key) }
    for point in score.battery { add(point, key) }
    for event in score.events { add(event, key) }
    for point in score.track { add(point, key) }
    for state in score.states { add(state, key) }
    for decision in score.decisions { add(decision, key) }
    for line in score.journal { add(line, key) }
    for cloud in score.clouds { add(cloud, key) }
    for route in score.routes { add(route, key) }
  }

  /// Adds the figures of a whole scenario, over its seeds and devices.
  public mutating func add(_ pool: ScenarioPool, scenario: String) {
    addMetrics(pool.rows, RowKey(run: run, scenario: scenario, seed: "all", device: "all"))
  }

  /// Adds figures of all devices together, for a seed or `all`.
  mutating func add(_ rows: [MetricRow], scenario: String, seed: String) {
    addMetrics(rows, RowKey(run: run, scenario: scenario, seed: seed, device: "all"))
  }

  /// The number of bytes of metrics not yet taken.
  var waitingByteCount: Int { tables[Index.metrics.rawValue].csv.count }

  /// Adds the result of a budget.
  public mutating func add(_ verdict: BudgetVerdict, scenario: String) {
    let budget = verdict.budget
    let run = run
    edit(.budgets) { csv in
      csv.field(run)
      csv.field(scenario)
      csv.field(budget.metric.name)
      csv.field(budget.statistic.rawValue)
      csv.optional(verdict.value)
      csv.field(budget.metric.unit)
      csv.field("\(budget.relation.rawValue) \(budget.limit / budget.metric.unitInSI)")
      csv.field(verdict.verdict.rawValue)
      csv.field(budget.filter?.words ?? "")
    }
  }

  /// Writes a row, after its key if there is one.
  private mutating func edit(
    _ index: Index, _ key: RowKey? = nil, _ write: (inout CSVWriter) -> Void
  ) {
    key?.write(to: &tables[index.rawValue].csv)
    write(&tables[index.rawValue].csv)
    tables[index.rawValue].csv.endRow()
  }

  private mutating func addMetrics(_ rows: [MetricRow], _ key: RowKey) {
    for row in rows {
      edit(.metrics, key) { csv in
        csv.field(row.metric.name)
        csv.field(row.statistic.rawValue)
        csv.field(row.value)
        csv.field(row.metric.unit)
        csv.field(row.count)
      }
    }
  }

  private mutating func add(_ score: FixScore, _ key: RowKey) {
    let (fix, truth) = (score.fix, score.truth)
    edit(.fixes, key) { csv in
      csv.field(secondsOf: score.deliveryTime.nanoseconds)
      csv.field(secondsOf: fix.time.nanoseconds)
      // Eight decimals of a degree are a millimetre.
      csv.field(fix.coordinate.latitudeDegrees, decimals: 8)
      csv.field(fix.coordinate.longitudeDegrees, decimals: 8)
      csv.field(truth.coordinate.latitudeDegrees, decimals: 8)
      csv.field(truth.coordinate.longitudeDegrees, decimals: 8)
      csv.field(score.horizontalErrorMetres, decimals: 3)
      csv.field(fix.horizontalAccuracyMetres, decimals: 3)
      csv.optional(score.verticalErrorMetres, decimals: 3)
      csv.optional(fix.floor)
      csv.optional(truth.floor)
      csv.field(fix.source.rawValue)
      csv.field(fix.transmitterCount)
      csv.optional(fix.rawCoordinate?.latitudeDegrees, decimals: 8)
      csv.optional(fix.rawCoordinate?.longitudeDegrees, decimals: 8)
      csv.optional(fix.isSurveyed)
    }
  }

  private mutating func add(_ transition: TransitionScore, _ key: RowKey) {
    edit(.transitions, key) { csv in
      csv.field(transition.kind)
      csv.field(transition.from)
      csv.field(transition.to)
      csv.field(secondsOf: transition.time.nanoseconds)
      guard let reported = transition.reportedTime else { return }
      csv.field(secondsOf: reported.nanoseconds)
      csv.field(secondsOf: (reported - transition.time).nanoseconds)
    }
  }

  private mutating func add(_ row: PowerRow, _ key: RowKey) {
    edit(.power, key) { csv in
      csv.field(row.component)
      csv.field(row.state)
      csv.field(row.cause)
      csv.field(row.seconds, decimals: 3)
      csv.field(row.millijoules, decimals: 3)
    }
  }

  private mutating func add(_ point: BatteryRow, _ key: RowKey) {
    edit(.battery, key) { csv in
      csv.field(secondsOf: point.time.nanoseconds)
      csv.field(point.share, decimals: 5)
      csv.field(point.source)
    }
  }

  private mutating func add(_ point: TrackRow, _ key: RowKey) {
    edit(.track, key) { csv in
      csv.field(secondsOf: point.time.nanoseconds)
      guard let place = point.coordinate else { return }
      // Seven decimals of a degree are a centimetre.
      csv.field(place.latitudeDegrees, decimals: 7)
      csv.field(place.longitudeDegrees, decimals: 7)
      csv.field(point.altitudeMetres, decimals: 2)
      csv.optional(point.floor)
    }
  }

  private mutating func add(_ row: StateRow, _ key: RowKey) {
    edit(.states, key) { csv in
      csv.field(secondsOf: row.time.nanoseconds)
      csv.field(row.component)
      csv.field(row.state)
      csv.optional(row.milliwatts, decimals: 3)
    }
  }

  private mutating func add(_ decision: StackDecision, _ key: RowKey) {
    edit(.decisions, key) { csv in
      csv.field(secondsOf: decision.time.nanoseconds)
      csv.field(decision.app)
      csv.field(decision.service)
      csv.field(decision.event)
      csv.field(decision.subject)
      csv.field(decision.verdict)
      csv.field(decision.reasons.joined(separator: RunTables.reasonSeparator))
    }
  }

  private mutating func add(_ line: JournalRow, _ key: RowKey) {
    edit(.journal, key) { csv in
      csv.field(line.app)
      csv.field(line.kind.rawValue)
      csv.optional(line.start)
      csv.optional(line.end)
      csv.field(line.mode)
      csv.optional(line.coordinate?.latitudeDegrees, decimals: 7)
      csv.optional(line.coordinate?.longitudeDegrees, decimals: 7)
      csv.optional(line.steps)
      csv.optional(line.distanceMetres, decimals: 1)
    }
  }

  /// Adds a row per particle.
  private mutating func add(_ cloud: ParticleCloud, _ key: RowKey) {
    for particle in cloud.particles {
      edit(.clouds, key) { csv in
        csv.field(secondsOf: cloud.time.nanoseconds)
        csv.field(cloud.spreadMetres, decimals: 2)
        csv.field(particle.coordinate.latitudeDegrees, decimals: 7)
        csv.field(particle.coordinate.longitudeDegrees, decimals: 7)
        csv.optional(particle.floor)
      }
    }
  }

  /// Adds a row per point.
  private mutating func add(_ route: MatchedRoute, _ key: RowKey) {
    for point in route.points {
      edit(.routes, key) { csv in
        csv.field(secondsOf: route.time.nanoseconds)
        csv.field(point.latitudeDegrees, decimals: 7)
        csv.field(point.longitudeDegrees, decimals: 7)
      }
    }
  }

  private mutating func add(_ event: EventRow, _ key: RowKey) {
    edit(.events, key) { csv in
      csv.field(secondsOf: event.time.nanoseconds)
      csv.field(event.app)
      csv.field(event.kind)
      csv.field(event.detail)
    }
  }
}

/// The key of the rows of one device's run.
private struct RowKey {
  let run: String
  let scenario: String
  let seed: String
  let device: String

  func write(to csv: inout CSVWriter) {
    csv.field(run)
    csv.field(scenario)
    csv.field(seed)
    csv.field(device)
  }
}

extension CSVWriter {
  /// Writes a number; an empty field for nil.
  mutating func optional(_ value: Double?) {
    if let value { field(value) } else { emptyField() }
  }

  /// Writes a number with a number of decimals; an empty field for nil.
  mutating func optional(_ value: Double?, decimals: Int) {
    if let value { field(value, decimals: decimals) } else { emptyField() }
  }

  /// Writes an integer; an empty field for nil.
  mutating func optional(_ value: Int?) {
    if let value { field(value) } else { emptyField() }
  }

  /// Writes 1 or 0; an empty field for nil.
  mutating func optional(_ value: Bool?) {
    if let value { field(value) } else { emptyField() }
  }

  /// Writes a time in s; an empty field for nil.
  mutating func optional(_ time: SimTime?) {
    if let time { field(secondsOf: time.nanoseconds) } else { emptyField() }
  }
}
