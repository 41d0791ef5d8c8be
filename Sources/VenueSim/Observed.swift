// Observations of a phone: all sensor inputs of a stack.

@_exported public import struct Observations.AppCall
@_exported public import enum Observations.AppEvent
@_exported public import struct Observations.BeaconAdvertisement
@_exported public import struct Observations.BeaconConstraint
@_exported public import enum Observations.BeaconFormat
@_exported public import struct Observations.BeaconIdentity
@_exported public import enum Observations.BroadcastEphemeris
@_exported public import struct Observations.CellReading
@_exported public import struct Observations.CellScan
@_exported public import struct Observations.CircularRegion
@_exported public import enum Observations.Constellation
@_exported public import struct Observations.Delivered
@_exported public import struct Observations.DeltaRangeState
@_exported public import struct Observations.GNSSEpoch
@_exported public import struct Observations.GNSSMeasurement
@_exported public import struct Observations.HardwareAddress
@_exported public import struct Observations.Identifier128
@_exported public import struct Observations.InertialBatch
@_exported public import struct Observations.InertialSample
@_exported public import enum Observations.Observation
@_exported public import struct Observations.PressureSample
@_exported public import struct Observations.ReceiverFix
@_exported public import struct Observations.SatelliteID
@_exported public import struct Observations.TrackingState
@_exported public import struct Observations.WiFiReading
@_exported public import struct Observations.WiFiScan
