public import Documents

extension GNSSErrorModel: DialSet {
  public static let dials: [Dial<Self>] = [
    .number(
      "mask", \.maskRadians, "rad", 0...0.8, "Satellites lower than this are left out.", .estimate),
    .number(
      "least_strength", \.leastStrength, "dB-Hz", 0...45, "Signals weaker than this are left out.",
      .estimate),
    .number(
      "code_factor", \.codeFactor, "", 0.1...10,
      "The receiver's own figure for code noise is multiplied by this.", .estimate),
    .number(
      "least_code", \.leastCodeMetres, "m", 0.01...20, "The least code noise that is believed.",
      .estimate),
    .number(
      "most_code", \.mostCodeMetres, "m", 1...1000, "The most code noise that is believed.",
      .estimate),
    .number(
      "echo", \.echoMetres, "m", 0...20,
      "One standard deviation of the echoes of a signal as strong as its elevation promises.",
      .fitted("a u-blox in Tsim Sha Tsui, UrbanNav TST of 2020-06-03")),
    .number(
      "echo_decade", \.echoDecade, "dB", 1...50,
      "A signal so much weaker than promised has tenfold echoes.",
      .fitted("a u-blox in Tsim Sha Tsui: 2 to 3 m with 5 dB missing, 35 to 140 m with 8 to 14")),
    .number(
      "most_echo", \.mostEchoMetres, "m", 1...1000, "The most that is expected of echoes.",
      .fitted("a u-blox in Tsim Sha Tsui, UrbanNav TST of 2020-06-03")),
    .number(
      "free_lack", \.freeLack, "dB", 0...20,
      "A signal may be so much weaker than promised before its echoes count as larger.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "most_lack", \.mostLack, "dB", 1...60, "The most missing strength that is reckoned with.",
      .estimate),
    .number(
      "low_echo_share", \.lowEchoShare, "share", 0...1,
      "How much of the variance of echoes grows with the inverse sine of elevation.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "least_sine", \.leastSine, "", 0.01...0.5,
      "Errors grow with the inverse sine of elevation down to this sine.", .estimate),
    .number(
      "strength_drop", \.strengthDrop, "dB", 0...40,
      "Signals on the horizon are so much weaker than at the zenith.",
      .fitted("modules 13, a reference station 19, phones 18 with a square")),
    .number(
      "orbit", \.orbitMetres, "m", 0...20,
      "One standard deviation of the errors of orbits and clocks.",
      .memory("GPS standard of performance: signals in space are good to 0.8 m or better")),
    .number(
      "ionosphere_share", \.ionosphereShare, "share", 0...1,
      "How much of the broadcast ionosphere's delay is wrong.",
      .fitted("residuals of the public recordings, from the 0.5 of RTKLIB's ERR_BRDCI")),
    .number(
      "troposphere", \.troposphereMetres, "m", 0...2,
      "One standard deviation of the troposphere at the zenith.",
      .fitted("residuals of the public recordings; RTKLIB's 0.3 is for none known")),
    .number(
      "glonass_factor", \.glonassFactor, "", 0.1...10, "GLONASS's orbits are worse by this factor.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "glonass_channel", \.glonassChannelMetres, "m", 0...20,
      "One standard deviation of the delays of GLONASS's channels.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "beidou_factor", \.beidouFactor, "", 0.1...10, "BeiDou's orbits are worse by this factor.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "rate_floor", \.rateFloor, "m/s", 0.001...2, "The least standard deviation of a rate.",
      .estimate),
    .number(
      "rate_factor", \.rateFactor, "", 0.1...10,
      "The receiver's own figure for a rate's noise is multiplied by this.", .estimate),
  ]
}
