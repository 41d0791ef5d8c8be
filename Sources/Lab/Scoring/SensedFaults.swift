import Kernel
import Observations

/// What was wrong with the acceleration that reached a stack, for the outputs to say so.
public struct SensedFaults: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, CaseIterable, Sendable {
    /// A reading that is no number, or more than any sensor tells.
    case unusable
    /// Readings missing for more than 0.3 s.
    case gap
    /// A reading earlier than the one before by more than 0.5 s: the clock was set back.
    case setBack = "set_back"
    /// A batch of at least a second in which an axis hung while another moved.
    case stuck
  }

  /// More than any phone's sensor tells, in m/s²: 16 g.
  private static let greatest: Float = 157
  /// The longest hole that is none: a missed reading or two even at 20 Hz.
  private static let leastGap = SimDuration.seconds(0.3)
  /// How far back a clock may seem to go because readings change places, and not be set back.
  private static let disorder = SimDuration.seconds(-0.5)
  /// How little an axis that lives moves, from its least to its most, in m/s².
  private static let life: Float = 0.3

  private var unusable = 0, gaps = 0, setsBack = 0, stuck = 0
  private var last: SimTime?

  /// Creates a count of nothing.
  public init() {}

  /// How often there was such a fault.
  public subscript(kind: Kind) -> Int {
    switch kind {
    case .unusable: unusable
    case .gap: gaps
    case .setBack: setsBack
    case .stuck: stuck
    }
  }

  /// Looks at a batch; call in the order of arrival.
  mutating func add(_ batch: InertialBatch) {
    guard let first = batch.samples.first?.time else { return }
    let (leastGap, disorder) = (Self.leastGap, Self.disorder)
    var least = SIMD3<Float>(repeating: .infinity), most = -least
    // Before the very first there is no gap.
    var before = last ?? first
    for sample in batch.samples {
      let value = SIMD3(sample.x, sample.y, sample.z)
      // What is no number is neither less nor more than anything.
      if all((value .<= Self.greatest) .& (value .>= -Self.greatest)) {
        least.replace(with: value, where: value .< least)
        most.replace(with: value, where: value .> most)
      } else {
        unusable += 1
      }
      let span = sample.time - before
      if span > leastGap { gaps += 1 }
      if span < disorder { setsBack += 1 }
      before = sample.time
    }
    last = before
    guard before - first >= .seconds(1) else { return }
    let range = most - least
    if range.min() == 0, range.max() > Self.life { stuck += 1 }
  }
}
