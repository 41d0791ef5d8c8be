import Geometry
import Glibc
public import Kernel
import Numerics
public import Observations
public import Truth

/// Wi-Fi scans of a phone: multi-wall path loss, Gudmundson shadowing, fading, misses and collisions.
///
/// A scan goes from channel to channel, and each radio is received at the phone's position during the
/// dwell on its channel. The level is the radiated power less the loss of ``Propagation``, plus
/// shadowing and fading frozen in space, less body and crowd losses, with the device's offset. Weak
/// beacons and colliding ones are missed. The networks of one radio share everything but the draws of
/// their own beacons. Random draws are addressed by device, scan and radio: a scan is independent of
/// earlier scans.
public struct WiFiModel: SignalModel {
  /// A received radio, before misses.
  struct ReceivedRadio {
    var emitter: Int
    /// True for a mobile transmitter.
    var travels: Bool
    /// The received level, in dBm.
    var level: Double
  }

  /// Device spread: level offsets, slope and sensitivity.
  struct Phone: Sendable {
    var offset: Double
    var slope: Double
    var offset2GHz: Double
    var offset5GHz: Double
    var sensitivity: Double
    var key: UInt64
  }

  /// The cached obstacles and shadow between the phone and a station.
  struct CachedRadioPath: Sendable {
    var place = Vec3(repeating: .infinity)
    var level = 0
    var day: Int64 = 0
    /// The loss budget of walls and floors, in dB.
    var spare = 0.0
    /// The shadowing gain, in dB.
    var shadow = 0.0
    var trace = RadioTrace(from: .zero, level: nil, to: .zero, level: nil)
  }

  let parameters: WiFiParameters
  let surroundings: WiFiSurroundings
  let plan: WiFiChannelPlan
  let phone: Phone
  /// For each visit of the plan, the range of its emitters.
  let ranges: [Range<Int>]
  /// The cache for each emitter.
  private var sights: [CachedRadioPath]
  /// The cached lattice squares of each shadow field.
  private var memories: [ShadowMemory]
  private(set) var received: [ReceivedRadio] = []
  /// The people in the way.
  var bystanders = Bystanders()
  /// The index of the phone's carrier among the people of the run.
  var carrier: Int?
  private var earlier: [WiFiReading] = []

  /// Creates the receiver of one device.
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
    sights = Array(repeating: CachedRadioPath(), count: surroundings.emitters.count)
    memories = Array(repeating: ShadowMemory(), count: surroundings.fields.count)
  }

  /// The duration of a scan; its result is available this long after its start.
  public var scanDuration: SimDuration { plan.duration }

  /// The scan that starts at a time.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> WiFiScan? {
    var scan = WiFiScan(startTime: time, endTime: time, readings: [])
    sense(along: trajectory, at: time, into: &scan)
    return scan
  }

  /// Writes the scan that starts at a time into one whose memory is reused.
  public mutating func sense(
    along trajectory: Trajectory, at time: SimTime, into scan: inout WiFiScan
  ) {
    scan.startTime = time
    scan.endTime = time + plan.duration
    scan.readings.removeAll(keepingCapacity: true)
    for number in plan.visits.indices {
      let visit = plan.visits[number]
      if ranges[number].isEmpty, surroundings.travelling.isEmpty { continue }
      let listener = ChannelScan(trajectory, at: time + visit.middle)
      if parameters.people { bystanders.look(along: trajectory, at: listener.time) }
      received.removeAll(keepingCapacity: true)
      receive(ranges[number], listener, scan: time)
      if !surroundings.travelling.isEmpty { hearTravellers(number, listener, scan: time) }
      report(visit, listener.time, scan: time, into: &scan.readings)
    }
    if parameters.staleSeconds > 0 { addEarlier(&scan) }
  }

  /// The detection limit, in dBm.
  var minLevel: Double {
    parameters.sensitivity + phone.sensitivity - (parameters.hasMisses ? 8 : 20)
  }

  private mutating func receive(_ range: Range<Int>, _ listener: ChannelScan, scan: SimTime) {
    let minimum = minLevel
    let surroundings = surroundings
    surroundings.emitters.withUnsafeBufferPointer { emitters in
      surroundings.stations.withUnsafeBufferPointer { stations in
        for index in range {
          // Most are too far away and are skipped before a large copy.
          let number = emitters[index].station
          guard listener.time >= stations[number].from, listener.time < stations[number].until
          else { continue }
          // Beyond 600 m nothing remains between buildings; an estimate that saves time.
          let way = stations[number].position - listener.position
          guard way.squaredLength < 360_000 else { continue }
          let (emitter, station) = (emitters[index], stations[number])
          let distance = way.length
          let decade = fastDecades(max(0.1, distance))
          // The loss budget of walls and floors, with a margin of 6 dB, which fading almost never exceeds.
          let spare =
            emitter.power - emitter.band.firstMetre - 20 * decade
            - listener.enclosureDecibels - parameters.antennaDecibels + 6 - minimum
          let (trace, shadow) = look(
            index, emitter, station, listener, decade, surroundings, sparing: spare)
          if trace.isHopeless { continue }
          let level = level(
            of: emitter, trace: trace, way: way, distance: distance, decade: decade,
            shadow: shadow, listener, scan: scan, travels: false)
          guard level > minimum else { continue }
          received.append(ReceivedRadio(emitter: index, travels: false, level: level))
        }
      }
    }
  }

  private mutating func shadow(
    _ number: Int, _ listener: ChannelScan, _ surroundings: WiFiSurroundings
  ) -> Double {
    guard parameters.shadowDecibels > 0 else { return 0 }
    return parameters.shadowDecibels
      * surroundings.fields[number].value(
        at: listener.gridPlace.xy, level: listener.level, day: listener.day,
        remembering: &memories[number])
  }

  /// The obstacles and the shadow between a station and the phone, at the nearest point of a quarter-metre
  /// grid.
  ///
  /// So a phone at rest needs no ray casting, and its readings don't depend on earlier ones. The middle of a
  /// person stays 0.18 m from walls, which is as far as the grid may shift it.
  private mutating func look(
    _ number: Int, _ emitter: WiFiSurroundings.Emitter, _ station: WiFiSurroundings.Station,
    _ listener: ChannelScan, _ decade: Double, _ surroundings: WiFiSurroundings,
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
      maxGain: ShadowField.maximum * parameters.shadowDecibels
    ) { shadow(station.field, listener, surroundings) }
    sights[number] = CachedRadioPath(
      place: listener.gridPlace, level: level, day: listener.day, spare: spare, shadow: found.gain,
      trace: found.trace)
    return (found.trace, found.gain)
  }

  private mutating func hearTravellers(_ visit: Int, _ listener: ChannelScan, scan: SimTime) {
    for (index, emitter) in surroundings.travelling.enumerated()
    where plan.visit(for: emitter.megahertz) == visit {
      let traveller = surroundings.travellers[index]
      guard traveller.carrier == nil || traveller.carrier != carrier,
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
      // No metal lies between two devices in one vehicle; otherwise a signal may cross two shells.
      let vehicle = traveller.trajectory.vehicle[listener.time]
      if let vehicle, vehicle == listener.vehicle {
        level += listener.enclosureDecibels
      } else if vehicle != nil {
        level -= ChannelScan.vehicleDecibels
      }
      guard level > minLevel else { continue }
      received.append(ReceivedRadio(emitter: index, travels: true, level: level))
    }
  }

  /// Adds results of earlier scans that the phone still holds.
  private mutating func addEarlier(_ scan: inout WiFiScan) {
    let limit = scan.endTime - .seconds(parameters.staleSeconds)
    let fresh = Set(scan.readings.map(\.bssid))
    scan.readings += earlier.filter {
      $0.time >= limit && $0.time < scan.startTime && !fresh.contains($0.bssid)
    }
    earlier = scan.readings
  }
}
