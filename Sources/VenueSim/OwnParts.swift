// Declarations for a part that replaces one of the reference stack, with its parameters.

@_exported public import struct Documents.Dial
@_exported public import struct Documents.DialAlternative
@_exported public import struct Documents.DialChoice
@_exported public import protocol Documents.DialSet
@_exported public import enum Documents.DialSource
@_exported public import struct Documents.NoDials
@_exported public import struct Parts.Board
@_exported public import enum Parts.Finding
@_exported public import enum Parts.News
@_exported public import struct Parts.PartCatalogue
@_exported public import struct Parts.PartKind
@_exported public import struct Parts.PartNeeds
@_exported public import enum Parts.PartSlot
@_exported public import protocol Parts.StackPart
@_exported public import struct Parts.Topics
