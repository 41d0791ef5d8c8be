import Kernel
import Observations

// How what was heard becomes crossings.

extension BeaconRegionMonitor {
  mutating func enter(
    _ place: Int, rssi: Double, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let presence = presences[place]
    let why =
      rssi >= parameters.strongLevel
      ? Reason(.heardStrong, at: time, value: rssi, limit: parameters.strongLevel)
      : Reason(.heardOften, at: time, value: presence.score, limit: parameters.entryScore)
    cross(place, to: .inside, because: [why], at: time, into: &events, log: &log)
  }

  mutating func leave(
    _ place: Int, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let presence = presences[place]
    var reasons = [
      Reason(
        .unheard, at: presence.silentSince, value: (time - presence.silentSince).seconds,
        limit: presence.side == .inside ? presence.patience(parameters).seconds : nil)
    ]
    if presence.side == .inside, presence.isAtEdge(parameters) {
      reasons.append(Reason(.edgeStay, at: time))
    }
    cross(place, to: .outside, because: reasons, at: time, into: &events, log: &log)
  }

  private mutating func cross(
    _ place: Int, to side: RegionSide, because reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let before = presences[place].side
    let wasEstablished = presences[place].isEstablished
    if side == .inside {
      presences[place].settle(.inside)
    } else {
      presences[place].leave(parameters)
    }
    let state: RegionEvent.Kind = side == .inside ? .stateInside : .stateOutside
    guard before != .unknown, before != side else {
      tell(state, place, into: &events)
      if !wasEstablished {
        let found = Reason(before == .unknown ? .firstKnown : .knownAgain, at: time)
        note(place, state, .told, reasons + [found], at: time, log: &log)
      }
      return
    }
    let crossing: RegionEvent.Kind = side == .inside ? .entered : .exited
    let watch = watches[place]
    let chain = wasEstablished ? reasons : reasons + [Reason(.knownAgain, at: time)]
    switch watch.purpose {
    case .notification(let text):
      guard side == .inside else { return }
      let notice = NotificationEvent(identifier: watch.identifier, text: text)
      events.append(ServiceEvent(app: watch.app, output: .notification(notice)))
      note(place, crossing, .told, chain, at: time, log: &log)
    case .app:
      let isWanted = side == .inside ? watch.notifiesEntry : watch.notifiesExit
      if isWanted { tell(crossing, place, into: &events) }
      tell(state, place, into: &events)
      note(
        place, crossing, isWanted ? .told : .dropped,
        isWanted ? chain : chain + [Reason(.notWanted, at: time)], at: time, log: &log)
    }
  }

  func tell(_ kind: RegionEvent.Kind, _ place: Int, into events: inout [ServiceEvent]) {
    let watch = watches[place]
    guard watch.purpose == .app else { return }
    let event = RegionEvent(kind, identifier: watch.identifier)
    events.append(ServiceEvent(app: watch.app, output: .region(event)))
  }

  func note(
    _ place: Int, _ kind: RegionEvent.Kind, _ verdict: Decision.Verdict, _ reasons: [Reason],
    at time: SimTime, log: inout DecisionLog
  ) {
    log.add(
      Decision(
        time: time, service: .beaconRegion, app: watches[place].app,
        subject: watches[place].identifier, event: kind.rawValue, verdict: verdict,
        reasons: reasons))
  }
}
