import Documents
import Harness
import Maps
import Observations
import Recordings
import Scenarios
import Scoring
import Surveys

/// Builds the parts of a study from its file, and reports all mistakes at once.
struct StudyReader {
  let file: StudyFile
  let path: String
  let choice: StudyPlan.Selection
  private var wrong: [Diagnostic] = []
  private var unlisted = 0

  init(file: StudyFile, path: String, choice: StudyPlan.Selection) {
    self.file = file
    self.path = path
    self.choice = choice
  }

  /// All selected parts.
  ///
  /// - Throws: All mistakes in the selected parts.
  mutating func parts() throws(DocumentError) -> [StudyPlan.PlannedVariant] {
    var parts: [StudyPlan.PlannedVariant] = []
    var names: [(name: String, source: String)] = []
    for entry in file.scenarios {
      parts += collect { reader throws(DocumentError) in try reader.parts(of: entry, &names) } ?? []
    }
    for entry in file.recordings {
      parts += collect { reader throws(DocumentError) in try reader.parts(of: entry, &names) } ?? []
    }
    guard wrong.isEmpty else { throw DocumentError(wrong, unlisted: unlisted) }
    let own = file.scenarios.compactMap(\.variants).flatMap { variants($0) }
    try check(choice.scenarios, among: names.map(\.name), "scenario")
    try check(choice.variants, among: (variants(nil) + own).map(\.name), "variant")
    guard !parts.isEmpty else {
      throw DocumentError("'\(path)': none of the chosen scenarios has a chosen variant")
    }
    return parts
  }

  private func isChosen(scenario name: String) -> Bool {
    choice.scenarios.isEmpty || choice.scenarios.contains(name)
  }

  private func isChosen(variant name: String) -> Bool {
    choice.variants.isEmpty || choice.variants.contains(name)
  }

  private func check(
    _ wanted: [String], among names: [String], _ what: String
  ) throws(DocumentError) {
    for name in wanted where !names.contains(name) {
      throw DocumentError(
        "'\(path)' has no \(what) '\(name.prefix(60))'",
        suggestion: nearestName(to: name, among: names))
    }
  }

  /// Runs a step and collects its diagnostics.
  private mutating func collect<Value>(
    _ step: (inout Self) throws(DocumentError) -> Value
  ) -> Value? {
    do {
      return try step(&self)
    } catch {
      // One mistake may appear in every scenario and variant.
      wrong += error.diagnostics.filter { !wrong.contains($0) }
      unlisted += error.unlisted
      return nil
    }
  }

  // MARK: Scenarios

  private mutating func parts(
    of entry: StudyScenarioEntry, _ names: inout [(name: String, source: String)]
  ) throws(DocumentError) -> [StudyPlan.PlannedVariant] {
    // Loading a venue takes long; skip those that aren't selected.
    if !choice.scenarios.isEmpty,
      let node = try? YAML.load(path: besides(path, entry.file.value)),
      let name = node["name"]?.text,
      !isChosen(scenario: name)
    {
      try claim(name, of: entry.file, &names)
      return []
    }
    let wanted = metrics(entry.metrics, of: entry.file)
    let maker = try VariantMaker(named: entry.file, besides: path, settings: choice.settings)
    let title = maker.base.scenario.name
    try claim(title, of: entry.file, &names)
    return variants(entry.variants).compactMap { name, settings in
      guard isChosen(variant: name) else { return nil }
      let loaded = collect { _ throws(DocumentError) in try maker.variant(settings) }
      guard let loaded, let wanted else { return nil }
      return StudyPlan.PlannedVariant(
        scenario: title, variant: name,
        figures: wanted.figures ?? loaded.budgets.map { StudyFigure($0) },
        source: .scenario(loaded))
    }
  }

  private func claim(
    _ name: String, of source: Located<String>, _ names: inout [(name: String, source: String)]
  ) throws(DocumentError) {
    if let first = names.first(where: { $0.name == name }) {
      throw DocumentError(sameName(name, first.source, source.value), at: source.place)
    }
    names.append((name, source.value))
  }

  /// The variants with their settings; a single unchanged variant if none is given.
  private func variants(_ own: [StudyVariantEntry]?) -> [(name: String, settings: [Setting])] {
    let entries = own ?? file.variants
    guard !entries.isEmpty else { return [("as is", [])] }
    return entries.map { entry in
      (entry.name, entry.value.map { Setting(key: $0.name, value: $0.value) })
    }
  }

  // MARK: Recordings

  private mutating func parts(
    of entry: StudyRecordingsEntry, _ names: inout [(name: String, source: String)]
  ) throws(DocumentError) -> [StudyPlan.PlannedVariant] {
    let place = entry.path.place
    let called = entry.name ?? entry.path
    try claim(called.value, of: Located(entry.path.value, at: called.place), &names)
    guard isChosen(scenario: called.value) else { return [] }
    let wanted = metrics(nil, of: entry.path)
    if let wanted, wanted.figures == nil {
      throw DocumentError("recordings have no budgets; list the metrics", at: place)
    }
    for figure in wanted?.figures ?? [] where figure.filter != nil {
      throw DocumentError(
        "'\(figure.title)' covers a part of a run, but recordings are judged as a whole", at: place)
    }
    if let surveyed = entry.surveyed, entry.survey != nil {
      throw DocumentError(
        "'surveyed' and 'survey' exclude each other: name a file, or have one made",
        at: surveyed.place)
    }
    if let every = entry.every, entry.surveyed == nil {
      throw DocumentError("'every' thins 'surveyed', which is missing", at: every.place)
    }
    let sources = try recordings(entry.path)
    let surveyors = try entry.surveyed.map { name throws(DocumentError) in
      let all = try recordings(name)
      return stride(from: 0, to: all.count, by: entry.every?.value ?? 1).map { all[$0] }
    }
    let survey = try survey(entry, surveyors)
    return variants(nil).compactMap { name, settings in
      guard isChosen(variant: name) else { return nil }
      let stage = collect { reader throws(DocumentError) in
        let stage = try ReplayStage(
          settings: reader.choice.settings + settings, hasSurvey: survey != nil)
        return survey.map { stage.knowing($0.map, digest: $0.digest) } ?? stage
      }
      guard let stage, let figures = wanted?.figures else { return nil }
      return StudyPlan.PlannedVariant(
        scenario: called.value, variant: name, figures: figures,
        source: .recordings(sources, stage, surveyors: surveyors ?? []))
    }
  }

  /// The survey for recordings: read from a file, or built from other recordings.
  private func survey(
    _ entry: StudyRecordingsEntry, _ surveyors: [RecordingSource]?
  ) throws(DocumentError) -> (map: RadioMap, digest: String)? {
    if let file = entry.survey {
      do {
        let survey = try SurveyFile.read(besides(path, file.value))
        return (survey.map, survey.digest)
      } catch {
        throw DocumentError("\(error)", at: file.place)
      }
    }
    guard let name = entry.surveyed, let surveyors else { return nil }
    do {
      var hash = SHA256()
      for source in surveyors { try source.hash(into: &hash) }
      let made = try SurveyResult.build(surveyors, name: name.value)
      return (made.map, hash.digest().shortDigest)
    } catch {
      throw DocumentError("\(error)", at: name.place)
    }
  }

  private func recordings(_ name: Located<String>) throws(DocumentError) -> [RecordingSource] {
    guard name.value.hasPrefix("/") || choice.data != nil else {
      throw DocumentError(
        "these recordings need --data DIR, or $VENUESIM_DATA: the folder that contains them",
        at: name.place)
    }
    let whole = name.value.hasPrefix("/") ? name.value : "\(choice.data ?? "")/\(name.value)"
    do {
      return try choice.find?(whole).sources ?? []
    } catch {
      throw DocumentError("\(error)", at: name.place)
    }
  }

  // MARK: Figures

  /// The figures of a scenario; inner nil for those of its budgets, outer nil if the list is invalid.
  private mutating func metrics(
    _ own: StudyMetricsEntry?, of scenario: Located<String>
  ) -> (figures: [StudyFigure]?, Void)? {
    switch own ?? file.metrics {
    case .budgets: return (nil, ())
    case .metrics(let entries):
      let figures = entries.compactMap { entry in
        collect { _ throws(DocumentError) in try Self.figure(entry) }
      }
      return figures.count == entries.count ? (figures, ()) : nil
    case nil:
      collect { _ throws(DocumentError) in
        throw DocumentError(
          "no metrics are given here, and the study has no 'metrics', such as [horizontal_error.p95]",
          at: scenario.place)
      }
      return nil
    }
  }

  private static func figure(_ entry: StudyMetricEntry) throws(DocumentError) -> StudyFigure {
    guard let (metric, statistic) = MetricCatalogue.parse(entry.metric.value) else {
      throw unknownMetric(entry.metric.value, at: entry.metric.place)
    }
    do throws(DocumentFormError) {
      return try StudyFigure(
        GatedFigure(metric, statistic), filter: entry.part, title: entry.title,
        isMagnitude: entry.isMagnitude, isPooled: entry.isPooled)
    } catch {
      throw DocumentError(error.message, at: entry.metric.place, suggestion: error.suggestion)
    }
  }
}
