public import Geometry
import Glibc
public import Kernel
public import Truth

/// The magnetic field at a phone.
public struct MagneticSample: Hashable, Sendable {
  public var time: SimTime
  /// In µT east, north and up.
  public var field: Vec3
}

/// The magnetic field at a phone: the venue's, and that of its vehicle.
///
/// Excludes the phone's own iron and its sensor errors.
public struct MagneticModel: SignalModel {
  private let parameters: MagneticParameters
  private let place: MagneticField
  private let receiver: SignalReceiver
  /// The last vehicle and its field.
  private var vehicle: UInt64?
  private var body = MagneticVehicle()

  public init(
    _ parameters: MagneticParameters, in surroundings: MagneticField,
    for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    place = surroundings
    self.receiver = receiver
  }

  /// The field at the phone at a moment.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> MagneticSample? {
    let pose = trajectory.devicePose(at: time)
    let number = pose.doing.isMotorised ? trajectory.vehicle[time] : nil
    return MagneticSample(time: time, field: field(pose, vehicle: number))
  }

  /// The field at a phone, in µT east, north and up.
  ///
  /// The vehicle's index is nil if unknown.
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

/// The magnetic disturbance of a vehicle: steel, shielding and motor current.
struct MagneticVehicle: Sendable {
  /// The constant field of the steel, in µT right, forward and up.
  private var fixed = Vec3.zero
  /// The fraction of the outer field that enters.
  private var share = Vec3(1, 1, 1)
  /// The field of the motor current, in µT right, forward and up, per 1 m/s² at 10 m/s.
  private var current = Vec3.zero

  init() {}

  init(stream: RandomStream) {
    var draws = stream
    func vector(_ deviation: Double) -> Vec3 {
      Vec3(draws.gaussian(), draws.gaussian(), draws.gaussian()) * deviation
    }
    // Estimates: a dashboard is 10 to 40 µT off; the roof shields a tenth to a third of the field.
    fixed = vector(12)
    share = Vec3(draws.uniform(), draws.uniform(), draws.uniform()) * 0.25 + 0.7
    // Motors draw some 20 A per kW; one car in five here has a strong motor, the others a fan.
    current = vector(draws.happens(withProbability: 0.2) ? 2 : 0.2)
  }

  /// The field inside from the field outside, both in µT east, north and up.
  func field(_ outside: Vec3, _ pose: Pose) -> Vec3 {
    let ahead = Vec2(angle: pose.headingRadians)
    let right = Vec2(ahead.y, -ahead.x)
    let inner = Vec3(outside.xy.dot(right), outside.xy.dot(ahead), outside.z) * share
    // Power is force times speed; recuperation while braking gives half of it.
    let push = pose.acceleration.xy.dot(ahead)
    let power = (push > 0 ? push : push / 2) * min(3, pose.speed / 10)
    let sum = inner + fixed + current * power
    return Vec3(right * sum.x + ahead * sum.y, sum.z)
  }
}
