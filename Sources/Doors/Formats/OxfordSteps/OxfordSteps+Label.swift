extension OxfordSteps {
  /// Where the phone is carried.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case inHand = "InHand"
    case swingingArm = "SwingingArm"
    case frontPocket = "FrontPocket"
    case backPocket = "BackPocket"
    /// A bag.
    case purse = "Purse"
    case neckPouch = "NeckPouch"
    case armband = "Armband"

    /// The position that a name tells, in any case and as either part of the data set calls it.
    public init?(name: some StringProtocol) {
      let plain = name.lowercased()
      let known = ["hand": "inhand", "bag": "purse"][plain] ?? plain
      guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == known }) else {
        return nil
      }
      self = found
    }
  }

  /// What the name of a folder tells of it.
  public struct Label: Hashable, Sendable {
    /// The phone's make, such as `Pixel`.
    public var phone: String
    /// The person's name.
    public var person: String
    /// The floor, such as `Hard`.
    public var floor: String
    /// Where the phone is carried.
    public var position: Position
    /// The number of the walk.
    public var number: Int

    /// Reads the end of a path such as `optimisation/Pixel_Jamie_Hard_InHand_1`; nil for others.
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
