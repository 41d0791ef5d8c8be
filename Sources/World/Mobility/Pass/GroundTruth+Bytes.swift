import Documents
import Kernel
import Truth

extension GroundTruth {
  /// The error for bytes that aren't valid ground truth.
  private struct InvalidGroundTruth: Error {}

  /// The ground truth in serialised form; ``init(bytes:)`` restores it exactly.
  package var bytes: [UInt8] {
    var writer = PackedWriter()
    writer.add(trajectories.count)
    for trajectory in trajectories { trajectory.write(to: &writer) }
    writer.add(warnings.count)
    for warning in warnings {
      writer.add(warning.time.nanoseconds)
      writer.add(warning.agent)
      writer.add(warning.text)
    }
    return writer.bytes
  }

  /// Restores a ground truth from ``bytes``.
  ///
  /// - Throws: An error if the bytes are malformed.
  package init(bytes: [UInt8]) throws {
    var reader = PackedReader(bytes[...])
    guard let trajectories = reader.list({ Trajectory(from: &$0) }),
      let warnings = reader.list({ reader -> WorldWarning? in
        guard let time: Int64 = reader.number(), let agent = reader.text(),
          let text = reader.text()
        else { return nil }
        return WorldWarning(time: SimTime(nanoseconds: time), agent: agent, text: text)
      }), reader.isAtEnd
    else { throw InvalidGroundTruth() }
    self.init(trajectories: trajectories, warnings: warnings)
  }
}
