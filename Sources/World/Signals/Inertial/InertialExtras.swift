import Geometry
import Kernel
import Truth

/// Phone motion besides gait and posture, and the magnetic field at the phone.
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

  /// The motion by a vehicle, its road or a bicycle.
  mutating func ride(
    _ pose: Pose, along cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneMotion {
    rides.motion(pose, along: cursor.trajectory, at: time)
  }

  /// The motion by typing, fiddling and dancing.
  mutating func fidget(
    _ pose: Pose, along cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneMotion {
    confusion.motion(pose, along: cursor.trajectory, at: time)
  }

  /// True if a phone was set down so recently that its impact may last.
  @inline(__always)
  static func mayThump(_ placement: TrajectoryCursor.Hold<Placement>, at time: SimTime) -> Bool {
    !placement.value.isOnBody && time - placement.since < SimDuration(nanoseconds: 1_000_000_000)
  }

  /// The impact of a phone set down; without side effects or copies.
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
