import Geometry
public import Maps

/// Search index of a map's names (geocoding and reverse geocoding).
///
/// It contains the named objects of the map: places, buildings, units of levels, car parks, bus
/// stops, and streets by the names of their roads, with their crossings. Maps have no house
/// numbers, postal codes or towns so far: an address is a place or a building, and a street.
public struct PlaceIndex: Sendable {
  /// Kind of a named object.
  public enum EntryKind: String, CaseIterable, Sendable {
    case place, building, unit, carPark, busStop, street, crossing
  }

  /// A named object.
  public struct Entry: Hashable, Sendable {
    public var kind: EntryKind
    /// Name in the map.
    public var name: String
    /// Position; for a street, its relevant part.
    public var spot: Spot
  }

  /// A search result.
  public struct SearchResult: Hashable, Sendable {
    public var entry: Entry
    /// Match quality, from 0 to 1.
    public var score: Double
    /// Distance from the search position, in m; nil without one.
    public var distanceMetres: Double?
  }

  let entries: [Entry]
  /// Distinct words of all names, and entries of each word.
  private var words: [[UInt32]] = []
  private var wordEntries: [[Int]] = []
  private var wordCounts: [Int] = []
  let streets: StreetNames
  let buildings: [Building]
  let levels: [Level]
  let carParks: [CarPark]
  let parameters: Parameters

  /// Creates an index of a map's names.
  public init(map: VenueMap, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    streets = StreetNames(map.roads)
    (buildings, levels, carParks) = (map.buildings, map.levels, map.roads.carParks)
    entries = Self.entries(of: map) + streets.entries
    var numbers: [[UInt32]: Int] = [:]
    for (number, entry) in entries.enumerated() {
      let own = PlaceText.words(entry.name)
      wordCounts.append(own.count)
      for word in own {
        let place = numbers[word] ?? words.count
        if place == words.count {
          numbers[word] = place
          words.append(word)
          wordEntries.append([])
        }
        if wordEntries[place].last != number { wordEntries[place].append(number) }
      }
    }
  }

  /// Searches entries by text.
  ///
  /// Words may be prefixes, abbreviated or slightly misspelt, and in any order. Results are sorted
  /// by score, then by distance, then by order in the map. Two streets joined by "and", "at" or "&"
  /// match their crossing.
  ///
  /// - Parameters:
  ///   - text: Text typed by the user.
  ///   - spot: Position of the user; nil if unknown.
  ///   - limit: Maximum number of results.
  /// - Returns: The results; empty for a text without a word.
  public func search(_ text: String, near spot: Spot? = nil, limit: Int = 10) -> [SearchResult] {
    let typed = PlaceText.words(text)
    guard !typed.isEmpty, limit > 0 else { return [] }
    var sums = [Double](repeating: 0, count: entries.count)
    for word in typed {
      var best: [Int: Double] = [:]
      for (number, known) in words.enumerated() {
        let likeness = PlaceText.likeness(word, known, by: parameters)
        guard likeness > 0 else { continue }
        for entry in wordEntries[number] { best[entry] = max(best[entry] ?? 0, likeness) }
      }
      for (entry, likeness) in best { sums[entry] += likeness }
    }
    var found: [(number: Int, result: SearchResult)] = []
    for (number, sum) in sums.enumerated() where sum > 0 {
      // Typed words must match; additional words cost little.
      let share = sum / Double(typed.count)
      guard share >= parameters.minShare else { continue }
      let rest = Double(max(0, wordCounts[number] - typed.count))
      let score = share * (1 - parameters.restCost * min(rest, parameters.maxRest))
      found.append((number, result(number, score: score, near: spot)))
    }
    found.sort { first, second in
      if first.result.score != second.result.score {
        return first.result.score > second.result.score
      }
      let (near, far) = (
        first.result.distanceMetres ?? 0, second.result.distanceMetres ?? 0
      )
      return near != far ? near < far : first.number < second.number
    }
    return found.prefix(limit).map(\.result)
  }

  private func result(_ number: Int, score: Double, near spot: Spot?) -> SearchResult {
    var entry = entries[number]
    guard let spot, spot.point.isFinite else { return SearchResult(entry: entry, score: score) }
    if entry.kind == .street {
      entry.spot.point = streets.nearest(onStreet: entry.name, to: spot.point) ?? entry.spot.point
    }
    let floors: Double = entry.spot.level == spot.level ? 0 : parameters.levelMetres
    return SearchResult(
      entry: entry, score: score,
      distanceMetres: entry.spot.point.distance(to: spot.point) + floors)
  }

  private static func entries(of map: VenueMap) -> [Entry] {
    var entries = map.places.map { Entry(kind: .place, name: $0.name, spot: $0.spot) }
    for building in map.buildings where !building.name.isEmpty {
      guard let shape = building.footprint.first else { continue }
      entries.append(Entry(kind: .building, name: building.name, spot: Spot(shape.centroid)))
    }
    for (number, level) in map.levels.enumerated() {
      entries += level.units.map { unit in
        Entry(kind: .unit, name: unit.name, spot: Spot(unit.shape.centroid, level: number))
      }
    }
    entries += map.roads.carParks.map {
      Entry(kind: .carPark, name: $0.name, spot: Spot($0.outline.centroid))
    }
    for line in map.roads.busLines {
      entries += line.stops.map { Entry(kind: .busStop, name: $0.name, spot: Spot($0.point)) }
    }
    return entries.filter { $0.spot.point.isFinite }
  }
}
