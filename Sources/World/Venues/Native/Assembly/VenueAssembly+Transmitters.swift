import Documents
import Geometry
import Maps
import Observations

extension VenueAssembly {
  /// Adds the transmitters, places and regions that stand at the top of the file.
  mutating func addTransmittersAndPlaces() {
    for entry in file.accessPoints {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        let level = assembly.optionalLevel(
          entry.level, building: entry.building,
          of: "access point '\(scope.expand(entry.name))'", at: entry.place)
        guard case .some(let level) = level else { return }
        assembly.add(entry, at: assembly.drawing(entry.at + shift), level: level, scope)
      }
    }
    for entry in file.beacons {
      each(entry.repetition, in: outermost) { assembly, shift, scope, counter in
        let level = assembly.optionalLevel(
          entry.level, building: entry.building, of: "beacon '\(scope.expand(entry.name))'",
          at: entry.place)
        guard case .some(let level) = level else { return }
        assembly.add(
          entry, at: assembly.drawing(entry.at + shift), level: level, scope, counter.index)
      }
    }
    for entry in file.cells {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        assembly.add(entry, at: assembly.drawing(entry.at + shift), scope)
      }
    }
    for entry in file.places {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        let level = assembly.optionalLevel(
          entry.level, building: entry.building, of: "place '\(scope.expand(entry.name))'",
          at: entry.place)
        guard case .some(let level) = level else { return }
        assembly.add(entry, at: assembly.drawing(entry.at + shift), level: level, scope)
      }
    }
    addRegions()
    if !file.isImported { addRoomPlaces() }
  }

  private mutating func addRegions() {
    var names: Set<String> = []
    for entry in file.regions {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        let name = scope.expand(entry.name)
        let what = "region '\(name)'"
        let level = assembly.optionalLevel(
          entry.level, building: entry.building, of: what, at: entry.place)
        guard case .some(let level) = level else { return }
        let center = assembly.drawing(entry.at + shift)
        guard assembly.isWithinReach(center, of: what, at: entry.place) else { return }
        if !names.insert(name).inserted {
          assembly.findings.error("two regions are called '\(name)'", at: entry.place)
        }
        assembly.regions.append(
          Region(name: name, center: center, radiusMetres: entry.radius, level: level))
      }
    }
  }

  /// Notes a transmitter's name; reports it if another has it.
  private mutating func take(_ name: String, _ kind: String, at place: SourcePlace) {
    if !transmitterNames.insert("\(kind) \(name)").inserted {
      findings.error(
        "two \(kind)s are called '\(name)'; names of what repeats need {n}, or {level}", at: place)
    }
  }

  /// Adds an access point.
  mutating func add(_ entry: AccessPointEntry, at point: Vec2, level: Int?, _ scope: NameScope) {
    let name = scope.expand(entry.name)
    take(name, "access point", at: entry.place)
    guard isWithinReach(point, of: "access point '\(name)'", at: entry.place) else { return }
    let usual = level.map { min(2.7, levels[$0].heightMetres) } ?? 2.7
    let height = entry.height ?? usual
    checkStanding("access point '\(name)'", point, height: height, level, at: entry.place)
    let floor = level.map { levels[$0].elevationMetres } ?? 0
    accessPoints.append(
      AccessPoint(
        name: name, position: Vec3(point, floor + height), level: level,
        radios: entry.makeRadios(name: name, venue: file.name, ssids: file.ssids)))
  }

  /// Adds a beacon; repeats count its minor up, and repeated storeys its major.
  mutating func add(
    _ entry: BeaconEntry, at point: Vec2, level: Int?, _ scope: NameScope, _ index: Int,
    storey: Int = 0
  ) {
    let name = scope.expand(entry.name)
    take(name, "beacon", at: entry.place)
    guard isWithinReach(point, of: "beacon '\(name)'", at: entry.place) else { return }
    guard let uuid = entry.uuid ?? file.beaconUUID else {
      findings.error(
        "beacon '\(name)' needs a 'uuid', or the venue a 'beacon_uuid'", at: entry.place)
      return
    }
    guard let minor = UInt16(exactly: entry.minor + index),
      let major = UInt16(exactly: entry.major + storey)
    else {
      findings.error(
        "beacon '\(name)' would have a major or minor above 65535", at: entry.place)
      return
    }
    checkStanding("beacon '\(name)'", point, height: entry.height, level, at: entry.place)
    let floor = level.map { levels[$0].elevationMetres } ?? 0
    beacons.append(
      Beacon(
        name: name,
        identity: BeaconIdentity(uuid: uuid, major: major, minor: minor),
        position: Vec3(point, floor + entry.height), level: level,
        measuredPowerDecibelMilliwatts: entry.measuredPower,
        truePowerDecibelMilliwatts: entry.truePower ?? entry.measuredPower,
        intervalSeconds: entry.interval))
  }

  private mutating func add(_ entry: CellEntry, at point: Vec2, _ scope: NameScope) {
    let name = scope.expand(entry.name)
    take(name, "cell", at: entry.place)
    guard isWithinReach(point, of: "cell '\(name)'", at: entry.place) else { return }
    cellSites.append(
      CellSite(
        name: name, position: Vec3(point, entry.height), technology: entry.technology,
        countryCode: entry.country, networkCode: entry.network, areaCode: entry.area,
        powerDecibelMilliwatts: entry.power, frequencyMegahertz: entry.frequency / 1e6,
        sectors: entry.makeSectors(name: name, venue: file.name, turn: drawing.angle)))
  }

  /// Adds a place with a name.
  mutating func add(_ entry: PlaceEntry, at point: Vec2, level: Int?, _ scope: NameScope) {
    let name = scope.expand(entry.name)
    if !placeNames.insert(name).inserted {
      findings.doubt(
        "two places are called '\(name)'; names of what repeats need {n}, or {level}",
        at: entry.place)
    }
    guard isWithinReach(point, of: "place '\(name)'", at: entry.place) else { return }
    if let level, !levels[level].outline.isEmpty, !levels[level].covers(point) {
      findings.doubt(
        "place '\(name)' is off the floor of level \(levels[level].ordinal)", at: entry.place)
    }
    places.append(NamedPlace(name: name, spot: Spot(point, level: level)))
  }

  /// Checks that a thing of a level is within it; on its outer wall will do.
  private mutating func checkStanding(
    _ what: String, _ point: Vec2, height: Double, _ level: Int?, at place: SourcePlace
  ) {
    guard let level else { return }
    let floor = levels[level]
    if !floor.outline.isEmpty,
      !floor.outline.contains(where: { $0.signedDistance(to: point) <= 0.5 })
    {
      findings.doubt(
        "\(what) at \(shown(point)) is outside the outline of level \(floor.ordinal) "
          + "('\(floor.shortName)'); move it, or name its level", at: place)
    }
    if height < 0 || height > floor.heightMetres + 0.5 {
      findings.doubt(
        "\(what) is \(shown(height)) m above the floor, but level \(floor.ordinal) is "
          + "\(shown(floor.heightMetres)) m high", at: place)
    }
  }
}
