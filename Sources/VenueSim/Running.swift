// Running scenarios, replaying recordings, and scoring both inside a program.

@_exported public import class Harness.LoadedScenario
@_exported public import struct Harness.ReplayResult
@_exported public import struct Harness.RunUnit
@_exported public import struct Harness.Setting
@_exported public import enum Harness.StackChoice
@_exported public import struct Harness.UnitResult
@_exported public import func Harness.replay
@_exported public import struct Programs.StackCommand
@_exported public import struct Programs.StackFailure
@_exported public import struct Scenarios.Scenario
