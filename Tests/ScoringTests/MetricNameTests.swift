import Documents
import Observations
import Scoring
import Testing
import Truth

/// Names of metrics in code and in the catalogue.
struct MetricNameTests {
  /// A metric declared in a section, with its name in code: `.indoor.floorRight`.
  private struct Declared {
    var label: String
    var metric: Metric
  }

  /// All metrics of the sections, found by reflection.
  private static let declared: [Declared] = {
    var found: [Declared] = []
    for section in Mirror(reflecting: MetricCatalogue.sections).children {
      guard let name = section.label, !["definitions", "metrics"].contains(name) else { continue }
      for member in Mirror(reflecting: section.value).children {
        let label = "\(name).\(member.label ?? "")"
        if let metric = member.value as? Metric {
          found.append(Declared(label: label, metric: metric))
        } else if let group = member.value as? any MetricGroup {
          found += group.all.map { Declared(label: label, metric: $0) }
        } else {
          Issue.record("\(label) holds no metric")
        }
      }
    }
    return found
  }()

  @Test func everyMetricIsDeclaredOnce() {
    let all = MetricCatalogue.all
    let declared = Self.declared
    #expect(declared.count == all.count && Set(declared.map(\.metric)) == Set(all))
    #expect(Set(all.map(\.name)).count == all.count)
    for (metric, definition) in zip(all, MetricCatalogue.sections.definitions) {
      #expect(metric.entry == definition)
      #expect(MetricCatalogue.metric(definition.name) == metric)
    }
  }

  /// Differences between names in code and names for users.
  private static let synonyms = [
    "calibration.half": "calibration.0_5x", "calibration.oneAndHalf": "calibration.1_5x",
    "calibration.twice": "calibration.2x", "calibration.thrice": "calibration.3x",
  ]

  @Test func codeNamesMatchMetricNames() {
    func bare(_ text: some StringProtocol) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    for declared in Self.declared {
      let name = declared.metric.name
      if let synonym = Self.synonyms[declared.label] {
        #expect(name == synonym)
        continue
      }
      let member = declared.label.drop { $0 != "." }.dropFirst()
      let words = bare(member == "whole" ? declared.label.prefix { $0 != "." } : member)
      // Metric names are stable, so that budgets and baselines stay valid.
      let isStable = words == "reported" && name.contains("told")
      let isFamily = ["scores", "component", "after", "faults"].contains(member)
      #expect(
        isFamily || isStable || bare(name).contains(words), "\(declared.label) is called '\(name)'")
    }
  }

  @Test func judgedStatisticsExist() {
    #expect(GatedFigure.standard.count > 15 && GatedFigure.headlines.count == 10)
    for figure in GatedFigure.standard {
      #expect(figure.metric.statistics.contains(figure.statistic), "\(figure.name)")
    }
  }

  @Test func familiesHaveNamesOfTheirCases() {
    for activity in TrueActivity.allCases {
      let word = activity.rawValue
      #expect(Metric.activity.precision[activity].name == "activity.precision.\(word)")
      #expect(Metric.activity.recall[activity].name == "activity.recall.\(word)")
      #expect(Metric.activity.f1[activity].name == "activity.f1.\(word)")
      #expect(Metric.activityChange.latency[activity].name == "activity.latency.\(word)")
      #expect(Metric.activityChange.latencyBound[activity].name == "activity.latency_bound.\(word)")
      #expect(
        Metric.activityChange.latencyEfficiency[activity].name
          == "activity.latency_efficiency.\(word)")
      #expect(Metric.pull.scores[activity, .f1].name == "activity.pull.f1.\(word)")
      #expect(Metric.pull.scores[activity, .recall].name == "activity.pull.recall.\(word)")
      #expect(Metric.batch.scores[activity, .f1].name == "activity.batch.f1.\(word)")
      #expect(Metric.batch.scores[activity, .recall].name == "activity.batch.recall.\(word)")
      for reported in Metric.activity.confusion.columns {
        #expect(
          Metric.activity.confusion[activity, reported].name
            == "activity.confusion.\(word).\(reported?.rawValue ?? "none")")
      }
    }
    #expect(Metric.activity.confusion.columns == TrueActivity.allCases + [nil])
    for kind in SensedFaults.FaultKind.allCases {
      #expect(Metric.motion.faults[kind].name == "motion.faults.\(kind.rawValue)")
    }
    for start in ScoringInput.StartClass.allCases {
      #expect(Metric.ttff.after[start].name == "ttff.\(start.rawValue)")
    }
    for component in EnergyComponent.allCases {
      #expect(Metric.energy.component[component].name == "energy.\(component.rawValue)")
    }
    let sources = LocationSource.allCases.compactMap { Metric.withinAccuracy.of($0)?.name }
    #expect(
      sources.map { $0.dropFirst("within_accuracy.".count) } == [
        "cell", "wifi", "gnss", "beacon", "dead_reckoning", "map_matched",
      ])
  }

  @Test(arguments: [
    ("horizontal_eror.p95", "horizontal_error.p95"), ("steps.eror.mean", "steps.error.mean"),
    ("activity.f1.walkin.share", "activity.f1.walking.share"), ("enrgy.mean", "energy.mean"),
    ("ttff.p96", "ttff.p95"),
  ]) func rejectsUnknownNames(name: String, nearest: String) {
    #expect(MetricCatalogue.parse(name) == nil)
    #expect(GatedFigure.named(name).isEmpty)
    let error = #expect(throws: DocumentFormError.self) { try Budget("\(name) <= 1") }
    #expect(error?.message.hasPrefix("unknown metric '\(name)'") == true)
    #expect(error?.suggestion == nearest)
  }
}

/// Metrics grouped in a section.
private protocol MetricGroup {
  var all: [Metric] { get }
}

extension MetricFamily: MetricGroup {}
extension MetricTable: MetricGroup {}
extension PauseAgreementMetrics: MetricGroup {
  var all: [Metric] { [caught, late, delay, falsePerHour] }
}
