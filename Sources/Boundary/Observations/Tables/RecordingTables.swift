/// The tables of what a stack may see and say: on disk, and over the pipe to a stack of one's own.
package enum RecordingTables {
  /// Of what reaches a stack.
  package static let observations: [RecordingTable<Observation>] =
    RecordingTable<Observation>.sensors + [.glonassEphemeris, .receiverFix]
    + RecordingTable<Observation>.radios + [.app]
  /// Of what it tells and asks.
  package static let outputs: [RecordingTable<Output>] =
    RecordingTable<Output>.positions + RecordingTable<Output>.motion
    + RecordingTable<Output>.services
}
