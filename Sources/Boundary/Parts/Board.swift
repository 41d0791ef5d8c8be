public import Kernel
public import Observations

/// Event board of the location stack: receives the parts' results and carries them to later parts.
///
/// It also collects the output to apps and radios. Every result is validated: a part that publishes an
/// undeclared topic or an invalid value has failed, and its result is dropped.
public struct Board: Sendable {
  /// The results of this pass, in the order of publication.
  public private(set) var results: [PartResult] = []
  /// The topics of ``results``.
  private(set) var topics: Topics = []
  /// The output to apps, radios and timers.
  public var sink = StackSink()
  /// The combined needs of the active parts.
  public internal(set) var needs: PartNeeds = []
  /// The topic that started this pass.
  public internal(set) var opening: Topics = []
  /// The batching of GNSS measurements while the processor sleeps.
  public var batching = SatelliteBatching()
  /// The error that stops the stack; nil if there is none.
  public internal(set) var failure: (any Error)?
  /// The parts' names.
  var names: [String] = []
  /// The part being called, and the topics it may publish.
  private var speaker: (index: Int, publishes: Topics) = (0, [])
  /// The time of the current pass.
  private var time = SimTime.start
  /// The parts that answer queries while the services are called.
  var answerers: [any StackPart] = []

  public init() {}

  /// Publishes a result.
  public mutating func publish(_ result: PartResult) {
    let topic = result.topic
    guard speaker.publishes.contains(topic) else {
      return refuse("published \(topic.names.joined()), which it doesn't declare")
    }
    if let fault = result.fault { return refuse(fault) }
    results.append(result)
    topics.formUnion(topic)
  }

  /// Queries the parts that keep a history; nil if no part has an answer.
  public func ask(_ question: HistoryQuestion) -> HistoryAnswer? {
    for part in answerers {
      if let answer = part.answer(question, at: time) { return answer }
    }
    return nil
  }

  mutating func open(_ topic: Topics, at time: SimTime) {
    results.removeAll(keepingCapacity: true)
    (topics, opening, self.time) = ([], topic, time)
  }

  /// Sets the part that is being called and the topics it may publish.
  mutating func speak(as index: Int, publishing publishes: Topics) {
    speaker = (index, publishes)
  }

  private mutating func refuse(_ reason: String) {
    guard failure == nil else { return }
    failure = PartFault(part: names[speaker.index], time: time, reason: reason)
  }
}

/// Batching of GNSS measurements while the processor sleeps.
public struct SatelliteBatching: Hashable, Sendable {
  /// The period of batches; zero for immediate delivery.
  public var period = SimDuration.zero
  /// The time of the last batch.
  public var latest = SimTime.distantPast
}

/// The error of a part that published an undeclared topic or an invalid value.
public struct PartFault: Error, Hashable, CustomStringConvertible {
  public let part: String
  public let time: SimTime
  /// The error with the value.
  public let reason: String

  public init(part: String, time: SimTime, reason: String) {
    self.part = part
    self.time = time
    self.reason = reason
  }

  /// One line with the part, the time and the value.
  public var description: String { "the part '\(part)' \(reason), at \(time.seconds) s" }
}

extension PartResult {
  /// The reason why the result is invalid, with the value; nil if it is valid.
  public var fault: String? {
    switch self {
    case .activity(let report): report.fault
    case .stepEvents(let stepEvents): stepEvents.lazy.compactMap(\.fault).first
    case .steps(let record): record.fault
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      fix.fault
    case .walkingPause, .presence, .radioMap, .motionBatch, .radioNeed: nil
    case .radioPlan(let plan): plan.fault
    }
  }
}
