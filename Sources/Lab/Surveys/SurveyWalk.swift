import Geometry
import Kernel
import Maps
package import Mobility
import Observations
package import Signals
import Truth
package import Venues

/// Simulated survey of a venue: walks in parallel lanes over all public areas, and around the outside doors,
/// with an ordinary phone in the hand.
///
/// The surveyors mark their position from time to time, with an error of some decimetres; between marks, a
/// straight path at steady speed is assumed. No other position is used.
package struct SurveyWalk: Sendable {
  /// Parameters of the survey.
  package struct Parameters: Hashable, Sendable {
    /// Distance between lanes, in m.
    package var laneMetres = 4.0
    /// Walking speed, in m/s.
    package var speed = 0.9
    /// Distance between position marks, in m, and their sigma, in m.
    package var checkInMetres = 8.0
    package var checkInError = 0.5
    /// Radius around doors that is surveyed outside, in m.
    package var outsideMetres = 25.0
    /// True if the magnetic field is measured.
    package var notesField = false
    /// Sigmas of the magnetometer's constant bias and of its noise, in µT: the hard-iron residual after
    /// calibration, and noise (domain figures).
    package var fieldBias = 1.0
    package var fieldNoise = 0.4

    package init() {}
  }

  private let venue: Venue
  private let scene: SignalScene
  /// The magnetic field, if it is measured, and the phone's bias, vertical and horizontal, in µT.
  private var field: MagneticField?
  private var fieldBias = Vec2.zero
  private let parameters: Parameters
  private let seed: UInt64
  /// The survey's raw data.
  package private(set) var notes = SurveyNotes()
  /// Length of the walks, in m.
  package private(set) var metres = 0.0

  /// Simulates a survey.
  ///
  /// - Parameters:
  ///   - world: The world, ready for agents.
  ///   - venue: The venue at the time of the survey; its walls are the world's.
  ///   - settings: Settings of the signal models.
  ///   - sky: The satellites; not used.
  ///   - seed: The run's seed: shadowing is the same as for all phones of the run.
  ///   - parameters: Parameters of the survey.
  package init(
    of world: World, as venue: Venue? = nil, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    parameters: Parameters = Parameters()
  ) {
    self.venue = venue ?? world.venue
    self.parameters = parameters
    self.seed = seed
    scene = SignalScene(self.venue, settings: settings.forSurveys, sky: sky, seed: seed)
    if parameters.notesField, let motion = settings.motion.parameters {
      field = MagneticField(of: self.venue, motion.field, seed: seed)
      var draw = RandomStream(seed: seed, purpose: "survey.magnetometer")
      fieldBias = Vec2(draw.gaussian(), draw.gaussian()) * parameters.fieldBias
    }
    for level in self.venue.levels.indices {
      let plane = self.venue.levels[level]
      let storey = notes.storey(
        SurveyNotes.SurveyedLevel(
          building: plane.building, ordinal: plane.ordinal, elevationMetres: plane.elevationMetres))
      walk(lanes(on: plane, world.network.obstacles(of: level)), level: level, storey: storey)
    }
    var draw = RandomStream(seed: seed, purpose: "survey.barometer")
    notes.measurePressures(&draw)
    let outside = outsideLanes(world.network.obstacles(of: nil))
    guard !outside.isEmpty else { return }
    let storey = notes.storey(
      SurveyNotes.SurveyedLevel(building: 0, ordinal: nil, elevationMetres: 0))
    walk(outside, level: nil, storey: storey)
  }

  /// Lanes over a level, as runs of points without obstacles between them.
  private func lanes(on level: Level, _ obstacles: [Segment2]) -> [[Vec2]] {
    let rooms = level.units.filter { $0.isPublic && $0.kind.isWalkable }
    let shapes = rooms.isEmpty ? level.outline : rooms.map(\.shape)
    return lanes(in: shapes, obstacles) { point in
      !level.fixtures.contains { $0.contains(point) }
    }
  }

  private func outsideLanes(_ obstacles: [Segment2]) -> [[Vec2]] {
    let doors = venue.levels.flatMap(\.openings).filter { $0.isEntrance && $0.kind.isPassable }
      .map(\.line.midpoint)
    guard let box = Box2(containing: doors) else { return [] }
    let reach = Vec2(parameters.outsideMetres, parameters.outsideMetres)
    guard let area = try? Polygon(Box2(box.minimum - reach, box.maximum + reach)) else { return [] }
    let footprints = venue.map.buildings.flatMap(\.footprint)
    let near = doors.map { $0 }
    return lanes(in: [area], obstacles, every: 1.5 * parameters.laneMetres) { point in
      near.contains { $0.distance(to: point) < parameters.outsideMetres }
        && !footprints.contains { $0.contains(point) }
    }
  }

  private func lanes(
    in shapes: [Polygon], _ obstacles: [Segment2], every lane: Double? = nil,
    where isFree: (Vec2) -> Bool
  ) -> [[Vec2]] {
    guard let index = try? SegmentIndex(obstacles),
      let box = Box2(containing: shapes.flatMap { [$0.bounds.minimum, $0.bounds.maximum] })
    else { return [] }
    let step = lane ?? parameters.laneMetres
    let columns = Int(box.size.x / step) + 1
    let rows = Int(box.size.y / step) + 1
    var runs: [[Vec2]] = []
    for row in 0..<rows {
      var run: [Vec2] = []
      for number in 0..<columns {
        let column = row % 2 == 0 ? number : columns - 1 - number
        let point = box.minimum + Vec2(Double(column) + 0.5, Double(row) + 0.5) * step
        let isOn =
          shapes.contains { $0.contains(point) } && isFree(point)
          && index.isClear(around: point, 0.35)
        if isOn, let last = run.last, index.isOpen(from: last, to: point) {
          run.append(point)
        } else {
          if !run.isEmpty { runs.append(run) }
          run = isOn ? [point] : []
        }
      }
      if !run.isEmpty { runs.append(run) }
    }
    return runs
  }

  /// Walks lanes and adds the readings.
  private mutating func walk(_ runs: [[Vec2]], level: Int?, storey: Int) {
    let height = level.map { venue.levels[$0].elevationMetres } ?? 0
    for (number, run) in runs.enumerated() {
      var draw = RandomStream(
        seed: seed, entity: UInt64(number), purpose: "survey.lane",
        index: UInt64((level ?? -1) + 1) << 20)
      // A lane of a single point: the surveyor stands there for a while.
      let points = run.count > 1 ? run : [run[0], run[0] + Vec2(0.3, 0)]
      let trajectory = Trajectory(
        along: points.map { Vec3($0, height) }, speed: parameters.speed, doing: .walking,
        placement: .handTexting, level: level)
      let end = max(trajectory.endTime, .start + .seconds(5.5))
      notes.walk += 1
      let reported = reported(trajectory, until: end, &draw)
      listen(trajectory, until: end, storey, reported)
      feel(trajectory, until: end, storey, reported, &draw)
      metres += zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
  }

  /// The surveyors' position marks.
  private func reported(
    _ trajectory: Trajectory, until end: SimTime, _ draw: inout RandomStream
  ) -> [(time: SimTime, point: Vec2)] {
    let period = parameters.checkInMetres / parameters.speed
    let count = max(1, Int((end.seconds / period).rounded(.up)))
    return (0...count).map { number in
      let time = SimTime(seconds: end.seconds * Double(number) / Double(count))
      let error = Vec2(draw.gaussian(), draw.gaussian()) * parameters.checkInError
      return (time, trajectory.pose(at: time).position.xy + error)
    }
  }

  /// The assumed position, interpolated between the marks.
  private static func place(_ time: SimTime, _ reported: [(time: SimTime, point: Vec2)]) -> Vec2 {
    let next = reported.firstIndex { $0.time > time } ?? reported.count - 1
    let (from, to) = (reported[max(0, next - 1)], reported[next])
    guard to.time > from.time else { return from.point }
    let share = min(1, max(0, (time - from.time) / (to.time - from.time)))
    return from.point + (to.point - from.point) * share
  }

  /// Adds the magnetic field along lanes, twice a second.
  private mutating func feel(
    _ trajectory: Trajectory, until end: SimTime, _ storey: Int,
    _ reported: [(time: SimTime, point: Vec2)], _ draw: inout RandomStream
  ) {
    guard let field else { return }
    var time = SimTime.start
    while time <= end {
      let pose = trajectory.devicePose(at: time)
      let hand = pose.position + Vec3(0, 0, pose.placement.heightMetres)
      let found = field.field(at: hand, level: pose.level)
      let noise = Vec2(draw.gaussian(), draw.gaussian()) * parameters.fieldNoise + fieldBias
      notes.fields.append(
        SurveyNotes.MagneticReading(
          storey: storey, point: Self.place(time, reported), upward: found.z + noise.x,
          level: max(0, found.xy.length + noise.y), walk: notes.walk))
      time += .seconds(0.5)
    }
  }

  private mutating func listen(
    _ trajectory: Trajectory, until end: SimTime, _ storey: Int,
    _ reported: [(time: SimTime, point: Vec2)]
  ) {
    var signals = PhoneSignals(
      along: trajectory, in: scene,
      for: SignalReceiver(seed: seed, device: stableHash("surveyor")))
    func place(_ time: SimTime) -> Vec2 { Self.place(time, reported) }
    if let duration = signals.scanDuration {
      var start = SimTime.start
      while start + duration <= end {
        if let scan = signals.wifiScan(startingAt: start) {
          notes.add(scan, storey: storey, place)
        }
        start += duration + .milliseconds(100)
      }
    }
    signals.startBeaconScan(at: .start)
    var window = SimTime.start
    var received: [BeaconAdvertisement] = []
    var last = SimTime.start
    while let next = signals.nextBeacon(after: last, until: end) {
      last = next.time
      while (next.time - window).seconds >= 1 {
        notes.add(received, storey: storey, at: place(window + .seconds(0.5)))
        received.removeAll()
        window += .seconds(1)
      }
      received.append(next)
    }
    notes.add(received, storey: storey, at: place(window + .seconds(0.5)))
  }
}

extension SurveyNotes {
  /// Adds a scan with the position of each reading.
  fileprivate mutating func add(_ scan: WiFiScan, storey: Int, _ place: (SimTime) -> Vec2) {
    let middle = SimTime(seconds: 0.5 * (scan.startTime.seconds + scan.endTime.seconds))
    scanCount += 1
    stops.append(
      ScanPosition(storey: storey, point: place(middle), isForBeacons: false, walk: walk))
    var sums: [RadioMap.Sender: (level: Double, count: Double, time: SimTime)] = [:]
    for reading in scan.readings {
      let sender = RadioMap.Sender(reading)
      let sum = sums[sender] ?? (0, 0, reading.time)
      sums[sender] = (sum.level + reading.rssiDecibelMilliwatts, sum.count + 1, reading.time)
    }
    for (sender, sum) in sums.sorted(by: { $0.key < $1.key }) {
      note(
        sum.level / sum.count, of: sender, at: place(sum.time), storey: storey, scan: scanCount,
        walk: walk)
    }
  }

  /// Adds the beacon advertisements of one second.
  fileprivate mutating func add(
    _ received: [BeaconAdvertisement], storey: Int, at point: Vec2
  ) {
    scanCount += 1
    stops.append(ScanPosition(storey: storey, point: point, isForBeacons: true, walk: walk))
    var sums: [RadioMap.Sender: (level: Double, count: Double)] = [:]
    for advertisement in received {
      let sender = RadioMap.Sender.beacon(advertisement.identity)
      let sum = sums[sender] ?? (0, 0)
      sums[sender] = (sum.level + advertisement.rssiDecibelMilliwatts, sum.count + 1)
    }
    for (sender, sum) in sums.sorted(by: { $0.key < $1.key }) {
      note(
        sum.level / sum.count, of: sender, at: point, storey: storey, scan: scanCount, walk: walk)
    }
  }
}

extension SegmentIndex {
  /// True if there is no obstacle within a distance of a point.
  fileprivate func isClear(around point: Vec2, _ metres: Double) -> Bool {
    segments(within: metres, of: point).isEmpty
  }

  /// True if there is no obstacle between two points.
  fileprivate func isOpen(from start: Vec2, to end: Vec2) -> Bool {
    !crosses(from: start, to: end)
  }
}

extension SignalSettings {
  /// A copy with only the signals of a survey.
  fileprivate var forSurveys: SignalSettings {
    var settings = self
    settings.gnss = .off
    settings.cell = .off
    settings.motion = .off
    settings.barometer = .off
    settings.calmWiFi()
    return settings
  }

  /// Disables body shadowing and the ageing of access points.
  mutating func calmWiFi() {
    guard case .on(var wifi) = wifi else { return }
    wifi.people = false
    wifi.replacedMonthly = 0
    wifi.movedMonthly = 0
    wifi.removedMonthly = 0
    self.wifi = .on(wifi)
  }
}
