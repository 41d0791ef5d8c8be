import Kernel
import Observations

/// Smoother by forward-backward (Rabiner 1989) for a part of the history, which then joins short interruptions.
///
/// Each window gets the likeliest flags given all evidence before and after it.
struct ActivitySmoother {
  private let chain: ActivityChain
  private let smoothing: ActivitySmoothing
  /// Smoothed stretches, oldest first.
  private(set) var stretches: [ActivityStretch] = []

  init(
    _ history: ActivityHistory, _ range: Range<Int>, _ chain: ActivityChain,
    _ smoothing: ActivitySmoothing
  ) {
    (self.chain, self.smoothing) = (chain, smoothing)
    var start = range.lowerBound
    var number = range.lowerBound
    while number < range.upperBound {
      number += 1
      if number == range.upperBound
        || history.time(number) - history.time(number - 1) > smoothing.gap
      {
        smooth(history, start..<number)
        if number < range.upperBound {
          stretches.append(
            ActivityStretch(
              start: history.time(number - 1), flags: .unknown, windows: 0, probability: 0))
        }
        start = number
      }
    }
    join()
  }

  /// Smooths consecutive windows.
  private mutating func smooth(_ history: ActivityHistory, _ range: Range<Int>) {
    // In a file-backed array: seven days have a quarter of a million windows.
    var filtered = FileBackedArray<ActivityChain.Vector>()
    var belief = chain.start
    for number in range {
      belief = ActivityChain.normalised(
        chain.predicted(belief) * likelihoods(history.evidence(number)), else: chain.start)
      filtered.append(belief)
    }
    // Likelihood of all later evidence in each lane.
    var later = ActivityChain.Vector(repeating: 1)
    var newestFirst: [ActivityStretch] = []
    for number in range.reversed() {
      let posterior = ActivityChain.normalised(
        filtered[number - range.lowerBound] * later, else: belief)
      let best = ActivityChain.strongest(posterior)
      let window = ActivityStretch(
        start: history.time(number) - MotionFeatures.period, flags: best.flags, windows: 1,
        probability: best.probability)
      if let last = newestFirst.last, last.flags == window.flags {
        newestFirst[newestFirst.count - 1].absorb(window, agrees: true)
        newestFirst[newestFirst.count - 1].start = window.start
      } else {
        newestFirst.append(window)
      }
      guard smoothing.isTwoSided else { continue }
      later = ActivityChain.normalised(
        chain.retraced(later * likelihoods(history.evidence(number))), else: later)
    }
    stretches += newestFirst.reversed()
  }

  private func likelihoods(_ evidence: ActivityEvidence) -> ActivityChain.Vector {
    let likelihoods = chain.likelihoods(of: evidence)
    return evidence.isLinked ? likelihoods * chain.linkedLikelihoods : likelihoods
  }

  /// Merges short interruptions into the stretches around them, shortest first.
  private mutating func join() {
    let (shortBit, shortVoid) = (smoothing.shortBit, smoothing.shortVoid)
    for limit in 1...max(shortVoid, shortBit) {
      var joined: [ActivityStretch] = []
      var number = 0
      while number < stretches.count {
        let stretch = stretches[number]
        let maximum = stretch.flags.isEmpty ? shortVoid : shortBit
        let isShort =
          stretch.windows <= min(limit, maximum) && stretch.windows > 0 && !joined.isEmpty
          && number + 1 < stretches.count
        if isShort, joined[joined.count - 1].flags == stretches[number + 1].flags {
          joined[joined.count - 1].absorb(stretch, agrees: false)
          joined[joined.count - 1].absorb(stretches[number + 1], agrees: true)
          number += 2
        } else {
          joined.append(stretch)
          number += 1
        }
      }
      stretches = joined
    }
  }
}
