package import Geometry

extension Trajectory {
  /// The same way gone with other doings, carried otherwise; for signals to be looked at alone.
  ///
  /// - Parameters:
  ///   - doing: What the agent does; nil for what it did.
  ///   - placement: Where the phone is carried; nil for where it was.
  ///   - lying: Where the phone lies while its owner doesn't carry it; nil for where it did.
  ///   - gait: How the agent steps.
  /// - Returns: The trajectory, with the footfalls that go with it.
  package func changed(
    doing: Track<Doing>? = nil, placement: Track<Placement>? = nil, lying: Track<Vec3?>? = nil,
    gait: Gait = Gait()
  ) -> Trajectory {
    Trajectory(
      path: path, doing: doing ?? self.doing, level: level, placement: placement ?? self.placement,
      link: link, vehicle: vehicle, lying: lying ?? self.lying, gait: gait)
  }
}
