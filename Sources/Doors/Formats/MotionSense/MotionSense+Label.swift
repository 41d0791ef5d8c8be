public import Truth

extension MotionSense {
  /// What the person of a file does.
  public enum Activity: String, CaseIterable, Hashable, Sendable {
    case downstairs = "dws"
    case upstairs = "ups"
    case walking = "wlk"
    case jogging = "jog"
    case sitting = "sit"
    case standing = "std"

    /// The same in the terms of the truth beside a stack.
    public var trueActivity: TrueActivity {
      switch self {
      case .downstairs, .upstairs, .walking: .walking
      case .jogging: .running
      case .sitting, .standing: .stationary
      }
    }
  }

  /// What the path of a file tells of it.
  public struct Label: Hashable, Sendable {
    /// What the person does all the time, but for the handling of the phone at both ends.
    public var activity: Activity
    /// The number of the trial.
    public var trial: Int
    /// The person's code.
    public var person: Int

    /// Reads the end of a path such as `A_DeviceMotion_data/wlk_7/sub_12.csv.gz`; nil for others.
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
