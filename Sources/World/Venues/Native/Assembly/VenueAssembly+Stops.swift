import Documents
import Geometry
import Maps

extension VenueAssembly {
  /// The numbers of the levels that a list means; nil if something is wrong, which is reported.
  mutating func resolve(
    _ references: [LevelReference], building name: String?, within: Int?, of what: String,
    at place: SourcePlace
  ) -> [Int]? {
    guard let building = building(name, within: within, of: what, at: place) else { return nil }
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
            findings.error("\(what) serves levels \(text), none of which exists", at: place)
            return nil
          }
          numbers += found
          continue
        }
      }
      guard
        let number = level(reference, building: name, within: within, of: what, at: place)
      else { return nil }
      numbers.append(number)
    }
    guard Set(numbers).count == numbers.count else {
      findings.error("\(what) serves a level twice", at: place)
      return nil
    }
    return numbers.sorted()
  }

  /// Reads `-1..6`.
  private func ordinalRange(_ text: String) -> ClosedRange<Int>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    guard let low = Int(text[..<dots.lowerBound]), let high = Int(text[dots.upperBound...]),
      low <= high
    else { return nil }
    return low...high
  }

  /// The spots of stops told one by one; nil if something is wrong, which is reported.
  mutating func resolve(
    _ stops: [StopEntry], shift: Vec2, _ placement: Placement, building: String?, within: Int?,
    of what: String
  ) -> [Spot]? {
    var spots: [Spot] = []
    for stop in stops {
      guard
        let level = level(
          stop.level, building: stop.building ?? building, within: within, of: what,
          at: stop.place)
      else { return nil }
      spots.append(Spot(placement(stop.at + shift), level: level))
    }
    return spots
  }
}
