/// An output of a stack.
public enum Output: Hashable, Sendable {
  case location(LocationFix)
  /// Several locations at once, oldest first, to an app that was slow or asleep.
  case locations([LocationFix])
  case activity(ActivityReport)
  case pedometer(PedometerRecord)
  /// The activities in an interval, oldest first, for an app that queried the history.
  ///
  /// Each lasts until the next begins.
  case activityHistory([ActivityReport])
  /// The steps in an interval, for an app that queried the history.
  case pedometerHistory(PedometerRecord)
  case pedometerEvent(PedometerEvent)
  case region(RegionEvent)
  case ranging(RangingReport)
  case visit(VisitEvent)
  case authorization(AuthorizationEvent)
  case pause(PauseEvent)
  case dataSource(DataSourceStatus)
  case notification(NotificationEvent)
  case wayfinding(WayfindingEvent)
  /// A geocoding result: a position for an address, or an address for a position.
  case placemark(Placemark)
  /// The levels of a building, for an app with a floor picker.
  case levels(FacilityLevels)
  case indicator(LocationIndicator)
  case failure(ServiceFailure)
  /// The particle cloud of the position estimate, for inspection of a run; apps don't receive it.
  case cloud(ParticleCloud)
  /// A section of the road driven, matched with a lag, for inspection of a run; apps don't receive it.
  case route(MatchedRoute)
  case radio(RadioRequest)
}
