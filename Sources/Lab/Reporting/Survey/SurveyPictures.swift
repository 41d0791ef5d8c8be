import Geometry
import Kernel
public import Maps
public import Scoring

/// Results of a survey, as images on the venue's walls and as tables: coverage, expected accuracy,
/// and advised beacons.
public struct SurveyPictures: Sendable {
  /// An output file.
  public struct File: Sendable {
    public let name: String
    /// The contents.
    public let text: String
  }

  let accuracy: ExpectedAccuracy
  let advice: BeaconAdvice?
  let venue: String
  let map: VenueMap?
  /// The frame of the images: the venue's, or the survey's.
  let frame: LocalFrame
  /// The offset to subtract from the radio map's points to get the images'.
  let shift: Vec2

  /// Creates images and tables.
  ///
  /// - Parameters:
  ///   - accuracy: The expected accuracy.
  ///   - advice: The advised beacons; nil if not requested.
  ///   - radio: The survey's radio map.
  ///   - map: The venue; nil if unknown.
  public init(
    of accuracy: ExpectedAccuracy, advice: BeaconAdvice?, radio: RadioMap, in map: VenueMap?
  ) {
    self.accuracy = accuracy
    self.advice = advice
    self.map = map
    // A radio map of recordings is named by their folder, whose full path is private.
    venue = map?.name ?? String((radio.venue.split(separator: "/").last ?? "survey").prefix(40))
    frame = map?.frame ?? LocalFrame(origin: radio.origin)
    shift = LocalFrame(origin: radio.origin).enu(of: frame.origin).xy
  }

  /// Returns all files: the images level by level, then the tables.
  public func files() -> [File] {
    var files: [File] = []
    var plans = PlanTable()
    for number in accuracy.planes.indices {
      var sheets = [("coverage", coverage(number)), ("accuracy", radii(number))]
      if advice != nil { sheets.append(("beacons", beacons(number))) }
      for (kind, sheet) in sheets {
        guard let sheet else { continue }
        let name = "\(levelName(number))-\(kind).svg"
        files.append(File(name: name, text: sheet.svg))
        plans.add(name, floor: accuracy.planes[number].ordinal, sheet, in: frame)
      }
    }
    files.append(File(name: "accuracy.csv", text: accuracyTable))
    if let advice { files.append(File(name: "beacons.csv", text: beaconTable(advice))) }
    files.append(File(name: "plans.csv", text: plans.text))
    return files
  }

  // MARK: - Sheets

  private func coverage(_ number: Int) -> SurveySheet? {
    let plane = accuracy.planes[number]
    let known = plane.cells.compactMap { $0 }.filter(\.isWalkable)
    let maximum = known.map(\.receivedCount).max() ?? 0
    let middle = known.map { Double($0.receivedCount) }.middle() ?? 0
    let counts = ColorSteps.counts(upTo: maximum)
    guard let first = canvas(number, counts, { Double($0.receivedCount) }),
      let second = canvas(number, .strength, { $0.strongest ?? -100 })
    else { return nil }
    return SurveySheet(
      title: title(number, "coverage"),
      note: "median \(Int(middle)) transmitters, min \(known.map(\.receivedCount).min() ?? 0)",
      panels: [
        .init(
          title: "Transmitters received", canvas: first, steps: counts,
          legend: "access points and beacons above −94 dBm"),
        .init(title: "Strongest transmitter", canvas: second, steps: .strength, legend: "dBm"),
      ])
  }

  /// The panel of expected radii of a level; nil if the level was not surveyed.
  func expected(ordinal: Int, building: Int) -> SurveySheet.Panel? {
    let number = accuracy.planes.firstIndex {
      $0.ordinal == ordinal && $0.building == building
    }
    return number.flatMap { expected($0) }
  }

  private func expected(_ number: Int) -> SurveySheet.Panel? {
    canvas(number, .radius, { $0.radius }).map { canvas in
      SurveySheet.Panel(
        title: "68 % radius of a position from one scan (modelled)",
        canvas: canvas, steps: .radius, legend: "68 % radius up to")
    }
  }

  private func radii(_ number: Int) -> SurveySheet? {
    guard let panel = expected(number) else { return nil }
    let known = accuracy.planes[number].cells.compactMap { $0 }.filter(\.isWalkable)
    let wanted = advice?.wanted ?? 3
    let share = Double(known.count { $0.radius <= wanted }) / Double(max(1, known.count))
    let middle = known.map(\.radius).middle() ?? 0
    return SurveySheet(
      title: title(number, "expected accuracy"),
      note: "median \(tenths(middle)) m; \(percent(share)) within \(tenths(wanted)) m",
      panels: [panel])
  }

  private func beacons(_ number: Int) -> SurveySheet? {
    guard let advice, var canvas = canvas(number, .radius, { $0.radius }, of: advice.accuracy)
    else { return nil }
    let chosen = advice.choices.enumerated().filter { $0.element.plane == number }
    for (order, choice) in chosen {
      let point = choice.point - shift
      canvas.dot(
        point, radius: 11, .init(fill: "#b8327f", stroke: "#ffffff", width: 2 * canvas.unit),
        title: "beacon \(order + 1)")
      canvas.text("\(order + 1)", at: point, size: 11, color: "#ffffff")
    }
    let all = advice.choices.count
    let total = "\(percent(advice.shareBefore)) → \(percent(advice.shareAfter))"
    return SurveySheet(
      title: title(number, "where to add beacons"),
      note: "\(chosen.count) of \(all) new beacons; "
        + "within \(tenths(advice.wanted)) m on all levels: \(total)",
      panels: [
        .init(
          title: "New beacons in order of benefit, and the 68 % radius with all of them",
          canvas: canvas, steps: .radius, legend: "68 % radius up to")
      ])
  }

  // MARK: - Common elements

  private func level(_ number: Int) -> Level? {
    let plane = accuracy.planes[number]
    return map.flatMap { map in
      map.level(plane.ordinal, building: plane.building).map { map.levels[$0] }
    }
  }

  /// A name suitable for a file, such as `main-level-2`.
  func levelName(_ number: Int) -> String {
    let plane = accuracy.planes[number]
    let ordinal = plane.ordinal < 0 ? "b\(-plane.ordinal)" : "\(plane.ordinal)"
    let isAlone = Set(accuracy.planes.map(\.building)).count == 1
    return (isAlone ? "" : "building-\(plane.building)-") + "level-\(ordinal)"
  }

  private func title(_ number: Int, _ what: String) -> String {
    let plane = accuracy.planes[number]
    let name = level(number)?.shortName ?? "\(plane.ordinal)"
    let isAlone = Set(accuracy.planes.map(\.building)).count == 1
    let buildings = map?.buildings ?? []
    let building =
      isAlone || !buildings.indices.contains(plane.building)
      ? "" : " " + buildings[plane.building].name
    return "\(venue):\(building) level \(name), \(what)"
  }

  /// Draws a level coloured by a value, below its walls.
  private func canvas(
    _ number: Int, _ steps: ColorSteps, _ value: (ExpectedAccuracy.Cell) -> Double,
    of other: ExpectedAccuracy? = nil
  ) -> SVGCanvas? {
    let plane = (other ?? accuracy).planes[number]
    let points = plane.cells.compactMap { $0.map { $0.point - shift } }
    guard !points.isEmpty else { return nil }
    // Two panels, and several images in one page, need distinct names.
    let name = "floor-\(number)-\(steps.colors.count)-\(steps.limits.count)"
    return SVGCanvas(coloring: level(number), called: name, around: points) { canvas, clip in
      canvas.raster(plane, less: shift, steps, clip: clip, value)
    }
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int((min(9999, max(0, value)) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded(.down))) %" }
}
