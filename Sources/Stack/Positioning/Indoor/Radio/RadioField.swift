import Geometry
import Maps
import Observations

/// A radio map laid out for being asked millions of times: the mean strength of a transmitter at a
/// point of a level, between the grid's points.
struct RadioField: Sendable {
  /// A window of a plane's grid.
  struct Window: Sendable {
    /// Its south-western corner, in m of the map's frame.
    var x, y: Double
    /// Grid points for a metre.
    var perMetre: Double
    var columns, rows, start: Int32
    /// Where the sender is strongest, in m.
    var peak = Vec2.zero
  }

  /// What isn't heard counts as this strong in dBm, and is so unsure in dB.
  static let silence: Float = -98
  static let silentVariance: Float = 49

  /// How many planes there are.
  let planeCount: Int
  private let numbers: [RadioMap.Sender: Int]
  private let isBeacon: [Bool]
  /// The window of each sender on each plane, sender by sender; -1 for none.
  private let windowNumbers: [Int32]
  private let windows: [Window]
  /// Strength and doubt of each cell side by side, as the map packs them: what is asked for together
  /// lies together, and a sender's window stays in the nearest memory.
  let cells: [SIMD2<UInt8>]

  /// Lays out a map.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - plan: What else is known of the place.
  init(_ map: RadioMap, on plan: IndoorPlan) {
    planeCount = map.planes.count
    var numbers: [RadioMap.Sender: Int] = [:]
    for (number, sender) in map.senders.enumerated() { numbers[sender] = number }
    self.numbers = numbers
    isBeacon = map.senders.map { if case .beacon = $0 { true } else { false } }
    var windowNumbers = [Int32](repeating: -1, count: map.senders.count * map.planes.count)
    var windows: [Window] = []
    for field in map.fields where map.planes.indices.contains(field.plane) {
      let plane = map.planes[field.plane]
      let corner = plane.point(column: field.column, row: field.row)
      windowNumbers[field.sender * map.planes.count + field.plane] = Int32(windows.count)
      windows.append(
        Window(
          x: corner.x, y: corner.y, perMetre: 1 / plane.spacing, columns: Int32(field.columns),
          rows: Int32(field.rows), start: Int32(field.start)))
    }
    self.windowNumbers = windowNumbers
    for (number, field) in map.fields.enumerated() where windows.indices.contains(number) {
      let values = map.levels[field.start..<field.start + field.columns * field.rows]
      guard let strongest = values.max(), let most = values.firstIndex(of: strongest) else {
        continue
      }
      let place = most - field.start
      let step = 1 / windows[number].perMetre
      windows[number].peak = Vec2(
        windows[number].x + step * Double(place % field.columns),
        windows[number].y + step * Double(place / field.columns))
    }
    self.windows = windows
    // Cells are read two at a time, of which the second may be one too many.
    var cells = [SIMD2<UInt8>](repeating: .zero, count: map.levels.count + 1)
    for (cell, packed) in zip(map.levels, map.doubts).enumerated() {
      cells[cell] = SIMD2(packed.0, packed.1)
    }
    for field in map.fields where map.planes.indices.contains(field.plane) {
      let plane = plan.planes[field.plane]
      guard plane.ordinal != nil, !plane.raster.isKnown else { continue }
      Self.end(field, of: map, in: &cells)
    }
    self.cells = cells
  }

  /// Has nothing be heard where nobody surveyed, nor further than surveyors heard it: a level of which
  /// there is no plan ends with the survey.
  ///
  /// Otherwise guesses wander off into what the survey doesn't contradict (IPIN 2023, track 3;
  /// UJIIndoorLoc).
  private static func end(
    _ field: RadioMap.Field, of map: RadioMap, in cells: inout [SIMD2<UInt8>]
  ) {
    let plane = map.planes[field.plane]
    var (west, south, east, north) = (field.columns, field.rows, -1, -1)
    for (row, column) in places(of: field) {
      let number = field.start + row * field.columns + column
      let point = (field.row + row) * plane.columns + field.column + column
      if !(plane.isSurveyed.indices.contains(point) && plane.isSurveyed[point]) {
        cells[number] = nothing
      } else if cells[number].x >= faintest {
        (west, east) = (min(west, column), max(east, column))
        (south, north) = (min(south, row), max(north, row))
      }
    }
    for (row, column) in places(of: field)
    where column < west || column > east || row < south || row > north {
      cells[field.start + row * field.columns + column] = silent
    }
  }

  /// The rows and columns of a field's window.
  private static func places(of field: RadioMap.Field) -> some Sequence<(row: Int, column: Int)> {
    (0..<field.rows).lazy.flatMap { row in
      (0..<field.columns).lazy.map { (row: row, column: $0) }
    }
  }

  /// A strength as the map packs it, and what it and its doubt are for silence, and where not even
  /// silence is expected.
  private static func packed(_ level: Double) -> UInt8 { UInt8((level - RadioMap.leastLevel) * 2) }
  private static let silent = SIMD2(
    packed(Double(silence)), UInt8(Double(silentVariance).squareRoot() / RadioMap.doubtStep))
  private static let nothing = SIMD2<UInt8>(0, 100)
  /// From which strength on surveyors heard a sender, as the map packs it; the survey's own figure.
  private static let faintest = packed(-94)

  /// The number of a sender; nil for one that the survey didn't hear.
  func number(of sender: RadioMap.Sender) -> Int? { numbers[sender] }

  /// The number of what sent a reading; nil for one that the survey didn't hear.
  func number(of reading: WiFiReading) -> Int? {
    numbers[RadioMap.Sender(reading)] ?? numbers[RadioMap.Sender(wholeAddressOf: reading)]
  }

  /// Whether a sender is a beacon.
  func isBeacon(_ sender: Int) -> Bool { isBeacon[sender] }

  /// The window of a sender on a plane; nil where it isn't heard.
  @inline(__always)
  func window(_ sender: Int, plane: Int) -> Window? {
    let number = windowNumbers[sender &* planeCount &+ plane]
    return number < 0 ? nil : windows[Int(number)]
  }
}
