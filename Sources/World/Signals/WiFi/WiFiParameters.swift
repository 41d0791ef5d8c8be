/// How a phone hears Wi-Fi: which effects there are and how strong.
///
/// Figures called measured are from the 261 walks of site 1 of the Indoor Location Competition 2.0 (a
/// crowded mall, one phone model), from IPIN 2023 track 3 (a quiet museum, two) and from
/// UJIIndoorLoc's validation part (three university buildings, eleven).
public struct WiFiParameters: Hashable, Sendable {
  /// How much the median level departs from what walls and distance say, as a standard deviation in
  /// dB.
  ///
  /// Residuals of multi-wall models are 4 to 6 dB. The readings of one radio differ by √(2γ) with
  /// √γ = 4.3, 5.9, 8.5 and 9.9 dB at 2, 10, 22 and 45 m (mall) and 4.9, 6.6, 9.0 and 12.5 dB (UJI);
  /// with the walls of a made-up mall, 6 dB over 12 m come nearest to the first.
  public var shadowDecibels = 6.0
  /// Where the correlation of that has fallen to 1/e, in m; InH in sight has 10 m.
  public var shadowLengthMetres = 12.0
  /// The share of the shadow's variance that is drawn anew each day: doors, shelves, goods.
  ///
  /// Measured: revisits within 1 m by another walk the same way scatter by 4.7 to 5.3 dB, where
  /// successive readings of one walk scatter by 4.1 to 4.5 dB.
  public var dailyChange = 0.25
  /// Whether waves that meet make a signal strong here and weak there.
  public var hasFading = true
  /// How much people who move make the level of a radio vary from scan to scan, as a standard
  /// deviation in dB; a quarter more at 2.4 GHz and a quarter less at 5 GHz.
  ///
  /// Measured: phones that hardly move scatter by 2 to 3.5 dB in all.
  public var motionDecibels = 2.0
  /// The same for each network of a radio by itself, in dB.
  ///
  /// Measured: two networks of a radio differ by 1.4 dB at 5 GHz and 2.0 dB at 2.4 GHz, mostly by a
  /// dB at most and seldom by many.
  public var networkDecibels = 0.7
  /// What the bearer's body takes from what comes from behind, in dB at 2.4 GHz; 1.6 times that at
  /// 5 GHz.
  ///
  /// Measured on phones held in front, by walks the same and the other way along one line: 3.6 and
  /// 6.6 dB.
  public var bodyDecibels = 4.0
  /// Whether the run's own people stand in the way, each where they are.
  public var people = true
  /// How many others stand about, in persons per m².
  public var crowdDensity = 0.0
  /// What they cost, in dB per m at one person per m², over the first 30 m; an estimate in the middle
  /// of 0.2 to 0.5.
  public var crowdDecibelsPerMetre = 0.35
  /// What phones receive less than an ideal antenna would: efficiency, the hand, polarisation; in dB.
  ///
  /// Measured, against the usual radiated powers: the strongest level of a radio anywhere in the
  /// mall is -46 dBm in the median at 2.4 GHz and -51 dBm at 5 GHz, and 6 m away it is -59 dBm.
  public var antennaDecibels = 10.0
  /// How far phones differ in what they report, as a standard deviation in dB.
  ///
  /// Measured: eleven phone models at the same places differ by 4.1 dB.
  public var deviceDecibels = 4.0
  /// How far phones differ in how many dB they report for one.
  public var deviceSlope = 0.05
  /// Whether beacons are missed when they are weak.
  public var hasMisses = true
  /// Whether they are missed when others send at the same time.
  public var hasCollisions = true
  /// The level of which half is heard, in dBm at 5 GHz; 2 dB lower at 2.4 GHz, where beacons are slow.
  ///
  /// Measured: half of what is reported at -90 dBm is heard in the next scan.
  public var sensitivity = -90.0
  /// How far phones differ in that, as a standard deviation in dB; an estimate.
  public var sensitivityDecibels = 1.5
  /// The share of the airtime that each radio fills with other people's data.
  public var airtime = 0.05
  /// Whether levels are whole dB.
  public var isQuantised = true
  /// For how long a phone reports again what a scan before has heard; off at 0.
  ///
  /// Android keeps results for some 30 s: measured, half of a list is from earlier scans.
  public var staleSeconds = 0.0
  /// Which bands are scanned.
  public var band2GHz = true, band5GHz = true
  /// Whether channels of 5 GHz that radar has first claim to are listened to.
  public var radarChannels = true
  /// How long a phone asks and listens on a channel, and how long where it may only listen, in s.
  ///
  /// 40 and 110 ms in Android's drivers, and 22 ms from one to the next: measured, a channel of
  /// 2.4 GHz each 62 ms.
  public var activeSeconds = 0.040, passiveSeconds = 0.110, switchSeconds = 0.022
  /// The share of access points replaced by others each month, with other addresses; an estimate.
  public var replacedMonthly = 0.01
  /// The share moved by some metres each month; an estimate.
  public var movedMonthly = 0.0
  /// The share switched off for good each month; an estimate.
  public var removedMonthly = 0.0

  /// As in nature.
  public init() {}

  /// Every radio within reach at its median level, in every scan.
  public static var ideal: Self {
    var ideal = Self()
    ideal.shadowDecibels = 0
    ideal.dailyChange = 0
    ideal.hasFading = false
    ideal.motionDecibels = 0
    ideal.networkDecibels = 0
    ideal.bodyDecibels = 0
    ideal.people = false
    ideal.antennaDecibels = 0
    ideal.deviceDecibels = 0
    ideal.deviceSlope = 0
    ideal.hasMisses = false
    ideal.hasCollisions = false
    ideal.sensitivityDecibels = 0
    ideal.isQuantised = false
    ideal.replacedMonthly = 0
    return ideal
  }
}
