/// A named position, the result of geocoding.
public struct Placemark: Hashable, Sendable {
  /// The searched address; nil for reverse geocoding, whose result is the name.
  public var query: String?
  /// The name, from the most to the least specific part of the address.
  public var name: String
  /// The position.
  public var coordinate: Coordinate
  /// The floor, counted from the ground floor; nil outdoors.
  public var floor: Int?

  /// Creates a placemark.
  public init(query: String?, name: String, coordinate: Coordinate, floor: Int? = nil) {
    self.query = query
    self.name = name
    self.coordinate = coordinate
    self.floor = floor
  }
}

/// A building of a site with its levels, for a floor picker.
public struct FacilityLevels: Hashable, Sendable {
  /// A level.
  public struct NamedLevel: Hashable, Sendable {
    /// The name on signs.
    public var name: String
    /// The vertical order: 0 for the ground floor.
    public var verticalOrder: Int

    /// Creates a level.
    public init(name: String, verticalOrder: Int) {
      self.name = name
      self.verticalOrder = verticalOrder
    }
  }

  /// The site's name.
  public var site: String
  /// The building's name.
  public var facility: String
  /// The levels, lowest first.
  public var levels: [NamedLevel]

  /// Creates a list of levels.
  public init(site: String, facility: String, levels: [NamedLevel]) {
    self.site = site
    self.facility = facility
    self.levels = levels
  }
}
