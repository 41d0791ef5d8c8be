/// Parameters of a phone's Wi-Fi reception.
///
/// Values called measured are from the 261 walks of site 1 of the Indoor Location Competition 2.0 (a
/// crowded mall, one phone model), from IPIN 2023 track 3 (a quiet museum, two models) and from
/// UJIIndoorLoc's validation part (three university buildings, eleven models).
public struct WiFiParameters: Hashable, Sendable {
  /// Standard deviation of the shadowing, in dB.
  ///
  /// Residuals of multi-wall models are 4 to 6 dB. The readings of one radio differ by √(2γ) with
  /// √γ = 4.3, 5.9, 8.5 and 9.9 dB at 2, 10, 22 and 45 m (mall) and 4.9, 6.6, 9.0 and 12.5 dB (UJI); with
  /// the walls of a synthetic mall, 6 dB over 12 m come nearest to the mall's.
  public var shadowDecibels = 6.0
  /// The 1/e correlation distance of the shadowing, in m; InH LOS has 10 m.
  public var shadowLengthMetres = 12.0
  /// The fraction of the shadowing variance that is redrawn each day: doors, shelves, goods.
  ///
  /// Measured: revisits within 1 m by another walk in the same direction scatter by 4.7 to 5.3 dB,
  /// successive readings of one walk by 4.1 to 4.5 dB.
  public var dailyChange = 0.25
  /// True for small-scale multipath fading.
  public var hasFading = true
  /// Standard deviation of a radio's level from scan to scan due to moving people, in dB.
  ///
  /// A quarter more at 2.4 GHz and a quarter less at 5 GHz. Measured: phones that hardly move scatter by
  /// 2 to 3.5 dB in total.
  public var motionDecibels = 2.0
  /// Standard deviation of the level of each network of a radio, in dB.
  ///
  /// Measured: two networks of a radio differ by 1.4 dB at 5 GHz and 2.0 dB at 2.4 GHz, mostly by one dB
  /// at most and rarely by many.
  public var networkDecibels = 0.7
  /// Body loss of signals from behind, in dB at 2.4 GHz; 1.6 times that at 5 GHz.
  ///
  /// Measured on phones held in front, by walks along one line in both directions: 3.6 and 6.6 dB.
  public var bodyDecibels = 4.0
  /// True if the run's people obstruct signals.
  public var people = true
  /// Density of other people, in persons per m².
  public var crowdDensity = 0.0
  /// Crowd loss, in dB per m at one person per m², over the first 30 m.
  ///
  /// An estimate in the middle of 0.2 to 0.5.
  public var crowdDecibelsPerMetre = 0.35
  /// Loss of phone antennas against the ideal: efficiency, hand and polarisation, in dB.
  ///
  /// Measured, against the usual radiated powers: the median of the strongest level of each radio in the
  /// mall is -46 dBm at 2.4 GHz and -51 dBm at 5 GHz, and 6 m away it is -59 dBm.
  public var antennaDecibels = 10.0
  /// Standard deviation of the level offset between phones, in dB.
  ///
  /// Measured: eleven phone models at the same positions differ by 4.1 dB.
  public var deviceDecibels = 4.0
  /// Standard deviation of the slope of reported levels (dB per dB) between phones.
  public var deviceSlope = 0.05
  /// True if weak beacons are missed.
  public var hasMisses = true
  /// True if colliding beacons are missed.
  public var hasCollisions = true
  /// The level with a detection probability of one half, in dBm at 5 GHz.
  ///
  /// 2 dB lower at 2.4 GHz, where beacons are slow. Measured: the next scan receives half of the beacons
  /// reported at -90 dBm.
  public var sensitivity = -90.0
  /// Standard deviation of the sensitivity between phones, in dB; an estimate.
  public var sensitivityDecibels = 1.5
  /// The fraction of airtime that each radio fills with other traffic.
  public var airtime = 0.05
  /// True if levels are rounded to 1 dB.
  public var isQuantised = true
  /// Max age of results of earlier scans that are reported again, in s; off at 0.
  ///
  /// Android keeps results for some 30 s: measured, half of a list is from earlier scans.
  public var staleSeconds = 0.0
  public var band2GHz = true, band5GHz = true
  /// True if 5 GHz channels with radar detection (DFS) are scanned.
  public var radarChannels = true
  /// Dwell on an active and on a passive channel, and the switching time, in s.
  ///
  /// 40 and 110 ms in Android's drivers, and 22 ms for the switch: measured, a channel of 2.4 GHz
  /// takes 62 ms.
  public var activeSeconds = 0.040, passiveSeconds = 0.110, switchSeconds = 0.022
  /// The fraction of access points replaced each month, with new addresses; an estimate.
  public var replacedMonthly = 0.01
  /// The fraction of access points moved by some metres each month; an estimate.
  public var movedMonthly = 0.0
  /// The fraction of access points removed each month; an estimate.
  public var removedMonthly = 0.0

  /// Realistic values.
  public init() {}

  /// Every radio in range at its median level, in every scan.
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
