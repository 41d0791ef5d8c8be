import Geometry
import Kernel
import Mobility

/// How somebody stands somewhere.
func standing(at position: Vec3, level: Int? = nil, velocity: Vec3 = .zero) throws -> Pose {
  let walker = Walker(name: "w", start: position, level: level, errands: [])
  var pose = try moveAgents([walker], until: .start)[0].pose(at: .start)
  pose.velocity = velocity
  return pose
}
