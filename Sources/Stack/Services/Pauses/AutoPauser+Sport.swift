import Kernel
import Observations

// The quick setting: by speed alone.

extension AutoPauser {
  mutating func judge(
    _ fix: LocationFix, by rule: SportPauseRule, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let speed = speed(of: fix) else { return }
    for place in sessions.indices {
      switch sessions[place].phase {
      case .off: break
      case .running:
        if speed >= rule.stopSpeed {
          sessions[place].slowSince = nil
        } else {
          sessions[place].slowSince = sessions[place].slowSince ?? fix.time
        }
      case .paused where speed >= rule.goSpeed:
        sessions[place].phase = .running
        sessions[place].pausePlace = nil
        tell(.resumed, place, [Reason(.moving, at: time)], at: time, into: &events, log: &log)
      case .paused: break
      }
    }
    settle(rule, at: time, into: &events, log: &log)
  }

  mutating func settle(
    _ rule: SportPauseRule, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    for place in sessions.indices
    where sessions[place].phase == .running && sessions[place].isAutomatic {
      guard let since = sessions[place].slowSince, time - since >= rule.stillFor else { continue }
      let reason = Reason(
        .noProgress, at: since, value: (time - since).seconds, limit: rule.stillFor.seconds)
      pause(place, [reason], at: time, into: &events, log: &log)
    }
    updateWake(at: time)
  }

  var sportWake: SimTime? {
    guard let rule = parameters.quick else { return nil }
    var earliest: SimTime?
    for session in sessions where session.phase == .running && session.isAutomatic {
      guard let since = session.slowSince else { continue }
      earliest = min(earliest ?? .distantFuture, since + rule.stillFor)
    }
    return earliest
  }

  /// The speed told, or that since the location before, in m/s.
  private func speed(of fix: LocationFix) -> Double? {
    if fix.speedMetresPerSecond >= 0 { return fix.speedMetresPerSecond }
    guard let newest, fix.time > newest.time, let plane = GroundPlane(newest.coordinate) else {
      return nil
    }
    return plane.distance(to: fix.coordinate) / (fix.time - newest.time).seconds
  }
}
