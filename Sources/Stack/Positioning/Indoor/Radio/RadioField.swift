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
  let silence, silentVariance: Float
  /// How much further away than they are senders count for what a body takes from them, in m.
  let bearingSoftening: Float
  /// From which strength on a sender is nearly always heard, in dBm, and how much weaker, in dB, it is
  /// heard less often by the root of e.
  let surelyHeard, heardSpread: Float
  /// From how many standard deviations on a reading counts less.
  let robustFrom: Float

  /// How many planes there are.
  let planeCount: Int
  private let indices: [RadioMap.Sender: Int]
  private let isBeacon: [Bool]
  /// The window of each sender on each plane, sender by sender; -1 for none.
  private let windowIndices: [Int32]
  private let windows: [Window]
  /// Strength and doubt of each cell side by side, as the map packs them: what is asked for together
  /// lies together, and a sender's window stays in the nearest memory.
  let cells: [SIMD2<UInt8>]

  /// Lays out a map.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - plan: What else is known of the place.
  ///   - radio: How it is set.
  init(_ map: RadioMap, on plan: IndoorPlan, _ radio: IndoorRadioDials) {
    (silence, silentVariance) = (radio.silence, radio.silentVariance)
    (surelyHeard, heardSpread) = (radio.surelyHeard, radio.heardSpread)
    (bearingSoftening, robustFrom) = (radio.bearingSoftening, radio.robustFrom)
    planeCount = map.planes.count
    var indices: [RadioMap.Sender: Int] = [:]
    for (number, sender) in map.senders.enumerated() { indices[sender] = number }
    self.indices = indices
    isBeacon = map.senders.map { if case .beacon = $0 { true } else { false } }
    var windowIndices = [Int32](repeating: -1, count: map.senders.count * map.planes.count)
    var windows: [Window] = []
    for field in map.fields where map.planes.indices.contains(field.plane) {
      let plane = map.planes[field.plane]
      let corner = plane.point(column: field.column, row: field.row)
      windowIndices[field.sender * map.planes.count + field.plane] = Int32(windows.count)
      windows.append(
        Window(
          x: corner.x, y: corner.y, perMetre: 1 / plane.spacing, columns: Int32(field.columns),
          rows: Int32(field.rows), start: Int32(field.start)))
    }
    self.windowIndices = windowIndices
    for (number, field) in map.fields.enumerated() where windows.indices.contains(number) {
      let values = map.levels[field.start..<field.start + field.columns * field.rows]
      guard let strongest = values.max(), let most = values.firstIndex(of: strongest) else {
        continue
      }
      let index = most - field.start
      let step = 1 / windows[number].perMetre
      windows[number].peak = Vec2(
        windows[number].x + step * Double(index % field.columns),
        windows[number].y + step * Double(index / field.columns))
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
      Self.end(field, of: map, radio, in: &cells)
    }
    self.cells = cells
  }

  /// Has nothing be heard where nobody surveyed, nor further than surveyors heard it: a level of which
  /// there is no plan ends with the survey.
  ///
  /// Otherwise particles wander off into what the survey doesn't contradict (IPIN 2023, track 3;
  /// UJIIndoorLoc).
  private static func end(
    _ field: RadioMap.Field, of map: RadioMap, _ radio: IndoorRadioDials,
    in cells: inout [SIMD2<UInt8>]
  ) {
    let faintest = packed(Double(radio.surveyFloor))
    let silent = SIMD2(
      packed(Double(radio.silence)),
      UInt8(Double(radio.silentVariance).squareRoot() / RadioMap.doubtStep))
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

  /// A strength as the map packs it.
  private static func packed(_ level: Double) -> UInt8 {
    UInt8(max(0, min(255, (level - RadioMap.leastLevel) * 2)))
  }
  /// Strength and doubt, packed, where not even silence is expected.
  private static let nothing = SIMD2<UInt8>(0, 100)

  /// The index of a sender; nil for one that the survey didn't hear.
  func index(of sender: RadioMap.Sender) -> Int? { indices[sender] }

  /// The index of what sent a reading; nil for one that the survey didn't hear.
  func index(of reading: WiFiReading) -> Int? {
    indices[RadioMap.Sender(reading)] ?? indices[RadioMap.Sender(wholeAddressOf: reading)]
  }

  /// Whether a sender is a beacon.
  func isBeacon(_ sender: Int) -> Bool { isBeacon[sender] }

  /// The window of a sender on a plane; nil where it isn't heard.
  @inline(__always)
  func window(_ sender: Int, plane: Int) -> Window? {
    let number = windowIndices[sender &* planeCount &+ plane]
    return number < 0 ? nil : windows[Int(number)]
  }
}
