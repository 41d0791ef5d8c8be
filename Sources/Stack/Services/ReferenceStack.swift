public import Kernel
public import Maps
public import Observations
public import Parts

/// The stack that comes with VenueSim: parts on a board.
///
/// Observations go through the parts in their order. Once a second the parts that find the place are
/// asked where the phone is, services pass it on and say what they need, and radios are planned anew.
public struct ReferenceStack: TrackingStack {
  private static let tick = StackTimer(1)
  private static let period = SimDuration.seconds(1)
  /// From which age on an epoch has waited for others.
  private static let lateness = SimDuration.seconds(1.5)
  /// How much longer than a hand-over's period satellites may be silent while they batch.
  private static let patience = SimDuration.seconds(2)

  private var parts: PartBoard<ChosenServices>

  /// Creates a stack that knows a map.
  ///
  /// - Parameters:
  ///   - map: What the stack may know of the place.
  ///   - settings: Which parts it is made of, and how their dials are turned.
  ///   - services: Whom it serves.
  ///   - makeCommand: Makes parts that are programs of the user's.
  public init(
    map: VenueMap, settings: StackSettings = StackSettings(),
    services: ServicesConfiguration = ServicesConfiguration(),
    makeCommand: PartCatalogue.MakeCommand? = nil
  ) {
    parts = PartBoard(
      finders: settings.finders(on: map, makeCommand),
      services: ChosenServices(part: settings.services(services, on: map)),
      radios: settings.radios(services.constants.radios, on: map))
  }

  /// Why it can't go on, if so.
  public var failure: (any Error)? { parts.failure }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.setTimer(Self.tick, at: time + Self.period)
    parts.start(at: time, into: &sink)
  }

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    if case .boot = observation { sink.setTimer(Self.tick, at: time + Self.period) }
    parts.pass(.observation(observation), at: time, into: &sink)
    guard case .gnss(let epoch) = observation else { return }
    // Of those that piled up while the processor slept, each makes a location of its own; what piled up
    // comes with the next after the end, too.
    guard parts.batching.period > .zero || time - epoch.time > Self.lateness else { return }
    parts.noteBatch(at: time)
    parts.pass(.locate(epoch.time), at: time, into: &sink)
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    guard timer == Self.tick else { return parts.pass(.wake, at: time, into: &sink) }
    sink.setTimer(Self.tick, at: time + Self.period)
    parts.pass(.tick, at: time, into: &sink)
    // Between two hand-overs there is nothing new to tell, unless the receiver has fallen silent.
    let batching = parts.batching
    let isSleeping =
      batching.period > .zero && time - batching.latest <= batching.period + Self.patience
    if !isSleeping { parts.pass(.locate(time), at: time, into: &sink) }
    parts.pass(.plan, at: time, into: &sink)
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    parts.finish(at: time, into: &sink)
  }
}

/// The part that serves apps, whichever it is.
private struct ChosenServices: StackPart {
  var part: any StackPart

  var listens: Topics { part.listens }
  var tells: Topics { part.tells }
  var needs: PartNeeds { part.needs }
  var failure: (any Error)? { part.failure }

  mutating func start(at time: SimTime, onto board: inout Board) {
    part.start(at: time, onto: &board)
  }
  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    part.take(news, at: time, onto: &board)
  }
  mutating func settle(at time: SimTime, onto board: inout Board) {
    part.settle(at: time, onto: &board)
  }
  mutating func finish(at time: SimTime, onto board: inout Board) {
    part.finish(at: time, onto: &board)
  }
}
