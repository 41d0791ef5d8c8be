extension GaitProfile {
  /// Running, at the trunk: -1 g in flight and a half sine in contact for 62 % of a step (closed form).
  ///
  /// Plus an impact; the rest is an estimate.
  static let runningWaist = GaitProfile(
    pace: 2.8, strideHertz: 1.39,
    up: [0.4, 13.4, 0, 2.78, 0, 1.38, 0, 0.0522, 0, 0.498, 0, 0.23],
    upPhase: [0.6, 0, 0, 0, 0, 3.14, 0, 3.14, 0, 0, 0, 3.14],
    forward: [0.8, 2.2, 0.5, 1.2, 0.4, 0.8, 0.3, 0.5, 0.2, 0.3],
    side: [2, 0.8, 1, 0.5, 0.6, 0.4, 0.4, 0.3, 0.2, 0.2],
    pitch: [0.2, 0.4, 0.1, 0.3],
    roll: [0.5, 0.15, 0.25, 0.1],
    yaw: [0.9, 0.2, 0.3, 0.15],
    lean: 0.08, rattle: 2.2, rattleTurn: 0.4, wander: 0.015, lastOfBody: 8,
    growth: GaitGrowth(body: 2, impact: 6), harmonicSpread: 0.13, phaseSpread: 0.15)

  /// Running with the phone in a front trouser pocket: MotionSense, WISDM: 4 people, 160 windows.
  static let runningFrontPocket = GaitProfile(
    pace: 2.8, strideHertz: 1.33,
    up: [
      1.88, 11.3, 8.38, 3.71, 2.82, 1.13, 2.12, 0.93, 3.07, 2.11, 1.42, 1.04, 1.04, 0.776,
      0.647, 0.518,
    ],
    upPhase: [1.45, 0, -0.1, 2.6, 0.6, 2.5, 0.7, -2, 1.6, 0, 2.6, 0.7, -2.3, 1.7, -0.3, 3],
    forward: [
      0.548, 2.84, 2.44, 0.792, 0.717, 0.638, 1.02, 1.02, 0.951, 0.878, 0.889, 0.711, 0.622,
      0.534, 0.445, 0.356,
    ],
    side: [
      0.548, 2.08, 2.03, 0.72, 0.598, 0.558, 0.878, 0.878, 0.804, 0.731, 0.8, 0.622, 0.534,
      0.445, 0.356, 0.267,
    ],
    pitch: [2.77, 1.45, 0.811, 0.98, 0.493, 0.395, 0.395, 0.345, 0.296, 0.296],
    roll: [1.07, 0.929, 0.608, 0.653, 0.395, 0.345, 0.296, 0.296],
    yaw: [1.43, 1.45, 0.912, 1.2, 0.592, 0.493, 0.493, 0.395, 0.296, 0.296],
    radius: 0.12, lean: 0.08, rattle: 5.53, rattleTurn: 1.18, burst: 0.95, wander: 0.02,
    lastOfBody: 8, growth: GaitGrowth(body: 2, impact: 6), phaseSpread: 0.12)
}
