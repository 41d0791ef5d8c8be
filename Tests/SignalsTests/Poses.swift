import Geometry
import Mobility

/// How somebody stands somewhere.
func standing(at position: Vec3, level: Int? = nil, velocity: Vec3 = .zero) throws -> Pose {
  Pose(position: position, velocity: velocity, level: level)
}
