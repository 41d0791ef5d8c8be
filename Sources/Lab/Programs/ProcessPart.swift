import Documents
package import Kernel
package import Maps
import Observations
package import Parts

/// A part of the reference stack in another process, in lockstep like ``ProcessStack``.
///
/// It receives the topics that it subscribes to: observations, the clock, and results of earlier
/// parts. Its outputs are published on the board like those of built-in parts, after validation.
package final class ProcessPart: StackPart, @unchecked Sendable {
  private let slot: PartSlot
  private let talk: StackSession
  private var line = StackLine()
  package let subscribes: Topics
  package let publishes: Topics

  /// Starts the process and exchanges greetings.
  package init(command: StackCommand, slot: PartSlot, map: VenueMap, for user: StackUser?) {
    self.slot = slot
    publishes = slot.result
    talk = StackSession(command, for: user, called: "the part")
    let answer = talk.begin(StackWire.greeting(map, part: slot)) { try StackWire.subscription($0) }
    subscribes = answer?.topics ?? []
    line = StackLine(answer?.scheme ?? .json)
  }

  /// The error that has ended the part; nil without one.
  package var failure: (any Error)? { talk.failure }

  package var needs: PartNeeds {
    var needs: PartNeeds = slot == .locator ? .findsIndoors : []
    if !subscribes.isDisjoint(with: [.gyroscope, .magnetometer]) { needs.insert(.motion) }
    if subscribes.contains(.barometer) { needs.insert(.barometer) }
    if subscribes.contains(.gnss) { needs.insert(.satellites) }
    if subscribes.contains(.wifi) { needs.insert(.wifi) }
    if subscribes.contains(.cell) { needs.insert(.cells) }
    return needs
  }

  package func start(at time: SimTime, onto board: inout Board) {
    say("start", at: time, &board)
  }

  package func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .observation(let observation):
      guard line.append(observation, at: time) else { return }
      exchange(at: time, &board)
    case .tick: say("tick", at: time, &board)
    case .locate(let moment):
      line.append { $0.append("locate", moment, at: time, to: &$1) }
      exchange(at: time, &board)
    case .plan, .wake: break
    case .result(let result):
      guard let output = result.output else { return }
      line.append { $0.append(found: result.topic.names.joined(), output, at: time, to: &$1) }
      exchange(at: time, &board)
    }
  }

  package func finish(at time: SimTime, onto board: inout Board) {
    say("finish", at: time, &board)
    talk.finish(at: time)
  }

  private func say(_ name: String, at time: SimTime, _ board: inout Board) {
    line.append { $0.append(name, at: time, to: &$1) }
    exchange(at: time, &board)
  }

  /// Sends the message and publishes the answer on the board.
  private func exchange(at time: SimTime, _ board: inout Board) {
    let bytes = line.take(at: time)
    guard talk.isOpen, let reply = talk.ask(bytes, at: time) else { return }
    guard reply.requests.isEmpty, reply.timers.isEmpty else {
      return refuse("a part can't request radios or timers; it receives 'tick' instead", at: time)
    }
    for output in reply.outputs {
      guard let result = PartResult(output, of: slot) else {
        return refuse("'\(slot.rawValue)' may only report \(slot.result.names.joined())", at: time)
      }
      board.publish(result)
    }
  }

  private func refuse(_ reason: String, at time: SimTime) {
    talk.fail(DocumentError(reason), at: time)
  }
}

extension PartSlot {
  /// The topic that a program in this slot publishes.
  fileprivate var result: Topics {
    switch self {
    case .activity: .activity
    case .steps: .steps
    case .wifi, .cell: .networkFix
    case .satellites: .skyFix
    case .locator: .indoorFix
    case .fusion: .openFix
    case .roads: .fix
    case .radios, .services: []
    }
  }
}

extension PartResult {
  /// Creates the event of an output; nil for an output that doesn't fit the slot.
  fileprivate init?(_ output: Output, of slot: PartSlot) {
    switch (slot, output) {
    case (.activity, .activity(let report)): self = .activity(report)
    case (.steps, .pedometer(let record)): self = .steps(record)
    case (.wifi, .location(let fix)), (.cell, .location(let fix)): self = .networkFix(fix)
    case (.satellites, .location(let fix)): self = .skyFix(fix)
    case (.locator, .location(let fix)): self = .indoorFix(fix)
    case (.fusion, .location(let fix)): self = .openFix(fix)
    case (.roads, .location(let fix)): self = .fix(fix)
    default: return nil
    }
  }

  /// The event as an output in the protocol; nil for internal events.
  fileprivate var output: Output? {
    switch self {
    case .activity(let report): .activity(report)
    case .steps(let record): .pedometer(record)
    case .walkingPause(let event): .pedometerEvent(event)
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      .location(fix)
    case .stepEvents, .presence, .radioMap, .motionBatch, .radioNeed, .radioPlan: nil
    }
  }
}

extension StackWire {
  /// The topics that a part may subscribe to: observations, the clock, and other parts' results.
  package static var topicNames: [String] {
    Topics.named.filter {
      ![
        Topics.plan, .wake, .stepEvents, .presence, .radioMap, .motionBatch, .radioNeed, .radioPlan,
        .speedActivity,
      ].contains($0.topic)
    }.map(\.name)
  }

  /// The greeting for a part, with the venue.
  fileprivate static func greeting(_ map: VenueMap, part slot: PartSlot) -> JSONValue {
    guard case .object(let whole) = greeting(map), case .object(var hello)? = whole["hello"] else {
      return greeting(map)
    }
    hello["part"] = [
      "fills": .string(slot.rawValue), "listens": .array(topicNames.map { .string($0) }),
      "tells": .array(slot.result.names.map { .string($0) }),
    ]
    return ["hello": .object(hello)]
  }

  /// Parses the topics that a part subscribes to, and its scheme.
  fileprivate static func subscription(
    _ answer: JSONValue
  ) throws(DocumentError) -> (topics: Topics, scheme: StackScheme) {
    guard case .object(let hello)? = answer["hello"], hello["version"] == .int(Int64(version)),
      case .array(let names)? = hello["listens"]
    else {
      throw DocumentError(
        "expected {\"hello\": {\"version\": \(version), \"listens\": [\u{2026}]}} as a part's first "
          + "line, found " + answer.text(pretty: false).prefix(200))
    }
    var topics: Topics = []
    for name in names {
      guard case .string(let text) = name, topicNames.contains(text),
        let topic = Topics.named.first(where: { $0.name == text })?.topic
      else {
        throw DocumentError(
          "a part can't subscribe to \(name.text(pretty: false))",
          suggestion: nearestName(
            to: name.text(pretty: false).filter { $0 != "\"" }, among: topicNames))
      }
      topics.formUnion(topic)
    }
    return (topics, try StackScheme(hello["scheme"]))
  }
}
