public import Documents
extension ActivityTracker.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension Pedometer.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension PeakStepCounter.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
