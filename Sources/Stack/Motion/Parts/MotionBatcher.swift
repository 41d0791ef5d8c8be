public import Kernel
import Observations
public import Parts

/// Batches accelerometer readings every 2.5 s for motion analysis, as phones do (WWDC14 session 612),
/// even where other components need them sooner.
public struct MotionBatcher: StackPart {
  private static let period = SimDuration.seconds(2.5)
  /// Tolerance by which a batch may be shorter than the period: some samples' time.
  private static let slack = SimDuration.milliseconds(30)

  private var held: [InertialSample] = []
  private var since = SimTime.start

  /// Creates an empty batcher.
  public init() {}

  public var subscribes: Topics { .accelerometer }
  public var publishes: Topics { .motionBatch }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    guard case .observation(.accelerometer(let batch)) = event else { return }
    guard board.needs.contains(.motion) else { return board.publish(.motionBatch(batch)) }
    if held.isEmpty { since = batch.samples.first?.time ?? time }
    held += batch.samples
    guard time - since >= Self.period - Self.slack else { return }
    board.publish(.motionBatch(InertialBatch(samples: held)))
    held.removeAll(keepingCapacity: true)
  }
}
