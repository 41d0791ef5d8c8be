/// A vehicle's entry in the list of a stretch that it takes up or has claimed.
struct StretchEntry: Sendable {
  var vehicle: Int32 = -1
  var stretch: Int32 = -1
  /// The next entry towards the stretch's end, and towards its start; -1 if none.
  var ahead: Int32 = -1
  var behind: Int32 = -1
  /// The same vehicle's entry on the stretch that comes next.
  var onward: Int32 = -1
  /// Where on the vehicle's odometer the stretch begins, in m.
  var base = 0.0
  /// How much of the stretch it takes up behind its front, in m.
  var tail = 0.0
  /// The middle of its lane, in m to the left of the stretch's path.
  var offset = 0.0
}
