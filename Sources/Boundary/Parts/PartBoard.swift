public import Kernel
public import Observations

/// The subscriptions of a part; not nested in the board, because generic code would read it slowly.
private struct Seat: Sendable {
  let listens, hearsAfterwards, tells: Topics

  init(_ part: any StackPart) {
    (listens, hearsAfterwards, tells) = (part.listens, part.hearsAfterwards, part.tells)
  }
}

/// Ordered parts and the board between them.
///
/// The finders come first: their results about motion and position flow forward only. The services for
/// apps follow; they may query the finders' history, and they publish the demand on radios. The radio
/// planner comes last, and its plan reaches the services at once.
public struct PartBoard<Services: StackPart>: Sendable {
  public private(set) var board = Board()
  /// The part that serves apps.
  public private(set) var services: Services
  private var finders: [any StackPart]
  private var radios: (any StackPart)?
  private let seats: [Seat]
  private let servicesSeat: Seat
  private let radiosSeat: Seat?
  /// The union of all subscriptions.
  private let heard: Topics

  /// Creates a board.
  ///
  /// - Parameters:
  ///   - finders: The parts that find motion and position, in order, with their names.
  ///   - services: The part that serves apps.
  ///   - radios: The radio planner, with its name; nil for none.
  public init(
    finders: [(name: String, part: any StackPart)], services: Services,
    radios: (name: String, part: any StackPart)? = nil
  ) {
    self.finders = finders.map(\.part)
    self.services = services
    self.radios = radios?.part
    seats = finders.map { Seat($0.part) }
    servicesSeat = Seat(services)
    radiosSeat = radios.map { Seat($0.part) }
    heard = (seats + [servicesSeat, radiosSeat].compactMap { $0 }).reduce(into: []) {
      $0.formUnion($1.listens)
    }
    board.names = finders.map(\.name) + ["services", radios?.name ?? ""]
    refreshNeeds()
  }

  /// The error that stops the stack; nil if there is none.
  public var failure: (any Error)? {
    board.failure ?? finders.lazy.compactMap(\.failure).first ?? services.failure
      ?? radios?.failure
  }

  /// The batching of GNSS measurements while the processor sleeps.
  public var batching: SatelliteBatching { board.batching }

  /// Records the delivery of a batch of GNSS measurements.
  public mutating func noteBatch(at time: SimTime) { board.batching.latest = time }

  /// Returns whether any part subscribes to a topic.
  public func hears(_ topic: Topics) -> Bool { heard.contains(topic) }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    swap(&board.sink, &sink)
    board.open([], at: time)
    board.speak(as: finders.count, telling: servicesSeat.tells)
    services.start(at: time, onto: &board)
    chooseRadios(nil, at: time, isStart: true)
    let told = board.findings.count
    for index in finders.indices {
      board.speak(as: index, telling: seats[index].tells)
      hear(index, seats[index].listens, at: time)
      finders[index].start(at: time, onto: &board)
    }
    refreshNeeds()
    end(nil, at: time, from: told)
    swap(&board.sink, &sink)
  }

  /// Runs one pass: distributes an event to the parts in order.
  public mutating func pass(_ news: News, at time: SimTime, into sink: inout StackSink) {
    let topic = news.topic
    guard heard.contains(topic), board.failure == nil else { return }
    swap(&board.sink, &sink)
    if topic == .tick { refreshNeeds() }
    board.open(topic, at: time)
    for index in finders.indices {
      let listens = seats[index].listens
      guard !listens.isDisjoint(with: board.topics.union(topic)) else { continue }
      board.speak(as: index, telling: seats[index].tells)
      hear(index, listens, at: time)
      if listens.contains(topic) { finders[index].take(news, at: time, onto: &board) }
      finders[index].settle(at: time, onto: &board)
    }
    end(news, at: time)
    swap(&board.sink, &sink)
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    swap(&board.sink, &sink)
    board.open([], at: time)
    for index in finders.indices {
      board.speak(as: index, telling: seats[index].tells)
      hear(index, seats[index].listens, at: time)
      finders[index].finish(at: time, onto: &board)
    }
    end(nil, at: time, isLast: true)
    swap(&board.sink, &sink)
  }

  /// Ends each pass: delivers results to parts that receive them afterwards, and calls services and radios.
  ///
  /// Both receive the results from index `first` on.
  private mutating func end(
    _ news: News?, at time: SimTime, from first: Int = 0, isLast: Bool = false
  ) {
    hearAfterwards(from: 0, at: time)
    let count = board.findings.count
    let topics = board.topics.union(news?.topic ?? [])
    guard !servicesSeat.listens.isDisjoint(with: topics) || isLast else {
      if let radiosSeat, !radiosSeat.listens.isDisjoint(with: topics) {
        chooseRadios(news, at: time, from: first)
      }
      return
    }
    let topic = news?.topic ?? []
    board.speak(as: finders.count, telling: servicesSeat.tells)
    // Set only while services are called: a part with two owners is copied on change.
    board.answerers = finders
    for index in first..<count {
      let finding = board.findings[index]
      guard servicesSeat.listens.contains(finding.topic) else { continue }
      services.take(.finding(finding), at: time, onto: &board)
    }
    if let news, servicesSeat.listens.contains(topic) {
      services.take(news, at: time, onto: &board)
    }
    if isLast { services.finish(at: time, onto: &board) }
    chooseRadios(news, at: time, from: first)
    if isLast { radios?.finish(at: time, onto: &board) }
    board.speak(as: finders.count, telling: servicesSeat.tells)
    services.settle(at: time, onto: &board)
    board.answerers = []
    guard board.findings.count > count else { return }
    hearAfterwards(from: count, at: time)
    let isOfRadiosAlone = board.findings[count...].allSatisfy {
      $0.topic == .radioNeed || $0.topic == .radioPlan
    }
    if !isOfRadiosAlone { refreshNeeds() }
  }

  /// Calls the radio planner with the results from an index on, and passes its plan to the services.
  private mutating func chooseRadios(
    _ news: News?, at time: SimTime, from first: Int = 0, isStart: Bool = false
  ) {
    guard let radiosSeat else { return }
    let topic = news?.topic ?? []
    guard isStart || !radiosSeat.listens.isDisjoint(with: board.topics.union(topic)) else { return }
    board.speak(as: finders.count + 1, telling: radiosSeat.tells)
    let count = board.findings.count
    if isStart { radios?.start(at: time, onto: &board) }
    for index in first..<count {
      let finding = board.findings[index]
      guard radiosSeat.listens.contains(finding.topic) else { continue }
      radios?.take(.finding(finding), at: time, onto: &board)
    }
    if let news, radiosSeat.listens.contains(topic) { radios?.take(news, at: time, onto: &board) }
    radios?.settle(at: time, onto: &board)
    board.speak(as: finders.count, telling: servicesSeat.tells)
    for index in count..<board.findings.count {
      let finding = board.findings[index]
      guard servicesSeat.listens.contains(finding.topic) else { continue }
      services.take(.finding(finding), at: time, onto: &board)
    }
  }

  /// Delivers the results of earlier parts to a finder.
  private mutating func hear(_ index: Int, _ listens: Topics, at time: SimTime) {
    guard !listens.isDisjoint(with: board.topics) else { return }
    // The part's own new results are excluded.
    let count = board.findings.count
    for number in 0..<count {
      let finding = board.findings[number]
      guard listens.contains(finding.topic) else { continue }
      finders[index].take(.finding(finding), at: time, onto: &board)
    }
  }

  private mutating func hearAfterwards(from first: Int, at time: SimTime) {
    for index in finders.indices {
      let wanted = seats[index].hearsAfterwards
      guard !wanted.isDisjoint(with: board.topics) else { continue }
      board.speak(as: index, telling: [])
      for number in first..<board.findings.count {
        let finding = board.findings[number]
        guard wanted.contains(finding.topic) else { continue }
        finders[index].take(.finding(finding), at: time, onto: &board)
      }
    }
  }

  private mutating func refreshNeeds() {
    board.needs = finders.reduce(into: services.needs) { $0.formUnion($1.needs) }
    if let radios { board.needs.formUnion(radios.needs) }
  }
}
