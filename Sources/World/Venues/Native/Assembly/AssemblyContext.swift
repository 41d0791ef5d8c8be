import Documents
import Geometry

/// The state shared by all parts of a venue's assembly: the file, its placement and the findings.
struct AssemblyContext {
  /// The max number of objects that a file may create by repeats.
  private static let maximum = 500_000

  let file: VenueFile
  var findings: VenueDiagnostics
  /// The placement of the file's drawing in the venue.
  let drawing: DrawingTransform

  private var made = 0
  private var isFull = false

  init(_ file: VenueFile) {
    self.file = file
    findings = VenueDiagnostics(isLenient: file.isImported || file.checks == .lenient)
    drawing = DrawingTransform(angle: file.rotation)
  }

  /// The placeholder values at the top level of the file.
  var outermost: NameScope { NameScope(isLiteral: file.isImported) }

  /// Calls `body` for each object of a repeat, with its shift and names.
  mutating func each(
    _ repetition: GridRepeatEntry?, in scope: NameScope,
    _ body: (inout AssemblyContext, Vec2, NameScope, Counter) -> Void
  ) {
    guard let repetition else {
      made += 1
      return body(&self, .zero, scope, Counter())
    }
    let (count, overflow) = repetition.count.multipliedReportingOverflow(by: repetition.rows)
    guard !overflow, count <= 100_000 else {
      findings.error("it repeats more than 100000 times", at: repetition.place)
      return
    }
    made += count
    guard made <= Self.maximum else {
      if !isFull {
        findings.error(
          "the venue would have more than \(Self.maximum) parts; repeat less", at: repetition.place)
      }
      isFull = true
      return
    }
    repetition.forEach { shift, counter in
      guard !isFull, !findings.isHopeless else { return }
      var inner = scope
      inner.counter = counter
      body(&self, shift, inner, counter)
    }
  }

  /// True if a point is near enough to the origin; reports an error otherwise.
  mutating func isWithinReach(_ point: Vec2, of what: String, at place: SourcePosition) -> Bool {
    if isInReach(point) { return true }
    findings.error("\(what) must lie within 100 km of the venue's origin", at: place)
    return false
  }

  /// A polyline in the venue's frame; nil with a report if it has no length or is too far away.
  mutating func line(
    _ points: [Vec2], shift: Vec2, of what: String, at place: SourcePosition
  ) -> [Vec2]? {
    var line: [Vec2] = []
    for point in points {
      let point = drawing(point + shift)
      guard isWithinReach(point, of: what, at: place) else { return nil }
      if line.last != point { line.append(point) }
    }
    guard line.count >= 2 else {
      findings.warn("\(what) has no length", at: place)
      return nil
    }
    return line
  }
}
