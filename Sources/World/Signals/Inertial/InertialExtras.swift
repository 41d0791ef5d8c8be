import Geometry
import Kernel
import Truth

/// What moves a phone besides its bearer's legs, and the magnetic field around it.
struct InertialExtras: Sendable {
  private var rides: RideMotion
  private var confusion: ConfuserMotion
  private var magnetic: MagneticModel

  init(
    _ parameters: InertialParameters, in surroundings: InertialSurroundings,
    for receiver: SignalReceiver
  ) {
    var ride = parameters.ride
    ride.sampleRateHertz = parameters.sampleRateHertz
    rides = RideMotion(ride, on: surroundings.surface, for: receiver)
    confusion = ConfuserMotion(parameters.fidget, for: receiver)
    magnetic = MagneticModel(parameters.field, in: surroundings.field, for: receiver)
  }

  /// What a vehicle, its road or a bicycle does.
  mutating func ride(
    _ pose: Pose, along cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneMotion {
    rides.motion(pose, along: cursor.trajectory, at: time)
  }

  /// What typing, fiddling and dancing do.
  mutating func fidget(
    _ pose: Pose, along cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneMotion {
    confusion.motion(pose, along: cursor.trajectory, at: time)
  }

  /// Whether a phone has been set down so lately that its thump may be felt: seldom.
  @inline(__always)
  static func mayThump(_ placement: TrajectoryCursor.Hold<Placement>, at time: SimTime) -> Bool {
    !placement.value.isOnBody && time - placement.since < SimDuration(nanoseconds: 1_000_000_000)
  }

  /// The thump of a phone that is set down; nothing of this changes by it, and nothing is copied.
  mutating func thump(along cursor: inout TrajectoryCursor, at time: SimTime) -> PhoneMotion {
    confusion.thump(along: cursor.trajectory, at: time)
  }

  /// The magnetic field, in µT east, north and up.
  mutating func field(
    _ pose: Pose, along cursor: inout TrajectoryCursor, at time: SimTime
  ) -> SIMD3<Double> {
    magnetic.field(
      pose, vehicle: pose.doing.isMotorised ? cursor.trajectory.vehicle[time] : nil)
  }
}
