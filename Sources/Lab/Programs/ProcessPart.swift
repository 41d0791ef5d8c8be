import Documents
package import Kernel
package import Maps
import Observations
package import Parts

/// A part of the reference stack in another process, spoken with in lockstep as ``ProcessStack`` is.
///
/// It is sent what it says that it listens to: observations, the clock, and what the parts before it
/// have found. What it tells goes on the board as a part's finding would, and is checked there.
package final class ProcessPart: StackPart, @unchecked Sendable {
  private let slot: PartSlot
  private let talk: StackTalk
  private var encoder = StackEncoder()
  package let listens: Topics
  package let tells: Topics

  /// Starts the process and exchanges greetings.
  package init(command: StackCommand, slot: PartSlot, map: VenueMap, for user: StackUser?) {
    self.slot = slot
    tells = slot.finding
    talk = StackTalk(command, for: user, called: "the part")
    listens =
      talk.begin(StackWire.greeting(map, part: slot)) { try StackWire.topics($0) } ?? []
  }

  /// Why the part has fallen silent, if it has.
  package var failure: (any Error)? { talk.failure }

  package var needs: PartNeeds {
    var needs: PartNeeds = slot == .locator ? .findsIndoors : []
    if !listens.isDisjoint(with: [.gyroscope, .magnetometer]) { needs.insert(.motion) }
    if listens.contains(.barometer) { needs.insert(.barometer) }
    if listens.contains(.gnss) { needs.insert(.satellites) }
    if listens.contains(.wifi) { needs.insert(.wifi) }
    if listens.contains(.cell) { needs.insert(.cells) }
    return needs
  }

  package func start(at time: SimTime, onto board: inout Board) {
    say(at: time, &board) { encoder, bytes in encoder.append("start", at: time, to: &bytes) }
  }

  package func take(_ news: News, at time: SimTime, onto board: inout Board) {
    say(at: time, &board) { encoder, bytes in
      switch news {
      case .observation(let observation):
        _ = encoder.append(observation, at: time, to: &bytes)
      case .tick: encoder.append("tick", at: time, to: &bytes)
      case .locate(let moment): encoder.append("locate", moment, at: time, to: &bytes)
      case .plan, .wake: break
      case .finding(let finding):
        guard let output = finding.output else { return }
        encoder.append(found: finding.topic.names.joined(), output, at: time, to: &bytes)
      }
    }
  }

  package func finish(at time: SimTime, onto board: inout Board) {
    say(at: time, &board) { encoder, bytes in encoder.append("finish", at: time, to: &bytes) }
    talk.finish(at: time)
  }

  /// Sends a message and puts on the board what is answered.
  private func say(
    at time: SimTime, _ board: inout Board, _ write: (inout StackEncoder, inout [UInt8]) -> Void
  ) {
    guard talk.isOpen else { return }
    var bytes: [UInt8] = []
    write(&encoder, &bytes)
    guard !bytes.isEmpty else { return }
    bytes.append(UInt8(ascii: "\n"))
    guard let reply = talk.ask(bytes, at: time) else { return }
    guard reply.requests.isEmpty, reply.timers.isEmpty else {
      return refuse("a part can't ask for radios and timers; it has 'tick'", at: time)
    }
    for output in reply.outputs {
      guard let finding = Finding(output, of: slot) else {
        return refuse("'\(slot.rawValue)' tells \(slot.finding.names.joined()) alone", at: time)
      }
      board.tell(finding)
    }
  }

  private func refuse(_ reason: String, at time: SimTime) {
    talk.fail(DocumentError(reason), at: time)
  }
}

extension PartSlot {
  /// What a program in this place tells.
  fileprivate var finding: Topics {
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

extension Finding {
  /// What a program in a place of the stack has told.
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

  /// The same as an output, whose rows programs know; nil for what isn't for them.
  fileprivate var output: Output? {
    switch self {
    case .activity(let report): .activity(report)
    case .steps(let record): .pedometer(record)
    case .walkingPause(let event): .pedometerEvent(event)
    case .networkFix(let fix), .skyFix(let fix), .indoorFix(let fix), .nearFix(let fix),
      .fusedFix(let fix), .openFix(let fix), .fix(let fix):
      .location(fix)
    case .footfalls, .presence, .radioMap, .motionBatch, .radioNeed, .radioPlan: nil
    }
  }
}

extension StackWire {
  /// What a part may listen to: observations, the clock, and what others find.
  package static var topicNames: [String] {
    Topics.named.filter {
      ![
        Topics.plan, .wake, .footfalls, .presence, .radioMap, .motionBatch, .radioNeed, .radioPlan,
        .speedActivity,
      ].contains($0.topic)
    }.map(\.name)
  }

  /// The greeting of a place for a part.
  fileprivate static func greeting(_ map: VenueMap, part slot: PartSlot) -> JSONValue {
    guard case .object(let whole) = greeting(map), case .object(var hello)? = whole["hello"] else {
      return greeting(map)
    }
    hello["part"] = [
      "fills": .string(slot.rawValue), "listens": .array(topicNames.map { .string($0) }),
      "tells": .array(slot.finding.names.map { .string($0) }),
    ]
    return ["hello": .object(hello)]
  }

  /// What a part says that it listens to.
  fileprivate static func topics(_ answer: JSONValue) throws(DocumentError) -> Topics {
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
          "a part can't listen to \(name.text(pretty: false))",
          suggestion: nearestName(
            to: name.text(pretty: false).filter { $0 != "\"" }, among: topicNames))
      }
      topics.formUnion(topic)
    }
    return topics
  }
}
