public import Kernel
public import Maps
public import Observations
public import Parts

/// Reference location stack of VenueSim: components on a message board.
///
/// Observations pass through the components in order. Once a second the locators compute a position,
/// the services deliver it and state their demand, and the radios are planned.
public struct ReferenceStack: TrackingStack {
  private static let tick = StackTimer(1)
  private static let period = SimDuration.seconds(1)
  /// Minimum age of an epoch that was batched.
  private static let lateness = SimDuration.seconds(1.5)
  /// Maximum silence of the GNSS receiver beyond the batch period while it batches.
  private static let timeout = SimDuration.seconds(2)

  private var parts: PartBoard<ChosenServices>

  /// Creates a stack on a map.
  ///
  /// - Parameters:
  ///   - map: Venue data available to the stack.
  ///   - settings: Choice of components and their parameters.
  ///   - services: Apps and service rules.
  ///   - makeCommand: Creates components that are external programs.
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

  /// Error of a component that can't continue; nil if there is none.
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
    // Each batched epoch gets a location of its own, including epochs that arrive after the end of
    // batching.
    guard parts.batching.period > .zero || time - epoch.time > Self.lateness else { return }
    parts.recordBatch(at: time)
    parts.pass(.locate(epoch.time), at: time, into: &sink)
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    guard timer == Self.tick else { return parts.pass(.wake, at: time, into: &sink) }
    sink.setTimer(Self.tick, at: time + Self.period)
    parts.pass(.tick, at: time, into: &sink)
    // Between two batches there is no new data, unless the receiver has fallen silent.
    let batching = parts.batching
    let isSleeping =
      batching.period > .zero && time - batching.latest <= batching.period + Self.timeout
    if !isSleeping { parts.pass(.locate(time), at: time, into: &sink) }
    parts.pass(.plan, at: time, into: &sink)
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    parts.finish(at: time, into: &sink)
  }
}

/// Type-erased service component.
private struct ChosenServices: StackPart {
  var part: any StackPart

  var subscribes: Topics { part.subscribes }
  var publishes: Topics { part.publishes }
  var needs: PartNeeds { part.needs }
  var failure: (any Error)? { part.failure }

  mutating func start(at time: SimTime, onto board: inout Board) {
    part.start(at: time, onto: &board)
  }
  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    part.process(event, at: time, onto: &board)
  }
  mutating func endPass(at time: SimTime, onto board: inout Board) {
    part.endPass(at: time, onto: &board)
  }
  mutating func finish(at time: SimTime, onto board: inout Board) {
    part.finish(at: time, onto: &board)
  }
}
