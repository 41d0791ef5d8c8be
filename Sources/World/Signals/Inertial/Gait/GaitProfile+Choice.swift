import Truth

extension GaitProfile {
  /// The number of activities times placements.
  static let cycleCount = 4 * places
  /// More than the on-body placements; draws are addressed by it, so it stays if placements are added.
  private static let places = 11

  /// The index of the cycle of an activity and a placement; nil if the gait doesn't move the phone.
  @inline(__always)
  static func number(_ doing: Doing, _ placement: Placement) -> Int? {
    let way: Int
    switch doing {
    case .walking: way = 0
    case .running: way = 1
    case .stairsUp: way = 2
    case .stairsDown: way = 3
    default: return nil
    }
    guard let place = carried(placement) else { return nil }
    return way * places + place
  }

  @inline(__always)
  private static func carried(_ placement: Placement) -> Int? {
    switch placement {
    case .waist: 0
    case .frontPocket: 1
    case .backPocket: 2
    case .upperArm: 3
    case .handSwinging: 4
    case .handTexting: 5
    case .bag: 6
    case .table, .dash, .cupHolder, .mount, .roof: nil
    }
  }

  /// The typical person's profile for an activity on foot and an on-body placement.
  static func of(_ doing: Doing, _ placement: Placement) -> GaitProfile {
    switch doing {
    case .running: running(placement)
    case .stairsUp: stairsUp(placement)
    case .stairsDown: stairsDown(placement)
    default: walking(placement)
    }
  }

  static func walking(_ placement: Placement) -> GaitProfile {
    switch placement {
    case .frontPocket: .walkingFrontPocket
    case .backPocket: .walkingBackPocket
    case .upperArm: .walkingUpperArm
    case .handSwinging: .walkingHandSwinging
    case .handTexting: .walkingHandTexting
    case .bag: .walkingBag
    default: .walkingWaist
    }
  }
}
