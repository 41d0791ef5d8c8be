public import Kernel
public import Observations
public import Signals
public import Truth

/// Where a device's observations come from.
public enum SensorSource: Sendable {
  /// The signals of a simulated world.
  case live(PhoneSignals)
  /// A recording; what the stack has switched off doesn't reach it.
  case recorded([Delivered<Observation>])
}

/// What one device's pass left behind.
public struct DevicePass: Sendable {
  /// What the stack told and asked, in order.
  public var outputs = OutputLog()
  /// What the stack decided and why, in order.
  public var decisions: [StackDecision] = []
  /// What reached the stack, in order; empty unless it was to be kept.
  public var observations: [Delivered<Observation>] = []
  /// The battery's curve.
  public var battery: [Battery.Point] = []
  /// Where the energy went.
  public var energy = EnergyLedger()
  /// What became of a recording's observations, in a replay.
  public var replay = ReplayCounts()
  /// What came over the network in answer to the stack's questions.
  public var downloads = DownloadAccount()
  /// From when until when the phone was a beacon, in order.
  public var advertised: [BeaconShift] = []
  /// How many events the device handled.
  public var eventCount = 0
  /// Why the stack could not go on, if so: nothing of what it told counts.
  public var failure: (any Error)?
}

/// Runs one device with its stack from boot to `end`.
///
/// - Parameters:
///   - stack: The software under test.
///   - source: Where observations come from.
///   - setup: The device, and what happens to it.
///   - end: The last moment.
///   - keepsObservations: Whether what reached the stack is kept.
///   - service: What answers the stack's questions over the network; nobody knows anything if nil.
///   - note: Sees everything that reaches the stack, as it does.
///   - cancellation: Stops the work.
/// - Returns: What the pass left behind.
/// - Throws: ``Cancelled``.
public func runDevice(
  stack: any TrackingStack, source: SensorSource, setup: DeviceSetup, until end: SimTime,
  keepsObservations: Bool = false, service: (any NetworkService)? = nil,
  note: ((Delivered<Observation>) -> Void)? = nil,
  cancellation: CancellationToken? = nil
) throws(Cancelled) -> DevicePass {
  var simulation = Simulation(
    DeviceModel(
      stack: stack, source: source, setup: setup, keepsObservations: keepsObservations,
      service: service, note: note))
  simulation.model.boot(&simulation.schedule)
  try simulation.run(until: end, cancellation: cancellation)
  return finish(&simulation, at: end)
}

/// Runs one live device whose bearer goes where its apps lead.
///
/// - Parameters:
///   - stack: The software under test.
///   - signals: What the phone senses along the way that is known at the start.
///   - setup: The device, and what happens to it.
///   - end: The last moment.
///   - look: How often it is seen to what was told, and to where its bearer goes.
///   - service: What answers the stack's questions over the network; nobody knows anything if nil.
///   - cancellation: Stops the work.
///   - steer: Takes what was told since the last look, and the time; returns where the bearer goes from
///     here, which must be the same as before for a while yet, or nil if nothing changes.
/// - Returns: What the pass left behind, with what reached the stack.
/// - Throws: ``Cancelled``.
public func runGuidedDevice(
  stack: any TrackingStack, signals: PhoneSignals, setup: DeviceSetup, until end: SimTime,
  look: SimDuration, service: (any NetworkService)? = nil,
  cancellation: CancellationToken? = nil,
  steer: (ArraySlice<Delivered<Output>>, SimTime) throws(Cancelled) -> Trajectory?
) throws(Cancelled) -> DevicePass {
  var simulation = Simulation(
    DeviceModel(
      stack: stack, source: .live(signals), setup: setup, keepsObservations: true,
      service: service, note: nil))
  simulation.model.boot(&simulation.schedule)
  var seen = 0
  var now = SimTime.start
  while now < end {
    now = min(end, now + max(look, .milliseconds(10)))
    try simulation.run(until: now, cancellation: cancellation)
    let told = Array(simulation.model.pass.outputs[seen...])
    seen = simulation.model.pass.outputs.count
    if let trajectory = try steer(told[...], now) { simulation.model.signals?.follow(trajectory) }
  }
  return finish(&simulation, at: end)
}

private func finish(
  _ simulation: inout Simulation<DeviceModel>, at end: SimTime
) -> DevicePass {
  var pass = simulation.model.shutDown(at: end, &simulation.schedule)
  pass.eventCount = simulation.eventCount
  return pass
}
