import Documents
import Geometry
import Scoring

extension SurveyPictures {
  /// The CSV with a row per surveyed point: coverage and expected accuracy.
  var accuracyTable: String {
    var csv = CSVWriter(columns: [
      "building", "level", "x_m", "y_m", "latitude_deg", "longitude_deg", "walkable", "coverage",
      "strongest_dbm", "radius_m",
    ])
    for plane in accuracy.planes {
      for case .some(let cell) in plane.cells {
        write(plane, cell.point, to: &csv)
        csv.field(cell.isWalkable)
        csv.field(cell.receivedCount)
        if let strongest = cell.strongest {
          csv.field(strongest, decimals: 1)
        } else {
          csv.emptyField()
        }
        csv.field(cell.radius, decimals: 2)
        csv.endRow()
      }
    }
    return String(decoding: csv.takeBytes(), as: UTF8.self)
  }

  /// The CSV with a row per advised beacon, in the order of selection.
  func beaconTable(_ advice: BeaconAdvice) -> String {
    var csv = CSVWriter(columns: [
      "building", "level", "x_m", "y_m", "latitude_deg", "longitude_deg", "ordinal",
      "share_within",
    ])
    for (number, choice) in advice.choices.enumerated() {
      write(accuracy.planes[choice.plane], choice.point, to: &csv)
      csv.field(number + 1)
      csv.field(choice.share, decimals: 4)
      csv.endRow()
    }
    return String(decoding: csv.takeBytes(), as: UTF8.self)
  }

  private func write(
    _ plane: ExpectedAccuracy.LevelAccuracy, _ point: Vec2, to csv: inout CSVWriter
  ) {
    let place = point - shift
    csv.field(plane.building)
    csv.field(plane.ordinal)
    csv.field(place.x, decimals: 2)
    csv.field(place.y, decimals: 2)
    if let geodetic = try? frame.geodetic(of: Vec3(place, 0)) {
      csv.field(geodetic.latitudeDegrees, decimals: 8)
      csv.field(geodetic.longitudeDegrees, decimals: 8)
    } else {
      csv.emptyField()
      csv.emptyField()
    }
  }
}

/// Table of the images' anchors, pixels with their positions, which makes the images floor plans
/// for ``FloorPlans``.
struct PlanTable {
  private var csv = CSVWriter(columns: [
    "picture", "floor", "width_px", "height_px", "latitude_deg", "longitude_deg", "x_px", "y_px",
  ])

  /// Adds the anchors of an image: the corners of its first map.
  mutating func add(_ name: String, floor: Int, _ sheet: SurveySheet, in frame: LocalFrame) {
    guard let box = sheet.panels.first?.canvas.box else { return }
    let corners = [
      box.minimum, Vec2(box.maximum.x, box.minimum.y), box.maximum,
      Vec2(box.minimum.x, box.maximum.y),
    ]
    for corner in corners {
      guard let place = try? frame.geodetic(of: Vec3(corner, 0)) else { continue }
      let pixel = sheet.pixel(of: corner)
      csv.field(name)
      csv.field(floor)
      csv.field(sheet.size.x, decimals: 1)
      csv.field(sheet.size.y, decimals: 1)
      csv.field(place.latitudeDegrees, decimals: 9)
      csv.field(place.longitudeDegrees, decimals: 9)
      csv.field(pixel.x, decimals: 2)
      csv.field(pixel.y, decimals: 2)
      csv.endRow()
    }
  }

  var text: String {
    var csv = csv
    return String(decoding: csv.takeBytes(), as: UTF8.self)
  }
}
