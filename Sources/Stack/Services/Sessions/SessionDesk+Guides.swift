import Kernel
import Observations

// Ways that apps let be shown.

extension SessionDesk {
  /// Lets an app be shown the way to a place, or no longer.
  ///
  /// Directions come from the locations that the app takes, and only while it may have them in full.
  mutating func guide(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard call.name == .startWayfinding else {
      if apps[index].work.guide == nil { note(.notStarted, index, call.name.rawValue, at: time) }
      apps[index].work.guide = nil
      return
    }
    guard let target = call.identifier, !target.isEmpty else {
      return note(.malformed, index, call.name.rawValue, at: time)
    }
    guard permission(.locationUpdates, index) != .refused else {
      return fail(index, "wayfinding", "denied", into: &events)
    }
    guard !apps[index].authorization.isReduced else {
      return fail(index, "wayfinding", "reducedAccuracy", into: &events)
    }
    apps[index].work.guide = Demand.Guide(
      app: apps[index].name, target: target, isStepFree: call.isOn ?? false, arrivalTime: call.to,
      since: time)
  }

  /// Tells an app a direction, if it still wants it and may have it.
  mutating func admit(
    _ event: WayfindingEvent, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard apps[index].work.guide?.target == event.target else {
      return note(.notRequested, index, "wayfinding", at: time)
    }
    guard apps[index].phase.runs else { return note(.notRunning, index, "wayfinding", at: time) }
    guard permission(.locationUpdates, index) == .told, !apps[index].authorization.isReduced else {
      return note(.notInUse, index, "wayfinding", at: time)
    }
    if event.kind == .arrived {
      apps[index].work.guide = nil
      isDirty = true
    }
    tell(index, .wayfinding(event), into: &events)
    guard !apps[index].isImplicit else { return }
    apps[index].lastUse = time
    lamp.noteUse(at: time)
  }
}
