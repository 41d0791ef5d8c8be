public import Kernel
public import Observations

/// The subscriptions of a part; not nested in the board, because generic code would read it slowly.
private struct Subscription: Sendable {
  let subscribes, receivesAfterPass, publishes: Topics

  init(_ part: any StackPart) {
    (subscribes, receivesAfterPass, publishes) = (
      part.subscribes, part.receivesAfterPass, part.publishes
    )
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
  private let subscriptions: [Subscription]
  private let servicesSubscription: Subscription
  private let radiosSubscription: Subscription?
  /// The union of all subscriptions.
  private let received: Topics

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
    subscriptions = finders.map { Subscription($0.part) }
    servicesSubscription = Subscription(services)
    radiosSubscription = radios.map { Subscription($0.part) }
    received = (subscriptions + [servicesSubscription, radiosSubscription].compactMap { $0 })
      .reduce(into: []) {
        $0.formUnion($1.subscribes)
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
  public mutating func recordBatch(at time: SimTime) { board.batching.latest = time }

  /// Returns whether any part subscribes to a topic.
  public func receives(_ topic: Topics) -> Bool { received.contains(topic) }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    swap(&board.sink, &sink)
    board.open([], at: time)
    board.speak(as: finders.count, publishing: servicesSubscription.publishes)
    services.start(at: time, onto: &board)
    chooseRadios(nil, at: time, isStart: true)
    let reported = board.results.count
    for index in finders.indices {
      board.speak(as: index, publishing: subscriptions[index].publishes)
      deliver(index, subscriptions[index].subscribes, at: time)
      finders[index].start(at: time, onto: &board)
    }
    refreshNeeds()
    end(nil, at: time, from: reported)
    swap(&board.sink, &sink)
  }

  /// Runs one pass: distributes an event to the parts in order.
  public mutating func pass(_ event: BoardEvent, at time: SimTime, into sink: inout StackSink) {
    let topic = event.topic
    guard received.contains(topic), board.failure == nil else { return }
    swap(&board.sink, &sink)
    if topic == .tick { refreshNeeds() }
    board.open(topic, at: time)
    for index in finders.indices {
      let subscribes = subscriptions[index].subscribes
      guard !subscribes.isDisjoint(with: board.topics.union(topic)) else { continue }
      board.speak(as: index, publishing: subscriptions[index].publishes)
      deliver(index, subscribes, at: time)
      if subscribes.contains(topic) { finders[index].process(event, at: time, onto: &board) }
      finders[index].endPass(at: time, onto: &board)
    }
    end(event, at: time)
    swap(&board.sink, &sink)
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    swap(&board.sink, &sink)
    board.open([], at: time)
    for index in finders.indices {
      board.speak(as: index, publishing: subscriptions[index].publishes)
      deliver(index, subscriptions[index].subscribes, at: time)
      finders[index].finish(at: time, onto: &board)
    }
    end(nil, at: time, isLast: true)
    swap(&board.sink, &sink)
  }

  /// Ends each pass: delivers results to parts that receive them afterwards, and calls services and radios.
  ///
  /// Both receive the results from index `first` on.
  private mutating func end(
    _ event: BoardEvent?, at time: SimTime, from first: Int = 0, isLast: Bool = false
  ) {
    deliverAfterPass(from: 0, at: time)
    let count = board.results.count
    let topics = board.topics.union(event?.topic ?? [])
    guard !servicesSubscription.subscribes.isDisjoint(with: topics) || isLast else {
      if let radiosSubscription, !radiosSubscription.subscribes.isDisjoint(with: topics) {
        chooseRadios(event, at: time, from: first)
      }
      return
    }
    let topic = event?.topic ?? []
    board.speak(as: finders.count, publishing: servicesSubscription.publishes)
    // Set only while services are called: a part with two owners is copied on change.
    board.answerers = finders
    for index in first..<count {
      let result = board.results[index]
      guard servicesSubscription.subscribes.contains(result.topic) else { continue }
      services.process(.result(result), at: time, onto: &board)
    }
    if let event, servicesSubscription.subscribes.contains(topic) {
      services.process(event, at: time, onto: &board)
    }
    if isLast { services.finish(at: time, onto: &board) }
    chooseRadios(event, at: time, from: first)
    if isLast { radios?.finish(at: time, onto: &board) }
    board.speak(as: finders.count, publishing: servicesSubscription.publishes)
    services.endPass(at: time, onto: &board)
    board.answerers = []
    guard board.results.count > count else { return }
    deliverAfterPass(from: count, at: time)
    let isOfRadiosAlone = board.results[count...].allSatisfy {
      $0.topic == .radioNeed || $0.topic == .radioPlan
    }
    if !isOfRadiosAlone { refreshNeeds() }
  }

  /// Calls the radio planner with the results from an index on, and passes its plan to the services.
  private mutating func chooseRadios(
    _ event: BoardEvent?, at time: SimTime, from first: Int = 0, isStart: Bool = false
  ) {
    guard let radiosSubscription else { return }
    let topic = event?.topic ?? []
    guard isStart || !radiosSubscription.subscribes.isDisjoint(with: board.topics.union(topic))
    else { return }
    board.speak(as: finders.count + 1, publishing: radiosSubscription.publishes)
    let count = board.results.count
    if isStart { radios?.start(at: time, onto: &board) }
    for index in first..<count {
      let result = board.results[index]
      guard radiosSubscription.subscribes.contains(result.topic) else { continue }
      radios?.process(.result(result), at: time, onto: &board)
    }
    if let event, radiosSubscription.subscribes.contains(topic) {
      radios?.process(event, at: time, onto: &board)
    }
    radios?.endPass(at: time, onto: &board)
    board.speak(as: finders.count, publishing: servicesSubscription.publishes)
    for index in count..<board.results.count {
      let result = board.results[index]
      guard servicesSubscription.subscribes.contains(result.topic) else { continue }
      services.process(.result(result), at: time, onto: &board)
    }
  }

  /// Delivers the results of earlier parts to a finder.
  private mutating func deliver(_ index: Int, _ subscribes: Topics, at time: SimTime) {
    guard !subscribes.isDisjoint(with: board.topics) else { return }
    // The part's own new results are excluded.
    let count = board.results.count
    for number in 0..<count {
      let result = board.results[number]
      guard subscribes.contains(result.topic) else { continue }
      finders[index].process(.result(result), at: time, onto: &board)
    }
  }

  private mutating func deliverAfterPass(from first: Int, at time: SimTime) {
    for index in finders.indices {
      let wanted = subscriptions[index].receivesAfterPass
      guard !wanted.isDisjoint(with: board.topics) else { continue }
      board.speak(as: index, publishing: [])
      for number in first..<board.results.count {
        let result = board.results[number]
        guard wanted.contains(result.topic) else { continue }
        finders[index].process(.result(result), at: time, onto: &board)
      }
    }
  }

  private mutating func refreshNeeds() {
    board.needs = finders.reduce(into: services.needs) { $0.formUnion($1.needs) }
    if let radios { board.needs.formUnion(radios.needs) }
  }
}
