public import Geometry
import Glibc
public import Kernel
public import Truth

/// The magnetic field around a phone.
public struct MagneticSample: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// In µT east, north and up.
  public var field: Vec3
}

/// The magnetic field that a phone is in: the place's, and the vehicle's that carries it.
///
/// What the phone's own iron and its sensor add is not in it.
public struct MagneticModel: SignalModel {
  private let parameters: MagneticParameters
  private let place: MagneticField
  private let receiver: SignalReceiver
  /// The vehicle that was last ridden in, and its field.
  private var vehicle: UInt64?
  private var body = MagneticVehicle()

  /// Creates the field of one device.
  public init(
    _ parameters: MagneticParameters, in surroundings: MagneticField,
    for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    place = surroundings
    self.receiver = receiver
  }

  /// The field around the phone at a moment.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> MagneticSample? {
    let pose = trajectory.devicePose(at: time)
    let number = pose.doing.isMotorised ? trajectory.vehicle[time] : nil
    return MagneticSample(time: time, field: field(pose, vehicle: number))
  }

  /// The field around a phone, in µT east, north and up.
  ///
  /// - Parameters:
  ///   - pose: The phone's pose.
  ///   - number: The number of the vehicle it is in; nil if that isn't known.
  /// - Returns: The field.
  public mutating func field(_ pose: Pose, vehicle number: Int?) -> Vec3 {
    var point = pose.position
    point.z += pose.placement.heightMetres
    let around = place.field(at: point, level: pose.level)
    guard parameters.vehicles, pose.doing.isMotorised else { return around }
    let name = number.map { UInt64(bitPattern: Int64($0)) } ?? (1 << 63 | receiver.device)
    if vehicle != name {
      vehicle = name
      body = MagneticVehicle(
        stream: RandomStream(seed: receiver.seed, entity: name, purpose: "magnetic.vehicle"))
    }
    return body.field(around, pose)
  }
}

/// The steel and the currents of a vehicle.
struct MagneticVehicle: Sendable {
  /// Right, forward, up, in µT: what doesn't change.
  private var fixed = Vec3.zero
  /// How much of the outer field comes in.
  private var share = Vec3(1, 1, 1)
  /// Right, forward, up, in µT for 1 m/s² of acceleration at 10 m/s: what the current makes.
  private var current = Vec3.zero

  init() {}

  init(stream: RandomStream) {
    var draws = stream
    func vector(_ deviation: Double) -> Vec3 {
      Vec3(draws.gaussian(), draws.gaussian(), draws.gaussian()) * deviation
    }
    // Estimates: a dashboard is 10 to 40 µT off; the roof takes a tenth to a third of the field.
    fixed = vector(12)
    share = Vec3(draws.uniform(), draws.uniform(), draws.uniform()) * 0.25 + 0.7
    // Motors draw some 20 A per kW; one car in five here has a strong one, others a fan.
    current = vector(draws.happens(withProbability: 0.2) ? 2 : 0.2)
  }

  /// The field inside, from that outside; both in µT east, north and up.
  func field(_ outside: Vec3, _ pose: Pose) -> Vec3 {
    let ahead = Vec2(angle: pose.headingRadians)
    let right = Vec2(ahead.y, -ahead.x)
    let inner = Vec3(outside.xy.dot(right), outside.xy.dot(ahead), outside.z) * share
    // Power is force times speed; half of it when braking, as the motor gives back.
    let push = pose.acceleration.xy.dot(ahead)
    let power = (push > 0 ? push : push / 2) * min(3, pose.speed / 10)
    let sum = inner + fixed + current * power
    return Vec3(right * sum.x + ahead * sum.y, sum.z)
  }
}
