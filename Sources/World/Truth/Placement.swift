/// The carrying position of a phone.
public enum Placement: String, CaseIterable, Sendable {
  /// Upright at the waist, screen to the body: the gait statistics were measured there.
  case waist
  case frontPocket = "front_pocket"
  case backPocket = "back_pocket"
  case upperArm = "upper_arm"
  /// In a hand that hangs and swings.
  case handSwinging = "hand_swinging"
  /// In a hand, held up for reading and writing.
  case handTexting = "hand_texting"
  case bag
  /// On a table, screen up; it stays there when its owner leaves.
  case table
  /// On a car's dashboard, in its cup holder, or in a mount on dashboard or handlebar.
  case dash
  case cupHolder = "cup_holder"
  case mount
  /// On a vehicle's roof, as an antenna with a magnet is.
  case roof

  /// True if the phone is on its owner's body, and so moves with it.
  public var isOnBody: Bool {
    switch self {
    case .table, .dash, .cupHolder, .mount, .roof: false
    default: true
    }
  }

  /// True if the phone is fixed to a vehicle.
  public var isInVehicle: Bool {
    switch self {
    case .dash, .cupHolder, .mount, .roof: true
    default: false
    }
  }

  /// Height above the owner's floor, in m, standing or walking; estimates for people of 1.7 m.
  public var heightMetres: Double {
    switch self {
    case .waist: 1.0
    case .frontPocket: 0.8
    case .backPocket: 0.9
    case .upperArm: 1.3
    case .handSwinging: 0.75
    case .handTexting: 1.2
    case .bag: 0.9
    case .table: 0.75
    case .dash, .mount: 1.0
    case .cupHolder: 0.6
    case .roof: 1.5
    }
  }
}
