// Ground truth of a simulated walk or of a recording: for scoring, never for a stack.

@_exported public import enum Truth.Doing
@_exported public import enum Truth.Placement
@_exported public import struct Truth.Pose
@_exported public import enum Truth.TrueActivity
@_exported public import struct Truth.TruthSample
@_exported public import struct Truth.TruthTrace
