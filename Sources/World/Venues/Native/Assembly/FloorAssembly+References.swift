import Documents
import Geometry
import Maps

/// Resolution of level references.
extension FloorAssembly {
  /// Resolves a level reference to an index; reports an error and returns nil if there is no such
  /// level.
  ///
  /// `name` is the referenced building, `within` the index of the enclosing one. `what` names the
  /// object in messages.
  func level(
    _ reference: LevelReference, building name: String?, within: Int?, of what: String,
    at place: SourcePosition, _ context: inout AssemblyContext
  ) -> Int? {
    guard let building = building(name, within: within, of: what, at: place, &context) else {
      return nil
    }
    let range = levelRanges[building]
    let found = range.first { number in
      switch reference {
      case .ordinal(let ordinal): levels[number].ordinal == ordinal
      case .name(let name): levels[number].shortName == name
      }
    }
    if let found { return found }
    let known = range.prefix(12).map { "\(levels[$0].ordinal) ('\(levels[$0].shortName)')" }
    let suggestion: String? =
      if case .name(let name) = reference {
        nearestName(to: name, among: range.map { levels[$0].shortName })
      } else { nil }
    context.findings.error(
      "\(what) is on level \(reference), which building '\(buildings[building].name)' lacks; it has "
        + known.joined(separator: ", ") + (range.count > 12 ? ", ..." : ""), at: place,
      suggestion: suggestion)
    return nil
  }

  /// The index of a building with levels; the only one if no name is given.
  func building(
    _ name: String?, within: Int?, of what: String, at place: SourcePosition,
    _ context: inout AssemblyContext
  ) -> Int? {
    if let name {
      if let building = buildingsByName[name] { return building }
      context.findings.error(
        "\(what) is in building '\(name)', but no building with levels has that name", at: place,
        suggestion: nearestName(to: name, among: buildingsByName.keys.sorted()))
      return nil
    }
    if let within { return within }
    let entered = levelRanges.indices.filter { !levelRanges[$0].isEmpty }
    if entered.count == 1 { return entered[0] }
    context.findings.error(
      entered.isEmpty
        ? "\(what) is on a level, but no building has levels"
        : "\(what) is on a level, but several buildings have levels; give 'building'",
      at: place)
    return nil
  }

  /// Resolves an optional level reference; without one, the object is outdoors.
  ///
  /// - Returns: Nil after an error; else the level's index, or nil for outdoors.
  func optionalLevel(
    _ reference: LevelReference?, building name: String?, of what: String, at place: SourcePosition,
    _ context: inout AssemblyContext
  ) -> Int?? {
    guard let reference else {
      guard name == nil else {
        context.findings.error("\(what) has a 'building' but no 'level'", at: place)
        return .none
      }
      return .some(nil)
    }
    guard let level = level(reference, building: name, within: nil, of: what, at: place, &context)
    else {
      return .none
    }
    return .some(level)
  }

  /// The level indices of a list of references; nil after an error, which is reported.
  func resolve(
    _ references: [LevelReference], building name: String?, within: Int?, of what: String,
    at place: SourcePosition, _ context: inout AssemblyContext
  ) -> [Int]? {
    guard let building = building(name, within: within, of: what, at: place, &context) else {
      return nil
    }
    let range = levelRanges[building]
    var numbers: [Int] = []
    for reference in references {
      if case .name(let text) = reference,
        !range.contains(where: { levels[$0].shortName == text })
      {
        if text == "all" {
          numbers += range
          continue
        }
        if let ordinals = ordinalRange(text) {
          let found = range.filter { ordinals.contains(levels[$0].ordinal) }
          guard found.count >= 1 else {
            context.findings.error("\(what) serves levels \(text), none of which exists", at: place)
            return nil
          }
          numbers += found
          continue
        }
      }
      guard
        let number = level(reference, building: name, within: within, of: what, at: place, &context)
      else { return nil }
      numbers.append(number)
    }
    guard Set(numbers).count == numbers.count else {
      context.findings.error("\(what) serves a level twice", at: place)
      return nil
    }
    return numbers.sorted()
  }

  /// Parses `-1..6`.
  private func ordinalRange(_ text: String) -> ClosedRange<Int>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    guard let low = Int(text[..<dots.lowerBound]), let high = Int(text[dots.upperBound...]),
      low <= high
    else { return nil }
    return low...high
  }

  /// The spots of explicit stops; nil after an error, which is reported.
  func resolve(
    _ stops: [StopEntry], shift: Vec2, _ placement: DrawingTransform, building: String?,
    within: Int?,
    of what: String, _ context: inout AssemblyContext
  ) -> [Spot]? {
    var spots: [Spot] = []
    for stop in stops {
      let point = placement(stop.at + shift)
      guard context.isWithinReach(point, of: what, at: stop.place),
        let level = level(
          stop.level, building: stop.building ?? building, within: within, of: what,
          at: stop.place, &context)
      else { return nil }
      spots.append(Spot(point, level: level))
    }
    return spots
  }
}
