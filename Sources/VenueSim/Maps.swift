// A stack's knowledge of a venue: map, published transmitters, radio maps, roads.

@_exported public import struct Maps.Building
@_exported public import struct Maps.Connector
@_exported public import struct Maps.Level
@_exported public import struct Maps.NamedPlace
@_exported public import struct Maps.Opening
@_exported public import struct Maps.PathNetwork
@_exported public import struct Maps.PublishedAccessPoint
@_exported public import struct Maps.PublishedBeacon
@_exported public import struct Maps.RadioMap
@_exported public import struct Maps.Road
@_exported public import struct Maps.RoadNetwork
@_exported public import struct Maps.Spot
@_exported public import struct Maps.Unit
@_exported public import enum Maps.UnitKind
@_exported public import struct Maps.VenueMap
