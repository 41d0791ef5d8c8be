// Outputs of a stack to apps, which are also the inputs of scoring.

@_exported public import struct Observations.ActivityFlags
@_exported public import struct Observations.ActivityReport
@_exported public import struct Observations.AuthorizationEvent
@_exported public import enum Observations.Confidence
@_exported public import struct Observations.Coordinate
@_exported public import enum Observations.DataSourceStatus
@_exported public import struct Observations.LocationFix
@_exported public import enum Observations.LocationSource
@_exported public import struct Observations.MatchedRoute
@_exported public import struct Observations.NotificationEvent
@_exported public import struct Observations.ParticleCloud
@_exported public import enum Observations.PauseEvent
@_exported public import struct Observations.PedometerEvent
@_exported public import struct Observations.PedometerRecord
@_exported public import enum Observations.Proximity
@_exported public import struct Observations.RangedBeacon
@_exported public import struct Observations.RangingReport
@_exported public import struct Observations.RegionEvent
@_exported public import struct Observations.VisitEvent
@_exported public import struct Observations.WayfindingEvent
