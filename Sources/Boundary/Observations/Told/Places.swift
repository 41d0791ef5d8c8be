/// A place with its name, as a search for an address finds it.
public struct Placemark: Hashable, Sendable {
  /// The address that was looked for; nil if a place was, and its name is the answer.
  public var query: String?
  /// What it is called, from the least part of the address to the greatest.
  public var name: String
  /// Where it is.
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

/// A building of a site with its levels, as a floor picker lists them.
public struct FacilityLevels: Hashable, Sendable {
  /// A level.
  public struct Level: Hashable, Sendable {
    /// What signs say.
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
  /// Its levels, the lowest first.
  public var levels: [Level]

  /// Creates a list.
  public init(site: String, facility: String, levels: [Level]) {
    self.site = site
    self.facility = facility
    self.levels = levels
  }
}
