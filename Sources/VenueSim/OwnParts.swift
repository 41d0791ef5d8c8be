// Declarations for a part that replaces one of the reference stack, with its parameters.

@_exported public import struct Documents.NoParameters
@_exported public import struct Documents.Parameter
@_exported public import struct Documents.ParameterAlternative
@_exported public import struct Documents.ParameterChoice
@_exported public import protocol Documents.ParameterSet
@_exported public import enum Documents.ParameterSource
@_exported public import struct Parts.Board
@_exported public import enum Parts.BoardEvent
@_exported public import struct Parts.PartCatalogue
@_exported public import struct Parts.PartKind
@_exported public import struct Parts.PartNeeds
@_exported public import enum Parts.PartResult
@_exported public import enum Parts.PartSlot
@_exported public import protocol Parts.StackPart
@_exported public import struct Parts.Topics
