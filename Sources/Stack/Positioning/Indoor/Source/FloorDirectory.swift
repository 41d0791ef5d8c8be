public import Maps

/// Sites, facilities and levels for a floor picker, and which level a location's floor is.
public struct FloorDirectory: Sendable {
  /// A level, as a picker lists it.
  public struct Entry: Hashable, Sendable {
    /// The level's number in the map: its identifier.
    public var levelID: Int
    /// What signs say.
    public var name: String
    /// The vertical order: 0 for the ground floor, counted, not labelled.
    public var verticalOrder: Int
  }

  /// A building that has levels.
  public struct Facility: Hashable, Sendable {
    /// The building's number in the map.
    public var number: Int
    public var name: String
    /// Its levels from the lowest.
    public var levels: [Entry]
  }

  /// A place with its facilities.
  public struct Site: Hashable, Sendable {
    public var name: String
    public var facilities: [Facility]
  }

  /// The site of the map.
  public let site: Site

  /// Lists a map's levels.
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

  /// The identifier of a facility's level by its vertical order; nil if it has none such.
  public func levelID(verticalOrder: Int, facility: Int = 0) -> Int? {
    site.facilities.first { $0.number == facility }?.levels
      .first { $0.verticalOrder == verticalOrder }?.levelID
  }
}
