public import Maps

/// Sites, facilities and levels for a floor picker.
public struct FloorDirectory: Sendable {
  /// A level in a floor picker.
  public struct Entry: Hashable, Sendable {
    /// Index of the level in the map, its identifier.
    public var levelID: Int
    /// Name on signs.
    public var name: String
    /// Vertical order: 0 for the ground floor, counted, not labelled.
    public var verticalOrder: Int
  }

  /// A building with levels.
  public struct Facility: Hashable, Sendable {
    /// Index of the building in the map.
    public var number: Int
    public var name: String
    /// Levels, lowest first.
    public var levels: [Entry]
  }

  /// A venue with its facilities.
  public struct Site: Hashable, Sendable {
    public var name: String
    public var facilities: [Facility]
  }

  public let site: Site

  /// Lists the levels of a map.
  public init(_ map: VenueMap) {
    let numbers = Set(map.levels.map(\.building)).sorted()
    site = Site(
      name: map.name,
      facilities: numbers.map { number in
        let levels = map.levels.indices.filter { map.levels[$0].building == number }
          .sorted { map.levels[$0].ordinal < map.levels[$1].ordinal }
        return Facility(
          number: number,
          name: map.buildings.indices.contains(number) ? map.buildings[number].name : "",
          levels: levels.map {
            Entry(
              levelID: $0, name: map.levels[$0].shortName,
              verticalOrder: map.levels[$0].ordinal)
          })
      })
  }

  /// Returns the identifier of a facility's level by its vertical order; nil if there is none.
  public func levelID(verticalOrder: Int, facility: Int = 0) -> Int? {
    site.facilities.first { $0.number == facility }?.levels
      .first { $0.verticalOrder == verticalOrder }?.levelID
  }
}
