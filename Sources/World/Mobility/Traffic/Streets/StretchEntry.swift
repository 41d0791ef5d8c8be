/// A vehicle's entry in the list of a stretch that it occupies or has claimed.
struct StretchEntry: Sendable {
  var vehicle: Int32 = -1
  var stretch: Int32 = -1
  /// The next entry towards the stretch's end, and towards its start; -1 if none.
  var ahead: Int32 = -1
  var behind: Int32 = -1
  /// The vehicle's entry on the next stretch.
  var onward: Int32 = -1
  /// The odometer reading at the start of the stretch, in m.
  var base = 0.0
  /// The length behind the front that it occupies, in m.
  var tail = 0.0
  /// The lateral position of its lane's centre, in m to the left of the stretch's path.
  var offset = 0.0
}
