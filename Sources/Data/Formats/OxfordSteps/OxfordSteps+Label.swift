extension OxfordSteps {
  /// Carrying position of the phone.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case inHand = "InHand"
    case swingingArm = "SwingingArm"
    case frontPocket = "FrontPocket"
    case backPocket = "BackPocket"
    case purse = "Purse"
    case neckPouch = "NeckPouch"
    case armband = "Armband"

    /// Parses a position name, in any case and in the spelling of either part of the data set.
    public init?(name: some StringProtocol) {
      let plain = name.lowercased()
      let known = ["hand": "inhand", "bag": "purse"][plain] ?? plain
      guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == known }) else {
        return nil
      }
      self = found
    }
  }

  /// The attributes encoded in a folder's name.
  public struct Label: Hashable, Sendable {
    /// Make of the phone, such as `Pixel`.
    public var phone: String
    public var person: String
    /// Floor surface, such as `Hard`.
    public var floor: String
    public var position: Position
    /// Number of the walk.
    public var number: Int

    /// Parses the end of a path such as `optimisation/Pixel_Jamie_Hard_InHand_1`; nil for other paths.
    public init?(folder: String) {
      guard let name = folder.split(separator: "/").last else { return nil }
      let parts = name.split(separator: "_", omittingEmptySubsequences: false)
      guard parts.count == 5, parts.allSatisfy({ !$0.isEmpty }),
        let position = Position(name: parts[3]), let number = Int(parts[4])
      else { return nil }
      phone = String(parts[0])
      person = String(parts[1])
      floor = String(parts[2])
      self.position = position
      self.number = number
    }
  }
}
