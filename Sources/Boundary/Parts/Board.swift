public import Kernel
public import Observations

/// Where parts put what they find, for the parts after them; and the way to apps and radios.
///
/// What is put here is checked: a part that tells what it did not declare, or something impossible, has
/// failed, and nothing of it goes on.
public struct Board: Sendable {
  /// What this pass has brought so far, in the order of the parts that told it.
  public private(set) var findings: [Finding] = []
  /// The kinds of ``findings``.
  private(set) var topics: Topics = []
  /// What goes to apps, radios and timers.
  public var sink = StackSink()
  /// What the parts now in use need.
  public internal(set) var needs: PartNeeds = []
  /// What began this pass.
  public internal(set) var opening: Topics = []
  /// How satellites' measurements come while the processor sleeps.
  public var batching = SatelliteBatching()
  /// Why the stack can't go on, if so.
  public internal(set) var failure: (any Error)?
  /// The parts' names.
  var names: [String] = []
  /// Who is being called, and what it may tell.
  private var speaker: (index: Int, tells: Topics) = (0, [])
  /// When the pass began.
  private var time = SimTime.start
  /// The parts that answer questions while services are called.
  var answerers: [any StackPart] = []

  /// Creates an empty board.
  public init() {}

  /// Puts a finding on the board.
  public mutating func tell(_ finding: Finding) {
    let topic = finding.topic
    guard speaker.tells.contains(topic) else {
      return refuse("told \(topic.names.joined()), which it doesn't declare")
    }
    if let fault = finding.fault { return refuse(fault) }
    findings.append(finding)
    topics.formUnion(topic)
  }

  /// Asks the parts that keep the past.
  ///
  /// - Parameter question: What is to be known.
  /// - Returns: The first answer; nil if nobody knows.
  public func ask(_ question: HistoryQuestion) -> HistoryAnswer? {
    for part in answerers {
      if let answer = part.answer(question, at: time) { return answer }
    }
    return nil
  }

  /// Begins a pass.
  mutating func open(_ topic: Topics, at time: SimTime) {
    findings.removeAll(keepingCapacity: true)
    (topics, opening, self.time) = ([], topic, time)
  }

  /// Notes who is being called.
  mutating func speak(as index: Int, telling tells: Topics) {
    speaker = (index, tells)
  }

  private mutating func refuse(_ reason: String) {
    guard failure == nil else { return }
    failure = PartFault(part: names[speaker.index], time: time, reason: reason)
  }
}

/// How satellites' measurements come while the processor sleeps.
public struct SatelliteBatching: Hashable, Sendable {
  /// How often they are handed on together; zero for at once.
  public var period = SimDuration.zero
  /// When they were last handed on.
  public var latest = SimTime.distantPast
}

/// A part has told something that it may not, or that can't be.
public struct PartFault: Error, Hashable, CustomStringConvertible {
  /// The part's name.
  public let part: String
  /// When.
  public let time: SimTime
  /// What was wrong, with the value.
  public let reason: String

  /// Blames a part.
  public init(part: String, time: SimTime, reason: String) {
    self.part = part
    self.time = time
    self.reason = reason
  }

  /// One line with the part, the time and the value.
  public var description: String { "the part '\(part)' \(reason), at \(time.seconds) s" }
}

extension Finding {
  /// What is impossible about it, with the value; nil if nothing is.
  public var fault: String? {
    switch self {
    case .activity(let report): report.fault
    case .footfalls(let footfalls): footfalls.lazy.compactMap(\.fault).first
    case .steps(let record): record.fault
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      fix.fault
    case .walkingPause, .presence, .radioMap, .motionBatch, .radioNeed: nil
    case .radioPlan(let plan): plan.fault
    }
  }
}
