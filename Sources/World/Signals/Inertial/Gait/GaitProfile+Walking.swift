extension GaitProfile {
  /// At the waist: UCI HAR test set (9 people, medians); above 8 Hz and rotation, estimates.
  static let walkingWaist = GaitProfile(
    up: [0.204, 2.41, 0.803, 0.684, 0.381, 0.967, 0.451, 0.679, 0.25, 0.3, 0.15, 0.2],
    upPhase: [0.3, 0, -2.8, -0.5, 1.5, -1.8, 0.6, -2.6, 2, 2.2, 2, 1.4],
    forward: [0.175, 1.47, 0.175, 0.805, 0.2, 0.4, 0.15, 0.3, 0.1, 0.15],
    side: [0.559, 0.396, 0.437, 0.322, 0.35, 0.2, 0.25, 0.15, 0.1, 0.1],
    pitch: [0.1, 0.2, 0.06, 0.15],
    roll: [0.22, 0.06, 0.12, 0.05],
    yaw: [0.3, 0.08, 0.1, 0.06],
    rattle: 0.55, rattleTurn: 0.12, wander: 0.012, lastOfBody: 5, harmonicSpread: 0.13,
    stepSpread: 0.06)

  /// In a front trouser pocket: MotionSense, Oxford, WISDM, Matey-Sanz et al.: 5 people, 280 windows.
  static let walkingFrontPocket = GaitProfile(
    strideHertz: 0.95,
    up: [
      0.647, 4.45, 2.01, 1.7, 0.332, 0.653, 1.76, 2.13, 2.58, 2.13, 1.53, 1.05, 0.718, 0.574,
      0.479, 0.287,
    ],
    upPhase: [0.55, 0, -1.7, 2.4, -1.5, -2.8, 2.2, -1, 2.3, -0.65, 2.5, -0.4, 2.5, 0.3, 2.6, -1],
    forward: [
      0.213, 1.67, 1.17, 2.08, 0.639, 0.479, 0.203, 0.244, 0.264, 0.224, 0.612, 0.476, 0.34,
      0.272, 0.204, 0.136,
    ],
    side: [
      0.213, 1.06, 0.95, 1.5, 0.479, 0.373, 0.142, 0.163, 0.163, 0.142, 0.408, 0.34, 0.272,
      0.204, 0.136, 0.136,
    ],
    pitch: [2.43, 1.01, 0.431, 0.635, 0.287, 0.287, 0.359, 0.359, 0.287, 0.216],
    roll: [0.656, 0.53, 0.385, 0.476, 0.18, 0.18, 0.18, 0.18],
    yaw: [0.665, 0.705, 0.41, 0.603, 0.273, 0.205, 0.205, 0.205, 0.136, 0.136],
    radius: 0.15, rattle: 1.96, rattleTurn: 0.503, burst: 0.95, wander: 0.02, lastOfBody: 5,
    phaseSpread: 0.12, stepSpread: 0.07, impactSpread: 0.25)

  /// In a back trouser pocket: Oxford step counter set (1 person, 50 windows).
  static let walkingBackPocket = GaitProfile(
    strideHertz: 0.96,
    up: [
      0.485, 1.67, 1.77, 0.799, 1.23, 1.87, 1.34, 1.73, 1.24, 1.55, 0.918, 1.18, 0.328, 0.459,
      0.197, 0.131,
    ],
    upPhase: [
      -2.07, 0, -1.56, -1.26, -1.46, -2.55, -1.95, 2.97, -1.63, 2.16, -1.25, 1.57, -0.98, 1.67,
      0.53, -3.05,
    ],
    forward: [
      0.215, 0.908, 1.07, 1.15, 0.709, 0.709, 0.775, 0.775, 0.678, 0.678, 0.712, 0.712, 0.427,
      0.427,
    ],
    side: [
      0.179, 0.584, 0.854, 0.864, 0.552, 0.552, 0.581, 0.581, 0.484, 0.484, 0.569, 0.569, 0.285,
      0.285,
    ],
    pitch: [1.3, 0.8, 0.3, 0.25, 0.2, 0.2, 0.2, 0.2],
    roll: [0.45, 0.35, 0.2, 0.15, 0.1, 0.1],
    yaw: [0.6, 0.6, 0.3, 0.2, 0.2, 0.15],
    radius: 0.18, rattle: 0.874, rattleTurn: 0.3, burst: 0.95, wander: 0.02, lastOfBody: 5,
    phaseSpread: 0.2, impactSpread: 0.22, jitter: 0.055)

  /// On the upper arm: the trunk with the swing of a shoulder; an estimate.
  static let walkingUpperArm = GaitProfile(
    up: [0.4, 2.3, 0.45, 0.6, 0.3, 0.55, 0.25, 0.4, 0.2, 0.2, 0.1, 0.1],
    upPhase: [0.3, 0, -2.8, -0.5, 1.5, -1.8, 0.6, -2.6, 2, 2.2, 2, 1.4],
    forward: [0.7, 0.9, 0.3, 0.5, 0.2, 0.25, 0.1, 0.15],
    side: [0.5, 0.35, 0.35, 0.25, 0.2, 0.15, 0.1, 0.1],
    pitch: [0.9, 0.25, 0.1, 0.1],
    roll: [0.2, 0.12, 0.08, 0.06],
    yaw: [0.3, 0.15, 0.08, 0.06],
    radius: 0.15, rattle: 0.35, rattleTurn: 0.1, wander: 0.015, lastOfBody: 5)

  /// In a swinging hand: Oxford step counter set (1 person, 48 windows).
  static let walkingHandSwinging = GaitProfile(
    strideHertz: 0.94,
    up: [1.08, 2.55, 0.327, 0.363, 0.194, 0.399, 0.0551, 0.171, 0.185, 0.19, 0.19, 0.12],
    upPhase: [0.3, 0, -2.83, -1.42, -0.14, 0.97, 1.93, 1.36, -1.76, 1.6, -2, 1],
    forward: [0.41, 0.105, 0.27, 0.46, 0.5, 0.49, 0.5, 0.5, 0.24, 0.22],
    side: [0.31, 0.084, 0.27, 0.37, 0.4, 0.39, 0.38, 0.38, 0.24, 0.22],
    pitch: [1.125, 0.06, 0.12, 0.12, 0.08, 0.06],
    roll: [0.3, 0.15, 0.1, 0.08],
    yaw: [0.35, 0.2, 0.12, 0.1],
    radius: 0.6, rattle: 0.11, rattleTurn: 0.15, wander: 0.05, lastOfBody: 5,
    growth: GaitGrowth(turn: 4), stepSpread: 0.12, jitter: 0.07)

  /// Held in front for reading: Indoor Location Competition, IPIN 2023, Oxford (440 windows).
  ///
  /// Arms and grips differ more than legs, and more often towards stronger motion than towards weaker. The
  /// spreads are fitted to every other walk of these and validated on the others.
  static let walkingHandTexting = GaitProfile(
    strideHertz: 0.89,
    up: [0.223, 1.87, 0.253, 0.291, 0.164, 0.328, 0.14, 0.27, 0.252, 0.377, 0.217, 0.217],
    upPhase: [0.3, 0, -2.8, -0.5, 1.5, -1.8, 0.6, -2.6, 2, 2.2, 2, 1.4],
    forward: [0.149, 0.398, 0.134, 0.174, 0.186, 0.248, 0.215, 0.322, 0.107, 0.107],
    side: [0.248, 0.318, 0.134, 0.104, 0.186, 0.124, 0.215, 0.107],
    pitch: [0.0236, 0.0158, 0.034, 0.105, 0.0438, 0.0438],
    roll: [0.0236, 0.00841, 0.0292, 0.0523],
    yaw: [0.0295, 0.00841, 0.0292, 0.0523],
    rattle: 0.132, rattleTurn: 0.132, wander: 0.07, wanderSpread: 0.5, lastOfBody: 5,
    spread: 0.4, harmonicSpread: 0.5, softSpread: 0.12, stepHarmonicSpread: 0.15, rattleSpread: 0.5,
    stepSpread: 0.18, impactSpread: 0.3, jitter: 0.06)

  /// In a bag that hangs from the shoulder: Oxford step counter set (1 person, 63 windows, brisk).
  static let walkingBag = GaitProfile(
    pace: 1.63, strideHertz: 1.02,
    up: [0.364, 3.4, 0.371, 0.562, 0.289, 0.482, 0.145, 0.725, 0.167, 0.487, 0.0518, 0.155],
    upPhase: [-0.15, 0, -1.59, -2.37, -2.28, 0.62, -2.77, 0.17, 1.24, -0.32, 0.65, -0.62],
    forward: [0.259, 1.58, 1.05, 0.858, 0.723, 0.603, 0.562, 0.562, 0.281, 0.281],
    side: [0.296, 1.58, 1.05, 0.763, 0.723, 0.603, 0.562, 0.422, 0.281, 0.281],
    pitch: [0.4, 0.5, 0.25, 0.2, 0.15],
    roll: [0.5, 0.4, 0.25, 0.2, 0.15],
    yaw: [0.4, 0.3, 0.2, 0.15],
    rattle: 0.786, rattleTurn: 0.4, burst: 0.9, wander: 0.03, lastOfBody: 5,
    growth: GaitGrowth(maximum: 1.5), phaseSpread: 0.25, stepSpread: 0.1, impactSpread: 0.4,
    jitter: 0.06)
}
