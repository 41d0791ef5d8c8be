import Geometry
import Kernel
import Maps
import Observations
import Scoring
import Truth
import Venues

/// Truth samples from a trajectory, for the scorer.
struct TruthSource: Sendable {
  let frame: LocalFrame
  let levels: [Level]
  let trajectory: Trajectory

  func sample(at time: SimTime) -> TruthSample {
    let pose = trajectory.devicePose(at: time)
    // The frame and a day's walk around it are valid coordinates.
    let place = try? frame.geodetic(of: pose.position)
    return TruthSample(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place?.latitudeDegrees ?? .nan,
        longitudeDegrees: place?.longitudeDegrees ?? .nan),
      altitudeMetres: place?.altitudeMetres ?? .nan, floor: pose.level.map { levels[$0].ordinal },
      eastVelocityMetresPerSecond: pose.velocity.x,
      northVelocityMetresPerSecond: pose.velocity.y, activity: pose.activity,
      stepCount: Int(pose.steps + 1e-9), distanceMetres: pose.distanceMetres)
  }
}
