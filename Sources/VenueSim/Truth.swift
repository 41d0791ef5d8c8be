// What is true of a simulated walk, or what a recording says of it: for scoring, never for a stack.

@_exported public import enum Truth.Doing
@_exported public import enum Truth.Placement
@_exported public import struct Truth.Pose
@_exported public import enum Truth.TrueActivity
@_exported public import struct Truth.TruthSample
@_exported public import struct Truth.TruthTrace
