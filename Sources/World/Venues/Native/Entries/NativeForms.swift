import Documents
import Geometry
import Maps
import Observations

/// A reference to a level in a file.
enum LevelReference: Hashable, Sendable, CustomStringConvertible {
  /// A bare number.
  case ordinal(Int)
  /// Text: a short name or, in lists, `all` or `0..4`.
  case name(String)

  var description: String {
    switch self {
    case .ordinal(let ordinal): "\(ordinal)"
    case .name(let name): "'\(name)'"
    }
  }
}

/// A level by its ordinal, a bare number, or by its short name, in quotes if it looks like a
/// number.
struct LevelReferenceForm: DocumentForm {
  var expectation: String { "a level: its ordinal such as 0, or its name such as 'G'" }
  var placeholder: LevelReference { .ordinal(0) }

  func read(_ node: Node, in context: DecodingContext) -> LevelReference? {
    switch node.scalar {
    case .int(let value)? where (-50...200).contains(value): return .ordinal(Int(value))
    case .number(let value)?:
      if let whole = Int(exactly: value), (-50...200).contains(whole) { return .ordinal(whole) }
    case .text(let text)? where !text.isEmpty: return .name(text)
    default: break
    }
    context.reportMismatch(expected: expectation, at: node)
    return nil
  }

  func schema(in builder: SchemaBuilder) -> JSONValue {
    [
      "anyOf": [
        ["type": "integer", "minimum": -50, "maximum": 200], ["type": "string", "minLength": 1],
      ]
    ]
  }
}

/// The levels of an object: a list, one level, `all`, or a range of ordinals such as `-1..6`.
let levelsForm = LevelReferenceForm().or(
  .list(LevelReferenceForm(), count: 1...300), scalar: { [$0] }, collection: { $0 })

/// A hardware address as text, such as `b4:5d:50:00:10:20`.
let hardwareAddressForm = TextForm(
  "a hardware address", pattern: "^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$",
  example: "b4:5d:50:00:10:20", accepts: { HardwareAddress($0) != nil }
).map(placeholder: HardwareAddress(0)) { text throws(DocumentFormError) in
  guard let address = HardwareAddress(text) else {
    throw DocumentFormError("not a hardware address")
  }
  return address
}

/// A compass bearing: 0 deg is up the drawing, 90 deg to its right.
let bearingForm: QuantityForm = .quantity(.angle, .between(-2 * .pi, 2 * .pi))

/// The direction of a bearing, in radians anticlockwise from the drawing's x axis.
func direction(ofBearing bearing: Double) -> Double { .pi / 2 - bearing }

/// The sides of a room on the drawing, with north up.
enum Side: String, CaseIterable, Sendable {
  case north, east, south, west

  /// The outward normal of the side.
  var outward: Vec2 {
    switch self {
    case .north: Vec2(0, 1)
    case .east: Vec2(1, 0)
    case .south: Vec2(0, -1)
    case .west: Vec2(-1, 0)
    }
  }

  /// The side whose outward normal is nearest to a vector.
  init(facing vector: Vec2) {
    if abs(vector.y) >= abs(vector.x) {
      self = vector.y >= 0 ? .north : .south
    } else {
      self = vector.x >= 0 ? .east : .west
    }
  }
}

/// The material of a room's or a level's wall, or no wall.
enum WallChoice: String, CaseIterable, Sendable {
  case plasterboard, glass, wood, brick, concrete
  case coatedGlass = "coated_glass"
  case reinforced, metal, railing
  /// No wall.
  case open

  /// Nil for no wall.
  var material: Material? { Material(rawValue: rawValue) }
}
