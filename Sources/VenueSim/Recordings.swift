// Recordings: VenueSim's own tables, and other formats.

@_exported public import struct Documents.Diagnostic
@_exported public import struct Documents.DocumentError
@_exported public import struct Documents.SourcePosition
@_exported public import struct Recordings.Recording
@_exported public import protocol Recordings.RecordingFormat
@_exported public import struct Recordings.RecordingHeader
@_exported public import struct Recordings.RecordingTree
@_exported public import struct Recordings.RecordingWriter
