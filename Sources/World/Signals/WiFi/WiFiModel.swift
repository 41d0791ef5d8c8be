import Geometry
import Glibc
public import Kernel
import Numerics
public import Observations
public import Truth

/// What a phone hears in a scan of the Wi-Fi channels.
///
/// A scan goes from channel to channel, and each radio is heard when its channel's turn comes, where
/// the phone then is. The level is the radiated power less what ``Propagation`` says, plus a shadow
/// and fading frozen in space, less what body and crowd take, and as the phone's make reports it.
/// Weak beacons, and those that collide with others, are missed. The networks of one radio share all
/// but their own beacons' luck. Random draws are addressed by device, scan and radio: a scan reads
/// the same, whatever was scanned before it.
public struct WiFiModel: SignalModel {
  /// A radio as heard, before anything is missed.
  struct Heard {
    var emitter: Int
    /// Whether it travels.
    var travels: Bool
    /// At the antenna, in dBm.
    var level: Double
  }

  /// What of a phone's make shows in its levels.
  struct Phone: Sendable {
    var offset: Double
    var slope: Double
    var offset2GHz: Double
    var offset5GHz: Double
    var sensitivity: Double
    var key: UInt64
  }

  /// What lay between the phone and a station.
  struct Sight: Sendable {
    var place = Vec3(repeating: .infinity)
    var level = 0
    var day: Int64 = 0
    /// What could be spared for walls and floors.
    var spare = 0.0
    /// The shadow, in dB.
    var shadow = 0.0
    var trace = RadioTrace(from: .zero, level: nil, to: .zero, level: nil)
  }

  let parameters: WiFiParameters
  let surroundings: WiFiSurroundings
  let plan: WiFiChannelPlan
  let phone: Phone
  /// For each visit of the plan, the emitters that it may hear.
  let ranges: [Range<Int>]
  /// What lies between the phone and each emitter's station, and from where that was seen.
  private var sights: [Sight]
  /// What is known of each shadow near the phone.
  private var memories: [ShadowMemory]
  private(set) var heard: [Heard] = []
  /// Who stands in the way.
  var bystanders = Bystanders()
  /// The number of the phone's bearer among the people of the run.
  var bearer: Int?
  private var earlier: [WiFiReading] = []

  /// Creates what one device hears.
  public init(
    _ parameters: WiFiParameters, in surroundings: WiFiSurroundings, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surroundings = surroundings
    plan = WiFiChannelPlan(parameters)
    var draw = receiver.stream("wifi.device")
    phone = Phone(
      offset: parameters.deviceDecibels * draw.gaussian()
        + (parameters.deviceDecibels > 0 ? receiver.make.wifiDecibels : 0),
      slope: 1 + min(0.3, max(-0.3, parameters.deviceSlope * draw.gaussian())),
      offset2GHz: parameters.deviceDecibels / 3 * draw.gaussian(),
      offset5GHz: parameters.deviceDecibels / 3 * draw.gaussian(),
      sensitivity: parameters.sensitivityDecibels * draw.gaussian(), key: draw.next())
    ranges = plan.ranges(of: surroundings.emitters)
    sights = Array(repeating: Sight(), count: surroundings.emitters.count)
    memories = Array(repeating: ShadowMemory(), count: surroundings.fields.count)
  }

  /// How long a scan takes: its result is known this long after its start.
  public var scanDuration: SimDuration { plan.duration }

  /// The scan that starts at a time.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> WiFiScan? {
    var scan = WiFiScan(startTime: time, endTime: time, readings: [])
    sense(along: trajectory, at: time, into: &scan)
    return scan
  }

  /// The scan that starts at a time, into one whose memory is used again.
  public mutating func sense(
    along trajectory: Trajectory, at time: SimTime, into scan: inout WiFiScan
  ) {
    scan.startTime = time
    scan.endTime = time + plan.duration
    scan.readings.removeAll(keepingCapacity: true)
    for number in plan.visits.indices {
      let visit = plan.visits[number]
      if ranges[number].isEmpty, surroundings.travelling.isEmpty { continue }
      let listener = Listener(trajectory, at: time + visit.middle)
      if parameters.people { bystanders.look(along: trajectory, at: listener.time) }
      heard.removeAll(keepingCapacity: true)
      hear(ranges[number], listener, scan: time)
      if !surroundings.travelling.isEmpty { hearTravellers(number, listener, scan: time) }
      report(visit, listener.time, scan: time, into: &scan.readings)
    }
    if parameters.staleSeconds > 0 { addEarlier(&scan) }
  }

  /// The level below which nothing is heard by any chance, in dBm.
  var leastLevel: Double {
    parameters.sensitivity + phone.sensitivity - (parameters.hasMisses ? 8 : 20)
  }

  private mutating func hear(_ range: Range<Int>, _ listener: Listener, scan: SimTime) {
    let least = leastLevel
    let surroundings = surroundings
    surroundings.emitters.withUnsafeBufferPointer { emitters in
      surroundings.stations.withUnsafeBufferPointer { stations in
        for index in range {
          // Most are too far away: they are dismissed before anything large is copied.
          let number = emitters[index].station
          guard listener.time >= stations[number].from, listener.time < stations[number].until
          else { continue }
          // Beyond 600 m nothing is left of it between buildings; an estimate that saves time.
          let way = stations[number].position - listener.position
          guard way.squaredLength < 360_000 else { continue }
          let (emitter, station) = (emitters[index], stations[number])
          let distance = way.length
          let decade = fastDecades(max(0.1, distance))
          // What walls and floors may take of it; fading adds 6 dB at most, and nearly never.
          let spare =
            emitter.power - emitter.band.firstMetre - 20 * decade
            - listener.enclosureDecibels - parameters.antennaDecibels + 6 - least
          let (trace, shadow) = look(
            index, emitter, station, listener, decade, surroundings, sparing: spare)
          if trace.isHopeless { continue }
          let level = level(
            of: emitter, trace: trace, way: way, distance: distance, decade: decade,
            shadow: shadow, listener, scan: scan, travels: false)
          guard level > least else { continue }
          heard.append(Heard(emitter: index, travels: false, level: level))
        }
      }
    }
  }

  private mutating func shadow(
    _ number: Int, _ listener: Listener, _ surroundings: WiFiSurroundings
  ) -> Double {
    guard parameters.shadowDecibels > 0 else { return 0 }
    return parameters.shadowDecibels
      * surroundings.fields[number].value(
        at: listener.gridPlace.xy, level: listener.level, day: listener.day,
        remembering: &memories[number])
  }

  /// What lies between a station and the phone, and the shadow, seen from the nearest point of a
  /// quarter-metre grid.
  ///
  /// So a phone that lies still needs no rays at all, and what it reads doesn't hang on what it read
  /// before. Nobody's middle comes within 0.18 m of a wall, which is as far as the grid may push it.
  private mutating func look(
    _ number: Int, _ emitter: WiFiSurroundings.Emitter, _ station: WiFiSurroundings.Station,
    _ listener: Listener, _ decade: Double, _ surroundings: WiFiSurroundings,
    sparing spare: Double
  ) -> (RadioTrace, Double) {
    let level = listener.level ?? .min
    if sights[number].place == listener.gridPlace, sights[number].level == level,
      sights[number].day == listener.day
    {
      let known = sights[number]
      if !known.trace.isHopeless || known.spare >= spare { return (known.trace, known.shadow) }
    }
    let found = surroundings.propagation.trace(
      from: listener.gridPlace, level: listener.level, to: station.position,
      level: station.level, band: emitter.band, decade: decade, sparing: spare,
      mostGain: ShadowField.most * parameters.shadowDecibels
    ) { shadow(station.field, listener, surroundings) }
    sights[number] = Sight(
      place: listener.gridPlace, level: level, day: listener.day, spare: spare, shadow: found.gain,
      trace: found.trace)
    return (found.trace, found.gain)
  }

  private mutating func hearTravellers(_ visit: Int, _ listener: Listener, scan: SimTime) {
    for (index, emitter) in surroundings.travelling.enumerated()
    where plan.visit(for: emitter.megahertz) == visit {
      let traveller = surroundings.travellers[index]
      guard traveller.bearer == nil || traveller.bearer != bearer,
        traveller.presence?.contains(listener.time) ?? true
      else { continue }
      let pose = traveller.trajectory.devicePose(at: listener.time)
      let place = pose.position + Vec3(0, 0, traveller.heightMetres)
      let way = place - listener.position
      guard way.squaredLength < 90_000 else { continue }
      let trace = surroundings.propagation.trace(
        from: listener.position, level: listener.level, to: place, level: pose.level)
      let field = surroundings.fields.count - surroundings.travelling.count + index
      let shadow = shadow(field, listener, surroundings)
      var level = level(
        of: emitter, trace: trace, way: way, distance: way.length,
        decade: fastDecades(max(0.1, way.length)), shadow: shadow, listener, scan: scan,
        travels: true)
      // In one vehicle with it there is no metal in between; otherwise there may be twice.
      let vehicle = traveller.trajectory.vehicle[listener.time]
      if let vehicle, vehicle == listener.vehicle {
        level += listener.enclosureDecibels
      } else if vehicle != nil {
        level -= Listener.vehicleDecibels
      }
      guard level > leastLevel else { continue }
      heard.append(Heard(emitter: index, travels: true, level: level))
    }
  }

  /// The results of earlier scans that the phone still keeps.
  private mutating func addEarlier(_ scan: inout WiFiScan) {
    let limit = scan.endTime - .seconds(parameters.staleSeconds)
    let fresh = Set(scan.readings.map(\.bssid))
    scan.readings += earlier.filter {
      $0.time >= limit && $0.time < scan.startTime && !fresh.contains($0.bssid)
    }
    earlier = scan.readings
  }
}
