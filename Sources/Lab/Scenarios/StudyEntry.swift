public import Documents
public import Scoring

/// Scenarios and recordings in named variants, and the figures that are wanted of them.
public struct StudyFile: DocumentObject {
  /// The study's name.
  public let name: String
  /// What it is about, in a sentence.
  public let about: String
  /// The scenarios.
  public let scenarios: [StudyScenarioEntry]
  /// Folders of recordings.
  public let recordings: [StudyRecordingsEntry]
  /// The seeds that every variant of every scenario is run under, as `1-20`.
  public let seeds: Located<String>
  /// The variants, by name; the first is the one that the others are compared with.
  public let variants: [StudyVariantEntry]
  /// What is set of the recordings' twins, for `venuesim fidelity`.
  public let twin: [NamedEntry<Node>]
  /// How many twins each recording has, where `venuesim fidelity` isn't told seeds.
  public let twins: Int
  /// The figures; nil where every scenario brings its own.
  public let metrics: StudyMetricsEntry?
  /// Whether every device is a row of its own, and not all of a seed together.
  public let eachDevice: Bool

  /// Reads a study.
  public init(from object: inout ObjectReader) {
    name = object.required("study", .identifier, "The study's name.")
    about = object.optional("about", .anyString, default: "", "What it is about, in a sentence.")
    scenarios = object.optional(
      "scenarios", .list(StudyScenarioEntry.form, count: 0...100), default: [],
      "The scenarios' files, relative to this one; with variants and metrics of their own, mappings."
    )
    recordings = object.optional(
      "recordings", .list(StudyRecordingsEntry.form, count: 0...100), default: [],
      "Recordings to be replayed, relative to --data; each counts as a seed does.")
    object.check(
      !scenarios.isEmpty || !recordings.isEmpty, at: "study",
      "has neither 'scenarios' nor 'recordings'")
    let place = object.place
    seeds = object.optional(
      "seeds", .located(seedsForm), default: Located("1-20", at: place),
      "The seeds that every variant is run under, such as 1-20.")
    variants = object.optional(
      "variants", studyVariantsForm, default: [],
      "Settings by key, as for --set, for each variant by its name; the first is compared with.")
    twin = object.optional(
      "twin", .dictionary(of: .node), default: [],
      "Settings by key of the recordings' twins, such as street: midrise, for 'venuesim fidelity'.")
    twins = object.optional(
      "twins", .int(1...1000), default: 8,
      "How many twins each recording has, for 'venuesim fidelity' without --seeds.")
    metrics = object.optional(
      "metrics", StudyMetricsEntry.form,
      "Metrics with their statistics, perhaps of a part of the run; or 'budgets' for the scenarios' own."
    )
    eachDevice = object.optional(
      "each_device", .bool, default: false,
      "Make every device a row of its own, and not all of a seed together.")
  }
}

/// A variant: its name, and what is set in it.
public typealias StudyVariantEntry = NamedEntry<[NamedEntry<Node>]>

private let studyVariantsForm: DictionaryForm<DictionaryForm<NodeForm>> = .dictionary(
  of: .dictionary(of: .node))

/// A scenario of a study.
public struct StudyScenarioEntry: DocumentObject {
  /// The scenario's file, relative to the study's.
  public let file: Located<String>
  /// Its variants; the study's if nil.
  public let variants: [StudyVariantEntry]?
  /// Its figures; the study's if nil.
  public let metrics: StudyMetricsEntry?

  /// Reads a scenario with variants or metrics of its own.
  public init(from object: inout ObjectReader) {
    file = object.required(
      "scenario", .located(.string), "The scenario's file, relative to the study's.")
    variants = object.optional(
      "variants", studyVariantsForm, "Its own variants, in place of the study's.")
    metrics = object.optional(
      "metrics", StudyMetricsEntry.form, "Its own metrics, in place of the study's.")
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
  /// A file or a folder with all beneath it, relative to the folder of recordings.
  public let path: Located<String>
  /// The survey that goes with them, relative to the study's file; none if nil.
  public let survey: Located<String>?
  /// Surveyors' recordings of which a survey is made, relative to the folder of recordings.
  public let surveyed: Located<String>?
  /// Of surveyors' recordings, sorted by name, only every so many-th is used.
  public let every: Located<Int>?
  /// How they are told from others; by their path if nil.
  public let name: Located<String>?

  /// Reads recordings with what goes with them.
  public init(from object: inout ObjectReader) {
    path = object.required(
      "path", .located(.string), "A file, or a folder with all beneath it, relative to --data.")
    survey = object.optional(
      "survey", .located(.string),
      "The positioning file that goes with them, relative to the study's.")
    surveyed = object.optional(
      "surveyed", .located(.string),
      "Surveyors' recordings, relative to --data, of which a positioning file is made for them.")
    every = object.optional(
      "every", .located(.int(1...1000)),
      "Use only every so many-th of the surveyors' recordings, for a thin survey.")
    name = object.optional(
      "name", .located(.string), "What they are called; by default their path.")
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

/// The figures that are wanted.
public enum StudyMetricsEntry: Sendable {
  /// Those of each scenario's own budgets, with limits and verdicts.
  case budgets
  /// These.
  case metrics([StudyMetricEntry])

  /// The word that stands for budgets.
  private enum Word: String, CaseIterable, Sendable {
    case budgets
  }

  /// `budgets`, or a list of metrics.
  static var form: some DocumentForm<StudyMetricsEntry> {
    ChoiceForm<Word>.choice(Word.self).or(
      .list(StudyMetricEntry.form, count: 1...100), scalar: { _ in .budgets },
      collection: { .metrics($0) })
  }
}

/// A figure that is wanted.
public struct StudyMetricEntry: DocumentObject {
  /// A metric with its statistic; the harness knows which there are.
  public let metric: Located<String>
  /// What it is called in the table; the metric's name and unit if nil.
  public let title: String?
  /// Whether only its magnitude counts.
  public let isMagnitude: Bool
  /// Whether all seeds' values are taken together, in place of each seed's own figure.
  public let isPooled: Bool
  /// The part of the run that it is of; nil for all of it.
  public let part: ScoreFilter?

  /// Reads a metric with conditions.
  public init(from object: inout ObjectReader) {
    metric = object.required("metric", .located(.string), "A metric with its statistic.")
    title = object.optional("title", .string, "What it is called in the table.")
    isMagnitude = object.optional(
      "magnitude", .bool, default: false, "Take each seed's figure without its sign.")
    isPooled = object.optional(
      "pooled", .bool, default: false,
      "Take all seeds' values together, in place of the median of each seed's own figure.")
    object.check(
      !(isMagnitude && isPooled), at: "pooled", "doesn't go with 'magnitude', which is of a seed")
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
