public import Kernel
import Observations
public import Parts

/// Hands the accelerometer's readings to the parts that judge motion, every 2.5 s as phones do
/// (WWDC14 session 612), also where others need them sooner.
public struct MotionBatcher: StackPart {
  private static let period = SimDuration.seconds(2.5)
  /// By how much a batch may be short of the period: some samples' time.
  private static let slack = SimDuration.milliseconds(30)

  private var held: [InertialSample] = []
  private var since = SimTime.start

  /// Creates one that holds nothing.
  public init() {}

  public var listens: Topics { .accelerometer }
  public var tells: Topics { .motionBatch }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    guard case .observation(.accelerometer(let batch)) = news else { return }
    guard board.needs.contains(.motion) else { return board.tell(.motionBatch(batch)) }
    if held.isEmpty { since = batch.samples.first?.time ?? time }
    held += batch.samples
    guard time - since >= Self.period - Self.slack else { return }
    board.tell(.motionBatch(InertialBatch(samples: held)))
    held.removeAll(keepingCapacity: true)
  }
}
