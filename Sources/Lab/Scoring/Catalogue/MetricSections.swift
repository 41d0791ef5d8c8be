/// The sections of the catalogue: the one declaration of every metric, in the order of the reports.
package struct MetricSections: Sendable {
  package let fix = FixMetrics()
  package let route = RouteMetrics()
  package let turns = TurnMetrics()
  package let height = HeightMetrics()
  package let indoor = IndoorMetrics()
  package let floor = FloorMetrics()
  package let contest = ContestMetrics()
  package let pose = PoseMetrics()
  package let freshness = FreshnessMetrics()
  package let ttff = FirstFixMetrics()
  package let withinAccuracy = WithinAccuracyMetrics()
  package let calibration = CalibrationMetrics()
  package let boundEfficiency = BoundEfficiencyMetrics()
  package let activity = ActivityMetrics()
  package let activityChange = ActivityChangeMetrics()
  package let pull = ChiefActivityMetrics.pull()
  package let history = HistoryMetrics()
  package let batch = ChiefActivityMetrics.batch()
  package let pedometer = PedometerMetrics()
  package let motion = MotionFaultMetrics()
  package let region = RegionMetrics()
  package let ranging = RangingMetrics()
  package let visit = VisitMetrics()
  package let journal = JournalMetrics()
  package let pause = PauseMetrics()
  package let resume = ResumeMetrics()
  package let wayfinding = WayfindingMetrics()
  package let stage = StageMetrics()
  package let expectation = ExpectationMetrics()
  package let comparison = ComparisonMetrics()
  package let energy = EnergyMetrics()
  package let network = NetworkMetrics()

  /// In the order of the reports.
  package let definitions: [MetricDefinition]
  /// In the order of the reports.
  package let metrics: [Metric]

  init() {
    definitions = MetricRegistry.declared
    metrics = definitions.indices.map { Metric(index: $0) }
  }
}

// Short names of metrics in code: `samples.add(error, to: .indoor.error)`.

extension Metric {
  package static var fix: FixMetrics { MetricCatalogue.sections.fix }
  package static var route: RouteMetrics { MetricCatalogue.sections.route }
  package static var turns: TurnMetrics { MetricCatalogue.sections.turns }
  package static var height: HeightMetrics { MetricCatalogue.sections.height }
  package static var indoor: IndoorMetrics { MetricCatalogue.sections.indoor }
  package static var floor: FloorMetrics { MetricCatalogue.sections.floor }
  package static var contest: ContestMetrics { MetricCatalogue.sections.contest }
  package static var pose: PoseMetrics { MetricCatalogue.sections.pose }
  package static var freshness: FreshnessMetrics { MetricCatalogue.sections.freshness }
  package static var ttff: FirstFixMetrics { MetricCatalogue.sections.ttff }
  package static var withinAccuracy: WithinAccuracyMetrics {
    MetricCatalogue.sections.withinAccuracy
  }
  package static var calibration: CalibrationMetrics { MetricCatalogue.sections.calibration }
  package static var boundEfficiency: BoundEfficiencyMetrics {
    MetricCatalogue.sections.boundEfficiency
  }
  package static var activity: ActivityMetrics { MetricCatalogue.sections.activity }
  package static var activityChange: ActivityChangeMetrics {
    MetricCatalogue.sections.activityChange
  }
  package static var pull: ChiefActivityMetrics { MetricCatalogue.sections.pull }
  package static var history: HistoryMetrics { MetricCatalogue.sections.history }
  package static var batch: ChiefActivityMetrics { MetricCatalogue.sections.batch }
  package static var pedometer: PedometerMetrics { MetricCatalogue.sections.pedometer }
  package static var motion: MotionFaultMetrics { MetricCatalogue.sections.motion }
  package static var region: RegionMetrics { MetricCatalogue.sections.region }
  package static var ranging: RangingMetrics { MetricCatalogue.sections.ranging }
  package static var visit: VisitMetrics { MetricCatalogue.sections.visit }
  package static var journal: JournalMetrics { MetricCatalogue.sections.journal }
  package static var pause: PauseMetrics { MetricCatalogue.sections.pause }
  package static var resume: ResumeMetrics { MetricCatalogue.sections.resume }
  package static var wayfinding: WayfindingMetrics { MetricCatalogue.sections.wayfinding }
  package static var stage: StageMetrics { MetricCatalogue.sections.stage }
  package static var expectation: ExpectationMetrics { MetricCatalogue.sections.expectation }
  package static var comparison: ComparisonMetrics { MetricCatalogue.sections.comparison }
  package static var energy: EnergyMetrics { MetricCatalogue.sections.energy }
  package static var network: NetworkMetrics { MetricCatalogue.sections.network }
}
