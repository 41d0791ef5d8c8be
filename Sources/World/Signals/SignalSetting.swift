public import Documents

/// The setting of one signal in a scenario's `signals:` block: off, or on with parameters.
///
/// In a file, `natural`, `ideal` or `off`, or a mapping of the model's keys.
public enum SignalSetting<Parameters: SignalParameters>: Hashable, Sendable {
  /// No such sensor, or no transmitters.
  case off
  case on(Parameters)

  /// The parameters; nil if off.
  public var parameters: Parameters? {
    switch self {
    case .off: nil
    case .on(let parameters): parameters
    }
  }

  /// The document form.
  public static var form:
    EitherForm<ChoiceForm<SignalPreset>, ObjectForm<Parameters>, SignalSetting<Parameters>>
  {
    ChoiceForm<SignalPreset>.choice(SignalPreset.self).or(
      .object(Parameters.self),
      scalar: { word in
        switch word {
        case .natural: .on(Parameters())
        case .ideal: .on(.ideal)
        case .off: .off
        }
      }, collection: { .on($0) })
  }
}

/// A word that stands for a set of parameters.
public enum SignalPreset: String, CaseIterable, Sendable {
  case natural, ideal, off
}
