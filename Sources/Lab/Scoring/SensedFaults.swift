import Kernel
import Observations

/// Counts of faults in the acceleration data that reached a stack.
public struct SensedFaults: Hashable, Sendable {
  /// A kind of fault.
  public enum FaultKind: String, CaseIterable, Sendable {
    /// A reading that is not a number, or beyond a sensor's range.
    case unusable
    /// Readings missing for more than 0.3 s.
    case gap
    /// A reading earlier than the previous one by more than 0.5 s: the clock was set back.
    case setBack = "set_back"
    /// A batch of at least a second with a constant axis while another one moved.
    case stuck
  }

  /// Maximum plausible reading, in m/s²: 16 g.
  private static let greatest: Float = 157
  /// Maximum normal interval: a missed reading or two even at 20 Hz.
  private static let minGap = SimDuration.seconds(0.3)
  /// Maximum step back in time by mere reordering of readings.
  private static let disorder = SimDuration.seconds(-0.5)
  /// Minimum peak-to-peak motion of a live axis, in m/s².
  private static let life: Float = 0.3

  private var unusable = 0, gaps = 0, setsBack = 0, stuck = 0
  private var last: SimTime?

  public init() {}

  /// The number of faults of a kind.
  public subscript(kind: FaultKind) -> Int {
    switch kind {
    case .unusable: unusable
    case .gap: gaps
    case .setBack: setsBack
    case .stuck: stuck
    }
  }

  /// Processes a batch; call in the order of arrival.
  mutating func add(_ batch: InertialBatch) {
    guard let first = batch.samples.first?.time else { return }
    let (minGap, disorder) = (Self.minGap, Self.disorder)
    var minimum = SIMD3<Float>(repeating: .infinity), maximum = -minimum
    // There is no gap before the first reading.
    var before = last ?? first
    for sample in batch.samples {
      let value = SIMD3(sample.x, sample.y, sample.z)
      // Comparisons with not-a-number are false.
      if all((value .<= Self.greatest) .& (value .>= -Self.greatest)) {
        minimum.replace(with: value, where: value .< minimum)
        maximum.replace(with: value, where: value .> maximum)
      } else {
        unusable += 1
      }
      let span = sample.time - before
      if span > minGap { gaps += 1 }
      if span < disorder { setsBack += 1 }
      before = sample.time
    }
    last = before
    guard before - first >= .seconds(1) else { return }
    let range = maximum - minimum
    if range.min() == 0, range.max() > Self.life { stuck += 1 }
  }
}
