/// Everything that can come out of a stack.
public enum Output: Hashable, Sendable {
  case location(LocationFix)
  /// Several locations at once, oldest first, to an app that was slow or asleep.
  case locations([LocationFix])
  case activity(ActivityReport)
  case pedometer(PedometerRecord)
  /// What was done in an interval, oldest first, to an app that asked the history; each lasts until
  /// the next begins.
  case activityHistory([ActivityReport])
  /// Steps in an interval, to an app that asked the history.
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
  /// A place that was looked for by its address, or an address by its place.
  case placemark(Placemark)
  /// The levels of a building, for an app that shows them to choose from.
  case levels(FacilityLevels)
  case indicator(LocationIndicator)
  case failure(ServiceFailure)
  /// Where the phone may be; it is for whoever looks at a run, and no app hears of it.
  case cloud(ParticleCloud)
  case radio(RadioRequest)
}
