public import Truth

extension MotionSense {
  /// The activity of a file.
  public enum Activity: String, CaseIterable, Hashable, Sendable {
    case downstairs = "dws"
    case upstairs = "ups"
    case walking = "wlk"
    case jogging = "jog"
    case sitting = "sit"
    case standing = "std"

    /// The corresponding ground truth activity.
    public var trueActivity: TrueActivity {
      switch self {
      case .downstairs, .upstairs, .walking: .walking
      case .jogging: .running
      case .sitting, .standing: .stationary
      }
    }
  }

  /// Activity, trial and person encoded in a file's path.
  public struct Label: Hashable, Sendable {
    /// The activity throughout, except for the handling of the phone at both ends.
    public var activity: Activity
    public var trial: Int
    public var person: Int

    /// Parses the end of a path such as `A_DeviceMotion_data/wlk_7/sub_12.csv.gz`; nil for other paths.
    public init?(path: String) {
      let parts = path.split(separator: "/")
      guard parts.count >= 2 else { return nil }
      let folder = parts[parts.count - 2].split(separator: "_", omittingEmptySubsequences: false)
      let name = parts[parts.count - 1].prefix { $0 != "." }
      guard folder.count == 2, let activity = Activity(rawValue: String(folder[0])),
        let trial = Int(folder[1]), name.hasPrefix("sub_"), let person = Int(name.dropFirst(4))
      else { return nil }
      self.activity = activity
      self.trial = trial
      self.person = person
    }
  }
}
