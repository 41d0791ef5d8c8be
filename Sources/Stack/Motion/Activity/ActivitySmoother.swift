import Glibc
import Kernel
import Observations

/// HMM for smoothing the history, with log transition probabilities precomputed.
struct ActivityCourse {
  let smoothing: ActivitySmoothing
  let chain: ActivityChain
  let logs: [ActivityChain.Vector]

  init(_ parameters: ActivityTracker.Parameters) {
    smoothing = parameters.history
    chain = ActivityChain(
      parameters, weight: smoothing.evidenceWeight, timeout: smoothing.timeout)
    logs = chain.columns.map { column in
      var logs = ActivityChain.Vector(repeating: -100)
      for state in 0..<ActivityState.count where column[state] > 0 {
        logs[state] = log(column[state])
      }
      return logs
    }
  }
}

/// Viterbi decoder (Viterbi 1967) for a part of the history, which then joins short interruptions.
struct ActivitySmoother {
  private let course: ActivityCourse
  /// Decoded stretches, oldest first.
  private(set) var stretches: [ActivityStretch] = []

  init(_ history: ActivityHistory, _ range: Range<Int>, _ course: ActivityCourse) {
    self.course = course
    var start = range.lowerBound
    var number = range.lowerBound
    while number < range.upperBound {
      number += 1
      if number == range.upperBound
        || history.time(number) - history.time(number - 1) > course.smoothing.gap
      {
        decode(history, start..<number)
        if number < range.upperBound {
          stretches.append(
            ActivityStretch(
              start: history.time(number - 1), flags: .unknown, windows: 0, margin: 0))
        }
        start = number
      }
    }
    join()
  }

  /// Decodes consecutive windows.
  private mutating func decode(_ history: ActivityHistory, _ range: Range<Int>) {
    var scores = ActivityChain.Vector(repeating: -100)
    for state in 0..<ActivityState.count { scores[state] = log(course.chain.start[state]) }
    // Back pointers in a file-backed array: seven days have a quarter of a million windows.
    var ways = FileBackedArray<UInt64>()
    for number in range {
      let evidence = logs(history.evidence(number))
      ways.append(number == range.lowerBound ? 0 : advance(&scores))
      scores += evidence
      scores -= Self.highest(scores).value
    }
    var state = Self.highest(scores).state
    var states = [UInt8](repeating: 0, count: range.count)
    for index in (0..<range.count).reversed() {
      states[index] = UInt8(state)
      state = Int(ways[index] >> (4 * UInt64(state)) & 15)
    }
    collect(history, range, states)
  }

  private func logs(_ evidence: ActivityEvidence) -> ActivityChain.Vector {
    let chain = course.chain
    var logs = chain.likelihoods(of: evidence)
    if evidence.isLinked { logs *= chain.linkedLikelihoods }
    for state in 0..<ActivityState.count { logs[state] = log(max(logs[state], 1e-12)) }
    return logs
  }

  /// Advances the scores by one step; returns the back pointers, four bits per state.
  private func advance(_ scores: inout ActivityChain.Vector) -> UInt64 {
    var next = ActivityChain.Vector(repeating: -1000)
    var ways: UInt64 = 0
    for state in 0..<ActivityState.count {
      let best = Self.highest(scores + course.logs[state])
      next[state] = best.value
      ways |= UInt64(best.state) << (4 * UInt64(state))
    }
    scores = next
    return ways
  }

  private static func highest(_ scores: ActivityChain.Vector) -> (state: Int, value: Float) {
    var best = (state: 0, value: scores[0])
    for state in 1..<ActivityState.count where scores[state] > best.value {
      best = (state, scores[state])
    }
    return best
  }

  private mutating func collect(
    _ history: ActivityHistory, _ range: Range<Int>, _ states: [UInt8]
  ) {
    for (place, number) in range.enumerated() {
      guard let state = ActivityState(rawValue: Int(states[place])) else { continue }
      let logs = logs(history.evidence(number))
      var other = -Float.infinity
      for alternative in ActivityState.allCases where alternative.flags != state.flags {
        other = max(other, logs[alternative.rawValue])
      }
      let window = ActivityStretch(
        start: history.time(number) - MotionFeatures.period, flags: state.flags, windows: 1,
        margin: logs[state.rawValue] - other)
      if place > 0, stretches.last?.flags == state.flags {
        stretches[stretches.count - 1].absorb(window, agrees: true)
      } else {
        stretches.append(window)
      }
    }
  }

  /// Merges short interruptions into the stretches around them, shortest first.
  private mutating func join() {
    let (shortBit, shortVoid) = (course.smoothing.shortBit, course.smoothing.shortVoid)
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
