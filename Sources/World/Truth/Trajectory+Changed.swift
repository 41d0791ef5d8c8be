package import Geometry

extension Trajectory {
  /// Returns the trajectory on the same path with other activities, placements or gait.
  ///
  /// For studies of single signal models. Nil keeps the present track; the footfalls are recomputed.
  package func changed(
    doing: Track<Doing>? = nil, placement: Track<Placement>? = nil, lying: Track<Vec3?>? = nil,
    gait: Gait = Gait()
  ) -> Trajectory {
    Trajectory(
      path: path, doing: doing ?? self.doing, level: level, placement: placement ?? self.placement,
      link: link, vehicle: vehicle, lying: lying ?? self.lying, gait: gait)
  }
}
