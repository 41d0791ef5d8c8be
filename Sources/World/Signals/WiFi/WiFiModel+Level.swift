import Geometry
import Glibc
import Kernel
import Truth

extension WiFiModel {
  /// The phone's state while it listens on one channel.
  struct ChannelScan {
    let time: SimTime
    let position: Vec3
    /// The nearest point of a quarter-metre grid.
    let gridPlace: Vec3
    let level: Int?
    /// The height of the floor under it, in m.
    let floor: Double
    let day: Int64
    let heading: Vec2
    let placement: Placement
    let vehicle: Int?
    /// Loss of a vehicle or of a lift car round the phone, in dB.
    let enclosureDecibels: Double

    /// Vehicle penetration loss: the mean of 9 dB of 3GPP TR 38.901, 7.4.3.2.
    static let vehicleDecibels = 9.0
    /// Loss of a lift car; an estimate for steel with a gap round the door.
    static let liftDecibels = 22.0

    init(_ trajectory: Trajectory, at time: SimTime) {
      let pose = trajectory.devicePose(at: time)
      self.time = time
      position = pose.position + Vec3(0, 0, pose.placement.heightMetres)
      gridPlace =
        Vec3(
          Double(fastFloor(position.x * 4 + 0.5)), Double(fastFloor(position.y * 4 + 0.5)),
          Double(fastFloor(position.z * 4 + 0.5))) / 4
      level = pose.level
      floor = pose.position.z
      day = time.nanoseconds / 86_400_000_000_000
      heading = Vec2(cos(pose.headingRadians), sin(pose.headingRadians))
      placement = pose.placement
      switch pose.doing {
      case .driving, .passenger, .bus, .train:
        enclosureDecibels = Self.vehicleDecibels
        vehicle = trajectory.vehicle[time]
      case .lift:
        enclosureDecibels = Self.liftDecibels
        vehicle = nil
      default:
        enclosureDecibels = 0
        vehicle = nil
      }
    }
  }

  /// The received level of a radio, in dBm: radiated power, path loss, shadowing, body and fading.
  func level(
    of emitter: WiFiSurroundings.Emitter, trace: RadioTrace, way: Vec3, distance: Double,
    decade: Double, shadow: Double, _ listener: ChannelScan, scan: SimTime, travels: Bool
  ) -> Double {
    var trace = trace
    trace.distance = distance
    let loss = surroundings.propagation.path(
      trace, band: emitter.band, decade: decade
    ).lossDecibels
    var level =
      emitter.power - loss + shadow - listener.enclosureDecibels - parameters.antennaDecibels
    if parameters.crowdDensity > 0 {
      level -= parameters.crowdDensity * parameters.crowdDecibelsPerMetre * min(30, distance)
    }
    if parameters.people {
      level -= bystanders.ring.decibels(
        from: listener.position, to: listener.position + way, floor: listener.floor)
    }
    if parameters.bodyDecibels > 0, distance > 0 {
      level -= WiFiBodyShadow.decibels(
        behind: parameters.bodyDecibels, cosine: way.xy.dot(listener.heading) / distance,
        placement: listener.placement, is2GHz: emitter.is2GHz)
    }
    guard level > minLevel - 6 else { return level }
    if parameters.hasFading {
      // For moving transmitters the fading depends on the relative position.
      level += WiFiFading.decibels(
        at: travels ? way : listener.position, key: emitter.key, megahertz: emitter.megahertz,
        isClear: trace.isClear)
    }
    if parameters.motionDecibels > 0 {
      let share = emitter.is2GHz ? 1.25 : 0.75
      level += share * parameters.motionDecibels * WiFiHash.normal(draw(emitter.key, scan))
    }
    return level
  }

  /// This device's random draw in a scan, for a radio or a network.
  @inline(__always)
  func draw(_ key: UInt64, _ scan: SimTime) -> UInt64 {
    let turn = WiFiHash.mixed(UInt64(bitPattern: scan.nanoseconds) ^ phone.key)
    return WiFiHash.mixed(turn ^ key)
  }
}
