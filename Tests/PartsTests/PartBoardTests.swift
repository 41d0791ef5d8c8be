import Kernel
import Maps
import Observations
import Parts
import Testing

/// Publishes a position on request, as often as configured.
private struct Finder: StackPart {
  var subscribes: Topics = .locate
  var receivesAfterPass: Topics = []
  var publishes: Topics = .skyFix
  var result: @Sendable (LocationFix) -> PartResult = { .skyFix($0) }
  var change: @Sendable (inout LocationFix) -> Void = { _ in }
  var received: [Topics] = []

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    received.append(event.topic)
    guard case .locate = event else { return }
    var fix = LocationFix(
      time: time, coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8),
      horizontalAccuracyMetres: 5, source: .gnss)
    change(&fix)
    board.publish(result(fix))
  }

  func answer(_ question: HistoryQuestion, at time: SimTime) -> HistoryAnswer? {
    .activities([])
  }
}

/// Records what it receives.
private struct Listener: StackPart {
  var subscribes: Topics = [.skyFix, .indoorFix, .fix, .locate]
  var publishes: Topics = .radioMap
  var received: [Topics] = []
  var settled = 0
  var isAnswered = false

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    received.append(event.topic)
    isAnswered = board.ask(.stepsSince(.start)) != nil
    if case .result(.fix) = event { board.publish(.radioMap(nil)) }
  }

  mutating func endPass(at time: SimTime, onto board: inout Board) { settled += 1 }
}

struct PartBoardTests {
  private let now = SimTime(seconds: 7)

  @Test func resultsReachLaterPartsBeforeTheEvent() {
    let later = Finder(subscribes: [.skyFix, .locate], publishes: .fix, result: { .fix($0) })
    var board = PartBoard(
      finders: [("sky", Finder()), ("later", later)], services: Listener())
    var sink = StackSink()
    board.pass(.locate(now), at: now, into: &sink)
    #expect(board.failure == nil)
    #expect(board.services.received == [.skyFix, .fix, .locate] && board.services.settled == 1)
    #expect(board.services.isAnswered)
    // Without subscribers nothing happens, and no pass ends.
    board.pass(.tick, at: now, into: &sink)
    #expect(board.services.settled == 1)
  }

  /// A part receives the results of others before the event itself, or it would decide by outdated state.
  @Test func partsReceiveResultsBeforeTheEvent() {
    final class Notes: @unchecked Sendable { var received: [Topics] = [] }
    struct Noting: StackPart {
      let notes: Notes
      var subscribes: Topics { [.skyFix, .locate] }
      var publishes: Topics { [] }
      mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
        notes.received.append(event.topic)
      }
    }
    let notes = Notes()
    var board = PartBoard(
      finders: [("sky", Finder()), ("noting", Noting(notes: notes))], services: Listener())
    var sink = StackSink()
    board.pass(.locate(now), at: now, into: &sink)
    #expect(notes.received == [.skyFix, .locate])
  }

  @Test func eventsOfLaterPartsArriveAfterTheirPass() {
    final class Notes: @unchecked Sendable { var received: [String] = [] }
    struct Early: StackPart {
      let notes: Notes
      var subscribes: Topics { .locate }
      var receivesAfterPass: Topics { [.fix, .radioMap] }
      var publishes: Topics { [] }
      mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
        notes.received += event.topic.names
      }
    }
    let notes = Notes()
    let later = Finder(publishes: .fix, result: { .fix($0) })
    var board = PartBoard(
      finders: [("early", Early(notes: notes)), ("later", later)], services: Listener())
    var sink = StackSink()
    board.pass(.locate(now), at: now, into: &sink)
    #expect(notes.received == ["locate", "told_fix", "radio_map"])
  }

  @Test func rejectsUndeclaredTopics() {
    var board = PartBoard(
      finders: [("mine", Finder(result: { .indoorFix($0) }))], services: Listener())
    var sink = StackSink()
    board.pass(.locate(now), at: now, into: &sink)
    let fault = board.failure as? PartFault
    #expect(fault?.part == "mine" && fault?.time == now)
    #expect(fault?.reason == "published indoor_fix, which it doesn't declare")
    #expect(!board.services.received.contains(.indoorFix))
  }

  private static let invalid: [(String, @Sendable (inout LocationFix) -> Void)] = [
    ("latitude of 181.0", { $0.coordinate.latitudeDegrees = 181 }),
    ("latitude of nan", { $0.coordinate.latitudeDegrees = .nan }),
    ("longitude of 1e+308", { $0.coordinate.longitudeDegrees = 1e308 }),
    ("horizontal accuracy of -1.0", { $0.horizontalAccuracyMetres = -1 }),
    ("horizontal accuracy of inf", { $0.horizontalAccuracyMetres = .infinity }),
    ("altitude of nan", { $0.altitudeMetres = .nan }),
    ("speed of nan", { $0.speedMetresPerSecond = .nan }),
    ("floor of 100000.0", { $0.floor = 100_000 }),
    ("transmitter count of -3.0", { $0.transmitterCount = -3 }),
  ]

  @Test(arguments: invalid.indices) func rejectsInvalidResults(index: Int) {
    let (words, change) = Self.invalid[index]
    var board = PartBoard(finders: [("mine", Finder(change: change))], services: Listener())
    var sink = StackSink()
    board.pass(.locate(now), at: now, into: &sink)
    #expect("\(board.failure.map { "\($0)" } ?? "")".contains(words), "\(words)")
    #expect("\(board.failure.map { "\($0)" } ?? "")".contains("'mine'"))
    #expect(!board.services.received.contains(.skyFix))
    // Nothing continues after that.
    board.pass(.locate(now), at: now, into: &sink)
    #expect(board.services.settled <= 1)
  }

  /// Each topic has its own bit; shared bits once delivered events to wrong subscribers.
  @Test func eachTopicHasItsOwnBit() {
    var seen: Topics = []
    for (name, topic) in Topics.named {
      #expect(topic.rawValue.nonzeroBitCount == 1, "\(name)")
      #expect(seen.isDisjoint(with: topic), "\(name) shares its bit")
      seen.formUnion(topic)
    }
  }
}
