extension GaitProfile {
  /// Upstairs, at the waist: UCI HAR test set.
  static let stairsUpWaist = GaitProfile(
    pace: 0.46, strideHertz: 0.79,
    up: [0.343, 2.46, 0.337, 0.805, 0.266, 0.783, 0.273, 0.377, 0.15, 0.2],
    upPhase: [0.3, 0, -2.8, -0.5, 1.5, -1.8, 0.6, -2.6, 2, 2.2],
    forward: [0.567, 1.03, 0.23, 0.556, 0.2, 0.3],
    side: [0.78, 0.654, 0.23, 0.463, 0.3, 0.2],
    pitch: [0.2, 0.3, 0.1, 0.15],
    roll: [0.3, 0.1, 0.12, 0.06],
    yaw: [0.35, 0.1, 0.1, 0.06],
    lean: 0.1, rattle: 0.6, rattleTurn: 0.12, wander: 0.02, lastOfBody: 5,
    growth: GaitGrowth(body: 4, impact: 6), harmonicSpread: 0.13)

  /// Upstairs with the phone in a front trouser pocket: MotionSense (3 people, 27 windows).
  static let stairsUpFrontPocket = GaitProfile(
    pace: 0.41, strideHertz: 0.71,
    up: [
      2.4, 3.34, 0.375, 1.04, 0.551, 0.809, 0.295, 0.527, 1.04, 0.912, 0.619, 0.774, 0.465,
      0.465,
    ],
    upPhase: [-2.2, 0, 1.1, 2, -0.2, 2.4, -1.5, -0.6, -1, 0, 0.9, 1.6, 2.4, 2.5],
    forward: [
      1.21, 1.22, 0.647, 0.376, 0.897, 0.897, 0.448, 0.448, 0.448, 0.336, 0.561, 0.374, 0.374,
      0.374,
    ],
    side: [
      0.603, 0.868, 0.575, 0.314, 0.897, 0.718, 0.448, 0.336, 0.336, 0.336, 0.374, 0.374, 0.374,
      0.374,
    ],
    pitch: [2.34, 1.08, 0.397, 0.232, 0.223, 0.167, 0.167, 0.167],
    roll: [0.595, 0.669, 0.309, 0.259, 0.234, 0.156],
    yaw: [0.638, 0.717, 0.353, 0.232, 0.223, 0.167],
    radius: 0.1, lean: 0.1, rattle: 1.34, rattleTurn: 0.331, burst: 0.95, wander: 0.06,
    lastOfBody: 5, growth: GaitGrowth(body: 4, impact: 6), phaseSpread: 0.15, stepSpread: 0.2,
    impactSpread: 0.35, jitter: 0.12)

  /// Downstairs, at the waist: UCI HAR test set.
  static let stairsDownWaist = GaitProfile(
    pace: 0.5, strideHertz: 0.86,
    up: [0.237, 3.69, 0.645, 1.34, 0.451, 0.666, 0.358, 0.43, 0.2, 0.25],
    upPhase: [0.3, 0, -2.8, -0.5, 1.5, -1.8, 0.6, -2.6, 2, 2.2],
    forward: [0.163, 0.577, 0.248, 0.628, 0.3, 0.3],
    side: [0.463, 0.412, 0.455, 0.404, 0.3, 0.2],
    pitch: [0.15, 0.25, 0.1, 0.15],
    roll: [0.3, 0.1, 0.12, 0.06],
    yaw: [0.3, 0.1, 0.1, 0.06],
    lean: -0.03, rattle: 0.95, rattleTurn: 0.2, wander: 0.02, lastOfBody: 5,
    growth: GaitGrowth(body: 4, impact: 6), harmonicSpread: 0.13)

  /// Downstairs with the phone in a front trouser pocket: MotionSense (3 people, 27 windows).
  static let stairsDownFrontPocket = GaitProfile(
    pace: 0.51, strideHertz: 0.88,
    up: [
      0.317, 2.26, 0.822, 1.6, 0.482, 1.23, 1.04, 1.71, 1.13, 1.13, 0.962, 0.962, 0.801, 0.641,
      0.481, 0.481,
    ],
    upPhase: [0.55, 0, -1.7, 2.4, -1.5, -2.8, 2.2, -1, 2.3, -0.65, 2.5, -0.4, 2.5, 0.3, 2.6, -1],
    forward: [
      0.0191, 1.01, 0.323, 1.44, 0.96, 1.12, 0.575, 0.67, 0.575, 0.575, 0.452, 0.452, 0.362,
      0.362, 0.271, 0.271,
    ],
    side: [
      0.0191, 0.754, 0.323, 1.08, 0.8, 0.96, 0.479, 0.575, 0.479, 0.479, 0.362, 0.362, 0.271,
      0.271, 0.181, 0.181,
    ],
    pitch: [0.542, 1.34, 0.221, 0.581, 0.141, 0.177, 0.106, 0.106],
    roll: [0.271, 0.611, 0.177, 0.291, 0.106, 0.0706],
    yaw: [0.271, 1.1, 0.265, 0.581, 0.141, 0.141],
    radius: 0.1, lean: 0, rattle: 2.15, rattleTurn: 0.539, burst: 0.95, wander: 0.1,
    lastOfBody: 5, growth: GaitGrowth(body: 4, impact: 6), phaseSpread: 0.25, stepSpread: 0.22,
    impactSpread: 0.4, jitter: 0.15)
}
