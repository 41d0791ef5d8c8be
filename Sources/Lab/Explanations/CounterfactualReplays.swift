import Devices
import Documents
import Harness
import Kernel
import Observations
import Recordings

/// Replays of a device up to one moment, each without an input at the end of the time before it.
///
/// The random numbers of the stack are the same in all of them. Where a stack can be copied, only the
/// last seconds are replayed.
struct CounterfactualReplays: Sendable {
  let device: ReplayableDevice
  let directory: TransmitterDirectory
  /// The time of the report that is examined.
  let moment: SimTime
  /// The app that received it.
  let app: String
  /// The unchanged replay.
  let baseline: UnchangedReplay
  private let settings: [Setting]
  private let cancellation: CancellationToken?

  /// The results of the unchanged replay.
  struct UnchangedReplay: Sendable {
    /// The locations reported to the app, with the times of the reports.
    var locations: [Delivered<LocationFix>] = []
    /// The activities, steps and particle clouds.
    var others: [Delivered<Output>] = []
    /// The observations that the stack received.
    var observations: [Delivered<Observation>] = []
    /// The times of the observations that had a content, by their kind.
    var arrivals: [InputKind: [SimTime]] = [:]
    /// The replay, paused before the last seconds.
    fileprivate var paused: [SimDuration: DeviceReplay] = [:]
  }

  /// The periods before the moment in which an input is left out.
  static let windows: [SimDuration] = [.seconds(10), .seconds(30), .seconds(120)]
  /// The period in which single transmitters are left out first.
  static let usualWindow = SimDuration.seconds(30)
  /// The interval of the particle clouds.
  private static let cloudSetting = "stack.locator.cloud=1 s"
  /// The random draws besides the stack's own, whose number is 1.
  private static let draws = 2...4

  /// Replays a device without changes.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - moment: The time of a report.
  ///   - app: The app that received it.
  ///   - cancellation: Cancels the work.
  /// - Throws: ``Cancelled``, or a failure of the stack.
  init(
    _ device: ReplayableDevice, at moment: SimTime, to app: String,
    cancellation: CancellationToken? = nil
  ) throws {
    self.device = device
    self.moment = moment
    self.app = app
    self.cancellation = cancellation
    directory = TransmitterDirectory(device)
    // Few stacks report their particles, and those that do report the same locations.
    let clouds = [try Setting(Self.cloudSetting)]
    settings = device.isCopyable && (try? device.begin(clouds)) != nil ? clouds : []
    var replay = try device.begin(settings, keepsObservations: true)
    var baseline = UnchangedReplay()
    for window in Self.windows.reversed() where device.isCopyable {
      let start = moment - window
      if start >= .start { try replay.run(until: start, cancellation: cancellation) }
      var copy = replay
      _ = copy.takeObservations()
      baseline.paused[window] = copy
    }
    try replay.run(until: moment, cancellation: cancellation)
    if let failure = replay.failure { throw failure }
    baseline.observations = replay.takeObservations()
    for delivered in baseline.observations where !delivered.item.isEmpty {
      guard let kind = InputKind(delivered.item) else { continue }
      baseline.arrivals[kind, default: []].append(delivered.time)
    }
    for output in replay.outputs {
      switch output.item {
      case .location(let fix) where output.app == app:
        baseline.locations.append(Delivered(time: output.time, fix))
      case .locations(let fixes) where output.app == app:
        if let fix = fixes.last { baseline.locations.append(Delivered(time: output.time, fix)) }
      case .activity, .pedometer, .cloud: baseline.others.append(output)
      default: break
      }
    }
    self.baseline = baseline
  }

  /// Returns the location that the app has at the moment without an input in the time before.
  ///
  /// - Returns: The location, or nil for none; and the number of observations that change.
  func location(
    without input: StackInput, during window: SimDuration
  ) throws -> (fix: LocationFix?, count: Int) {
    let changes = changes(without: input, during: window)
    guard !changes.isEmpty else { return (baseline.locations.last?.item, 0) }
    var replay = try baseline.paused[window] ?? device.begin(settings)
    replay.replace(changes)
    return (try location(in: &replay), changes.count)
  }

  /// Returns the locations with other random draws of the stack; empty if it has none.
  func drawn(jobs: Int) throws -> [LocationFix] {
    guard device.isCopyable else { return [] }
    let settings = try Self.draws.map { try Setting("stack.locator.draw=\($0)") }
    guard let first = settings.first, (try? device.begin([first])) != nil else { return [] }
    return try parallelMap(settings, jobs: jobs, cancellation: cancellation) { setting in
      var replay = try device.begin([setting])
      return try location(in: &replay)
    }.compactMap(\.self)
  }

  private func location(in replay: inout DeviceReplay) throws -> LocationFix? {
    try replay.run(until: moment, cancellation: cancellation)
    if let failure = replay.failure { throw failure }
    for output in replay.outputs.reversed() where output.app == app {
      switch output.item {
      case .location(let fix): return fix
      case .locations(let fixes): if let fix = fixes.last { return fix }
      default: break
      }
    }
    return nil
  }

  /// The changed observations by index, if an input is left out in the time before the moment.
  private func changes(
    without input: StackInput, during window: SimDuration
  ) -> [Int: Observation?] {
    let recorded = device.recording.observations
    let start = moment - window
    let first = recorded.partitioningIndex { $0.time > start }
    var changes: [Int: Observation?] = [:]
    for index in first..<recorded.count {
      guard recorded[index].time <= moment else { break }
      let rest = input.rest(of: recorded[index].item, directory)
      if rest != recorded[index].item { changes.updateValue(rest, forKey: index) }
    }
    return changes
  }
}
