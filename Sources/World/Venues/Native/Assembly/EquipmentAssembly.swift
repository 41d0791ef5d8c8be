import Documents
import Geometry
import Maps
import Observations

/// Assembly of the transmitters, named places and regions.
struct EquipmentAssembly {
  private(set) var accessPoints: [AccessPoint] = []
  private(set) var beacons: [Beacon] = []
  private(set) var cellSites: [CellSite] = []
  private(set) var regions: [Region] = []
  var places: [NamedPlace] = []
  private(set) var placeNames = FirstUses()
  private var transmitterNames = FirstUses()

  /// Adds the transmitters, places and regions at the top level of the file.
  mutating func add(
    _ floors: FloorAssembly, _ context: inout AssemblyContext
  ) {
    for entry in context.file.accessPoints {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        let level = floors.optionalLevel(
          entry.level, building: entry.building,
          of: "access point '\(scope.expand(entry.name))'", at: entry.place, &context)
        guard case .some(let level) = level else { return }
        add(
          entry, at: context.drawing(entry.at + shift), level: level, floors.levels, scope, &context
        )
      }
    }
    for entry in context.file.beacons {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, counter in
        let level = floors.optionalLevel(
          entry.level, building: entry.building, of: "beacon '\(scope.expand(entry.name))'",
          at: entry.place, &context)
        guard case .some(let level) = level else { return }
        add(
          entry, at: context.drawing(entry.at + shift), level: level, floors.levels, scope,
          counter.index,
          &context)
      }
    }
    for entry in context.file.cells {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        add(entry, at: context.drawing(entry.at + shift), scope, &context)
      }
    }
    for entry in context.file.places {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        let level = floors.optionalLevel(
          entry.level, building: entry.building, of: "place '\(scope.expand(entry.name))'",
          at: entry.place, &context)
        guard case .some(let level) = level else { return }
        add(
          entry, at: context.drawing(entry.at + shift), level: level, floors.levels, scope, &context
        )
      }
    }
    addRegions(floors, &context)
    if !context.file.isImported { addRoomPlaces(floors.levels) }
  }

  private mutating func addRegions(_ floors: FloorAssembly, _ context: inout AssemblyContext) {
    var names = FirstUses()
    for entry in context.file.regions {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        let name = scope.expand(entry.name)
        let what = "region '\(name)'"
        let level = floors.optionalLevel(
          entry.level, building: entry.building, of: what, at: entry.place, &context)
        guard case .some(let level) = level else { return }
        let center = context.drawing(entry.at + shift)
        guard context.isWithinReach(center, of: what, at: entry.place) else { return }
        if let first = names.again(name, at: entry.place) {
          context.findings.error("two regions are called '\(name)'\(first)", at: entry.place)
        }
        regions.append(
          Region(name: name, center: center, radiusMetres: entry.radius, level: level))
      }
    }
  }

  /// Records a transmitter's name; reports an error if it is taken.
  private mutating func take(
    _ name: String, _ kind: String, at place: SourcePosition, _ context: inout AssemblyContext
  ) {
    if let first = transmitterNames.again("\(kind) \(name)", at: place) {
      context.findings.error(
        "two \(kind)s are called '\(name)'\(first); names of repeated entries need {n}, or {level}",
        at: place)
    }
  }

  mutating func add(
    _ entry: AccessPointEntry, at point: Vec2, level: Int?, _ levels: [Level], _ scope: NameScope,
    _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    take(name, "access point", at: entry.place, &context)
    guard context.isWithinReach(point, of: "access point '\(name)'", at: entry.place) else {
      return
    }
    let usual = level.map { min(2.7, levels[$0].heightMetres) } ?? 2.7
    let height = entry.height ?? usual
    checkStanding(
      "access point '\(name)'", point, height: height, level.map { levels[$0] }, at: entry.place,
      &context)
    let floor = level.map { levels[$0].elevationMetres } ?? 0
    accessPoints.append(
      AccessPoint(
        name: name, position: Vec3(point, floor + height), level: level,
        radios: entry.makeRadios(name: name, venue: context.file.name, ssids: context.file.ssids)))
  }

  /// Adds a beacon; repeats increment its minor number, and repeated storeys its major number.
  mutating func add(
    _ entry: BeaconEntry, at point: Vec2, level: Int?, _ levels: [Level], _ scope: NameScope,
    _ index: Int,
    storey: Int = 0, _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    take(name, "beacon", at: entry.place, &context)
    guard context.isWithinReach(point, of: "beacon '\(name)'", at: entry.place) else { return }
    guard let uuid = entry.uuid ?? context.file.beaconUUID else {
      context.findings.error(
        "beacon '\(name)' needs a 'uuid', or the venue a 'beacon_uuid'", at: entry.place)
      return
    }
    guard let minor = UInt16(exactly: entry.minor + index),
      let major = UInt16(exactly: entry.major + storey)
    else {
      context.findings.error(
        "beacon '\(name)' would have a major or minor above 65535", at: entry.place)
      return
    }
    checkStanding(
      "beacon '\(name)'", point, height: entry.height, level.map { levels[$0] }, at: entry.place,
      &context)
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

  private mutating func add(
    _ entry: CellEntry, at point: Vec2, _ scope: NameScope, _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    take(name, "cell", at: entry.place, &context)
    guard context.isWithinReach(point, of: "cell '\(name)'", at: entry.place) else { return }
    cellSites.append(
      CellSite(
        name: name, position: Vec3(point, entry.height), technology: entry.technology,
        countryCode: entry.country, networkCode: entry.network, areaCode: entry.area,
        powerDecibelMilliwatts: entry.power, frequencyMegahertz: entry.frequency / 1e6,
        sectors: entry.makeSectors(
          name: name, venue: context.file.name, turn: context.drawing.angle)))
  }

  mutating func add(
    _ entry: PlaceEntry, at point: Vec2, level: Int?, _ levels: [Level], _ scope: NameScope,
    _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    if let first = placeNames.again(name, at: entry.place) {
      context.findings.warn(
        "two places are called '\(name)'\(first); names of repeated entries need {n}, or {level}",
        at: entry.place)
    }
    guard context.isWithinReach(point, of: "place '\(name)'", at: entry.place) else { return }
    if let level, !levels[level].outline.isEmpty, !levels[level].covers(point) {
      context.findings.warn(
        "place '\(name)' is off the floor of level \(levels[level].ordinal)", at: entry.place)
    }
    places.append(NamedPlace(name: name, spot: Spot(point, level: level)))
  }

  /// Reports an object outside its level; a position on the outer wall is accepted.
  private func checkStanding(
    _ what: String, _ point: Vec2, height: Double, _ floor: Level?, at place: SourcePosition,
    _ context: inout AssemblyContext
  ) {
    guard let floor else { return }
    if !floor.outline.isEmpty,
      !floor.outline.contains(where: { $0.signedDistance(to: point) <= 0.5 })
    {
      context.findings.warn(
        "\(what) at \(shown(point)) is outside the outline of level \(floor.ordinal) "
          + "('\(floor.shortName)'); move it, or name its level", at: place)
    }
    if height < 0 || height > floor.heightMetres + 0.5 {
      context.findings.warn(
        "\(what) is \(shown(height)) m above the floor, but level \(floor.ordinal) is "
          + "\(shown(floor.heightMetres)) m high", at: place)
    }
  }
}
