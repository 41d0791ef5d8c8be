import Geometry
import Maps
import Observations

/// Radio map in a layout for fast interpolation of a transmitter's level at a point.
struct RadioField: Sendable {
  /// A window of a plane's grid.
  struct GridWindow: Sendable {
    /// South-western corner, in m in the map's frame.
    var x, y: Double
    /// Grid points per metre.
    var perMetre: Double
    var columns, rows, start: Int32
    /// Position of the strongest level, in m.
    var peak = Vec2.zero
  }

  /// Level, in dBm, and variance, in dB², assumed where the survey has no signal.
  let silence, silentVariance: Float
  /// Distance added to that of a transmitter in the body loss, in m.
  let bearingSoftening: Float
  /// Level above which a transmitter is nearly always received, in dBm, and the decline below, in
  /// dB.
  ///
  /// At `receivedSpread` below, reception falls by the square root of e.
  let surelyReceived, receivedSpread: Float
  /// Residual above which a reading counts less, in sigmas.
  let robustFrom: Float

  let planeCount: Int
  private let indices: [RadioMap.Sender: Int]
  private let isBeacon: [Bool]
  /// Window index of each transmitter on each plane, transmitter by transmitter; -1 for none.
  private let windowIndices: [Int32]
  private let windows: [GridWindow]
  /// Packed level and uncertainty of each cell, interleaved for cache locality.
  let cells: [SIMD2<UInt8>]

  /// Lays out a map.
  init(_ map: RadioMap, on plan: IndoorPlan, _ radio: IndoorRadioParameters) {
    (silence, silentVariance) = (radio.silence, radio.silentVariance)
    (surelyReceived, receivedSpread) = (radio.surelyReceived, radio.receivedSpread)
    (bearingSoftening, robustFrom) = (radio.bearingSoftening, radio.robustFrom)
    planeCount = map.planes.count
    var indices: [RadioMap.Sender: Int] = [:]
    for (number, sender) in map.senders.enumerated() { indices[sender] = number }
    self.indices = indices
    isBeacon = map.senders.map { if case .beacon = $0 { true } else { false } }
    var windowIndices = [Int32](repeating: -1, count: map.senders.count * map.planes.count)
    var windows: [GridWindow] = []
    for field in map.fields where map.planes.indices.contains(field.plane) {
      let plane = map.planes[field.plane]
      let corner = plane.point(column: field.column, row: field.row)
      windowIndices[field.sender * map.planes.count + field.plane] = Int32(windows.count)
      windows.append(
        GridWindow(
          x: corner.x, y: corner.y, perMetre: 1 / plane.spacing, columns: Int32(field.columns),
          rows: Int32(field.rows), start: Int32(field.start)))
    }
    self.windowIndices = windowIndices
    for (number, field) in map.fields.enumerated() where windows.indices.contains(number) {
      let values = map.levels[field.start..<field.start + field.columns * field.rows]
      guard let strongest = values.max(), let maximum = values.firstIndex(of: strongest) else {
        continue
      }
      let index = maximum - field.start
      let step = 1 / windows[number].perMetre
      windows[number].peak = Vec2(
        windows[number].x + step * Double(index % field.columns),
        windows[number].y + step * Double(index / field.columns))
    }
    self.windows = windows
    // Cells are read in pairs, so one more is needed at the end.
    var cells = [SIMD2<UInt8>](repeating: .zero, count: map.levels.count + 1)
    for (cell, packed) in zip(map.levels, map.sigmas).enumerated() {
      cells[cell] = SIMD2(packed.0, packed.1)
    }
    for field in map.fields where map.planes.indices.contains(field.plane) {
      let plane = plan.planes[field.plane]
      guard plane.ordinal != nil, !plane.raster.isKnown else { continue }
      Self.end(field, of: map, radio, in: &cells)
    }
    self.cells = cells
  }

  /// Sets cells outside the survey and beyond the surveyors' reception to no signal.
  ///
  /// Used on levels without a floor plan, where otherwise particles drift into areas that the
  /// survey does not contradict (IPIN 2023, track 3; UJIIndoorLoc).
  private static func end(
    _ field: RadioMap.CoverageWindow, of map: RadioMap, _ radio: IndoorRadioParameters,
    in cells: inout [SIMD2<UInt8>]
  ) {
    let faintest = packed(Double(radio.surveyFloor))
    let silent = SIMD2(
      packed(Double(radio.silence)),
      UInt8(Double(radio.silentVariance).squareRoot() / RadioMap.sigmaStep))
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

  /// Returns the rows and columns of a field's window.
  private static func places(
    of field: RadioMap.CoverageWindow
  ) -> some Sequence<(row: Int, column: Int)> {
    (0..<field.rows).lazy.flatMap { row in
      (0..<field.columns).lazy.map { (row: row, column: $0) }
    }
  }

  /// Returns a level as the map packs it.
  private static func packed(_ level: Double) -> UInt8 {
    UInt8(max(0, min(255, (level - RadioMap.minLevel) * 2)))
  }
  /// Packed level and uncertainty of a cell where not even silence is expected.
  private static let nothing = SIMD2<UInt8>(0, 100)

  /// Returns the index of a transmitter; nil if the survey lacks it.
  func index(of sender: RadioMap.Sender) -> Int? { indices[sender] }

  /// Returns the index of a reading's transmitter; nil if the survey lacks it.
  func index(of reading: WiFiReading) -> Int? {
    indices[RadioMap.Sender(reading)] ?? indices[RadioMap.Sender(wholeAddressOf: reading)]
  }

  /// True if a transmitter is a beacon.
  func isBeacon(_ sender: Int) -> Bool { isBeacon[sender] }

  /// Returns the window of a transmitter on a plane; nil if there is none.
  @inline(__always)
  func window(_ sender: Int, plane: Int) -> GridWindow? {
    let number = windowIndices[sender &* planeCount &+ plane]
    return number < 0 ? nil : windows[Int(number)]
  }
}
