public import Documents

extension GNSSErrorModel: ParameterSet {
  public static let parameters: [Parameter<Self>] = [
    .number(
      "mask", \.maskRadians, "rad", 0...0.8, "Elevation mask; lower satellites are rejected.",
      .estimate),
    .number(
      "least_strength", \.minStrength, "dB-Hz", 0...45,
      "Minimum C/N0; weaker signals are rejected.",
      .estimate),
    .number(
      "code_factor", \.codeFactor, "", 0.1...10,
      "Factor on the code noise that the receiver reports.", .estimate),
    .number(
      "least_code", \.minCodeMetres, "m", 0.01...20, "Minimum code noise sigma.",
      .estimate),
    .number(
      "most_code", \.maxCodeMetres, "m", 1...1000, "Maximum code noise sigma.",
      .estimate),
    .number(
      "echo", \.echoMetres, "m", 0...20,
      "Multipath sigma of a signal with the C/N0 expected at its elevation.",
      .fitted("a u-blox in Tsim Sha Tsui, UrbanNav TST of 2020-06-03")),
    .number(
      "echo_decade", \.echoDecade, "dB", 1...50,
      "C/N0 deficit that multiplies the multipath sigma by ten.",
      .fitted("a u-blox in Tsim Sha Tsui: 2 to 3 m at a deficit of 5 dB, 35 to 140 m at 8 to 14 dB")
    ),
    .number(
      "most_echo", \.maxEchoMetres, "m", 1...1000, "Maximum multipath sigma.",
      .fitted("a u-blox in Tsim Sha Tsui, UrbanNav TST of 2020-06-03")),
    .number(
      "free_lack", \.freeLack, "dB", 0...20,
      "C/N0 deficit without effect on the multipath sigma.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "most_lack", \.maxLack, "dB", 1...60, "Maximum C/N0 deficit in the multipath model.",
      .estimate),
    .number(
      "low_echo_share", \.lowEchoShare, "share", 0...1,
      "Share of the multipath variance that grows with the inverse sine of elevation.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "least_sine", \.minSine, "", 0.01...0.5,
      "Minimum sine of elevation in the error model.", .estimate),
    .number(
      "strength_drop", \.strengthDrop, "dB", 0...40,
      "C/N0 drop from zenith to horizon.",
      .fitted("modules 13, a reference station 19, phones 18 with a square")),
    .number(
      "orbit", \.orbitMetres, "m", 0...20,
      "Sigma of orbit and clock errors.",
      .memory("GPS standard of performance: signals in space are good to 0.8 m or better")),
    .number(
      "ionosphere_share", \.ionosphereShare, "share", 0...1,
      "Relative error of the broadcast ionosphere delay.",
      .fitted("residuals of the public recordings, from the 0.5 of RTKLIB's ERR_BRDCI")),
    .number(
      "troposphere", \.troposphereMetres, "m", 0...2,
      "Sigma of the troposphere delay at the zenith.",
      .fitted("residuals of the public recordings; RTKLIB's 0.3 is for none known")),
    .number(
      "glonass_factor", \.glonassFactor, "", 0.1...10, "Factor on the orbit sigma of GLONASS.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "glonass_channel", \.glonassChannelMetres, "m", 0...20,
      "Sigma of GLONASS inter-channel biases.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "beidou_factor", \.beidouFactor, "", 0.1...10, "Factor on the orbit sigma of BeiDou.",
      .fitted("residuals of the public recordings, by eye")),
    .number(
      "rate_floor", \.rateFloor, "m/s", 0.001...2, "Minimum sigma of a range rate.",
      .estimate),
    .number(
      "rate_factor", \.rateFactor, "", 0.1...10,
      "Factor on the range rate noise that the receiver reports.", .estimate),
  ]
}
