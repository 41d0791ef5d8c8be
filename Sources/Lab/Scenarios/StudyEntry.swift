public import Documents
public import Scoring

/// Scenarios and recordings in named variants, with the figures of the study.
public struct StudyFile: DocumentObject {
  public let name: String
  /// A description, in a sentence.
  public let about: String
  public let scenarios: [StudyScenarioEntry]
  /// Files or folders of recordings.
  public let recordings: [StudyRecordingsEntry]
  /// The seeds of every variant of every scenario, as `1-20`.
  public let seeds: Located<String>
  /// The variants, by name; the first is the reference.
  public let variants: [StudyVariantEntry]
  /// The settings of the recordings' simulated twins, for `venuesim fidelity`.
  public let twin: [NamedEntry<Node>]
  /// The number of twins per recording in `venuesim fidelity` without seeds.
  public let twins: Int
  /// The figures; nil if every scenario has its own.
  public let metrics: StudyMetricsEntry?
  /// True for a row per device, false for a row over all devices.
  public let eachDevice: Bool

  public init(from object: inout ObjectReader) {
    name = object.required("name", formerly: "study", .identifier, "Name of the study.")
    about = object.optional("about", .anyString, default: "", "Description, in a sentence.")
    scenarios = object.optional(
      "scenarios", .list(StudyScenarioEntry.form, count: 0...100), default: [],
      "Files of the scenarios, relative to this file; mappings if they have variants or metrics."
    )
    recordings = object.optional(
      "recordings", .list(StudyRecordingsEntry.form, count: 0...100), default: [],
      "Recordings to replay, relative to --data; each counts like a seed.")
    object.check(
      !scenarios.isEmpty || !recordings.isEmpty, at: "name",
      "has neither 'scenarios' nor 'recordings'")
    let place = object.place
    seeds = object.optional(
      "seeds", .located(seedListForm), default: Located("1-20", at: place),
      "Seeds of every variant, such as 1-20 or 1-3,7.")
    variants = object.optional(
      "variants", studyVariantsForm, default: [],
      "Settings by key, as for --set, of each variant by name; the first variant is the reference.")
    twin = object.optional(
      "twin", .dictionary(of: .node), default: [],
      "Settings of the recordings' twins by key, such as street: midrise, for 'venuesim fidelity'.")
    twins = object.optional(
      "twins", .int(1...1000), default: 8,
      "Number of twins per recording, for 'venuesim fidelity' without --seeds.")
    metrics = object.optional(
      "metrics", StudyMetricsEntry.form,
      "Metrics with statistics, optionally of a part of the run; or 'budgets' for the scenarios' own."
    )
    eachDevice = object.optional(
      "each_device", .bool, default: false,
      "True for a row per device, false for a row over all devices.")
  }
}

/// A variant: its name and its settings.
public typealias StudyVariantEntry = NamedEntry<[NamedEntry<Node>]>

private let studyVariantsForm: DictionaryForm<DictionaryForm<NodeForm>> = .dictionary(
  of: .dictionary(of: .node))

/// A scenario of a study.
public struct StudyScenarioEntry: DocumentObject {
  /// Relative to the study's file.
  public let file: Located<String>
  /// Nil for the study's.
  public let variants: [StudyVariantEntry]?
  /// Nil for the study's.
  public let metrics: StudyMetricsEntry?

  public init(from object: inout ObjectReader) {
    file = object.required(
      "scenario", .located(.string), "File of the scenario, relative to the study's.")
    variants = object.optional(
      "variants", studyVariantsForm, "Variants of this scenario, in place of the study's.")
    metrics = object.optional(
      "metrics", StudyMetricsEntry.form, "Metrics of this scenario, in place of the study's.")
  }

  private init(_ file: Located<String>) {
    self.file = file
    (variants, metrics) = (nil, nil)
  }

  /// A file's name alone, or a mapping.
  static var form:
    EitherForm<LocatedForm<TextForm>, ObjectForm<StudyScenarioEntry>, StudyScenarioEntry>
  {
    LocatedForm<TextForm>.located(.string).or(
      .object(StudyScenarioEntry.self), scalar: { StudyScenarioEntry($0) }, collection: { $0 })
  }
}

/// Recordings of a study.
public struct StudyRecordingsEntry: DocumentObject {
  /// A file, or a folder with all files beneath it, relative to the recordings' folder.
  public let path: Located<String>
  /// The radio survey for them, relative to the study's file; nil for none.
  public let survey: Located<String>?
  /// The surveyors' recordings for a new survey, relative to the recordings' folder.
  public let surveyed: Located<String>?
  /// The step through the surveyors' recordings, sorted by name: only every n-th is used.
  public let every: Located<Int>?
  /// The name in the table; nil for the path.
  public let name: Located<String>?

  public init(from object: inout ObjectReader) {
    path = object.required(
      "path", .located(.string), "File, or folder with all files beneath it, relative to --data.")
    survey = object.optional(
      "survey", .located(.string),
      "Positioning file for the recordings, relative to the study's file.")
    surveyed = object.optional(
      "surveyed", .located(.string),
      "Surveyors' recordings, relative to --data, from which a positioning file is made.")
    every = object.optional(
      "every", .located(.int(1...1000)),
      "Step through the surveyors' recordings: only every n-th is used, for a thin survey.")
    name = object.optional(
      "name", .located(.string), "Name in the table; by default the path.")
  }

  private init(_ path: Located<String>) {
    self.path = path
    (survey, surveyed, every, name) = (nil, nil, nil, nil)
  }

  /// A path alone, or a mapping.
  static var form:
    EitherForm<LocatedForm<TextForm>, ObjectForm<StudyRecordingsEntry>, StudyRecordingsEntry>
  {
    LocatedForm<TextForm>.located(.string).or(
      .object(StudyRecordingsEntry.self), scalar: { StudyRecordingsEntry($0) }, collection: { $0 })
  }
}

/// The figures of a study.
public enum StudyMetricsEntry: Sendable {
  /// Those of each scenario's budgets, with limits and verdicts.
  case budgets
  /// Listed ones.
  case metrics([StudyMetricEntry])

  /// The keyword for budgets.
  private enum MetricsKeyword: String, CaseIterable, Sendable {
    case budgets
  }

  /// `budgets`, or a list of metrics.
  static var form: some DocumentForm<StudyMetricsEntry> {
    ChoiceForm<MetricsKeyword>.choice(MetricsKeyword.self).or(
      .list(StudyMetricEntry.form, count: 1...100), scalar: { _ in .budgets },
      collection: { .metrics($0) })
  }
}

/// A figure of a study.
public struct StudyMetricEntry: DocumentObject {
  /// A metric with its statistic; validated by the harness.
  public let metric: Located<String>
  /// The title in the table; nil for the metric's name and unit.
  public let title: String?
  /// True to take the absolute value.
  public let isMagnitude: Bool
  /// True to take all seeds' values together, in place of each seed's own figure.
  public let isPooled: Bool
  /// The part of the run; nil for the whole run.
  public let part: ScoreFilter?

  public init(from object: inout ObjectReader) {
    metric = object.required("metric", .located(.string), "Metric with its statistic.")
    title = object.optional("title", .string, "Title in the table.")
    isMagnitude = object.optional(
      "magnitude", .bool, default: false, "Take the absolute value of each seed's figure.")
    isPooled = object.optional(
      "pooled", .bool, default: false,
      "Take all seeds' values together, in place of the median of the seeds' figures.")
    object.check(
      !(isMagnitude && isPooled), at: "pooled",
      "excludes 'magnitude', which applies to each seed's figure")
    part = ScoreFilter.part(from: &object)
  }

  private init(_ metric: Located<String>) {
    self.metric = metric
    (title, isMagnitude, isPooled) = (nil, false, false)
    part = nil
  }

  /// A metric alone, or a mapping.
  static var form: EitherForm<LocatedForm<TextForm>, ObjectForm<StudyMetricEntry>, StudyMetricEntry>
  {
    LocatedForm<TextForm>.located(.string).or(
      .object(StudyMetricEntry.self), scalar: { StudyMetricEntry($0) }, collection: { $0 })
  }
}
