public import Truth

extension WISDM {
  /// Activities, by the letters of the data set.
  public enum Activity: String, CaseIterable, Hashable, Sendable {
    case walking = "A"
    case jogging = "B"
    case stairs = "C"
    case sitting = "D"
    case standing = "E"
    case typing = "F"
    case brushingTeeth = "G"
    case eatingSoup = "H"
    case eatingChips = "I"
    case eatingPasta = "J"
    case drinking = "K"
    case eatingSandwich = "L"
    case kicking = "M"
    case catching = "O"
    case dribbling = "P"
    case writing = "Q"
    case clapping = "R"
    case foldingClothes = "S"

    /// The corresponding ground truth activity; ball games are `other`.
    public var trueActivity: TrueActivity {
      switch self {
      case .walking, .stairs: .walking
      case .jogging: .running
      case .kicking, .catching, .dribbling: .other
      case .sitting, .standing, .typing, .brushingTeeth, .eatingSoup, .eatingChips, .eatingPasta,
        .drinking, .eatingSandwich, .writing, .clapping, .foldingClothes:
        .stationary
      }
    }
  }
}
