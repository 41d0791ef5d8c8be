// Declarations for a complete stack.

@_exported public import enum Observations.Output
@_exported public import enum Observations.RadioRequest
@_exported public import struct Observations.StackSink
@_exported public import struct Observations.StackTimer
@_exported public import protocol Observations.TrackingStack
@_exported public import struct Services.ReferenceStack
@_exported public import struct Services.StackSettings
