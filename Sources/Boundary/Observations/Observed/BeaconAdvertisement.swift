public import Kernel

/// A 128-bit identifier in the usual 8-4-4-4-12 form.
public struct Identifier128: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The first eight bytes, the first in the high bits.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Creates an identifier from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses 8-4-4-4-12 hexadecimal digits in either case; nil for anything else.
  public init?(_ text: String) {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
    var value: UInt128 = 0
    for group in groups {
      for byte in group {
        guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
        value = value << 4 | UInt128(digit)
      }
    }
    high = UInt64(truncatingIfNeeded: value >> 64)
    low = UInt64(truncatingIfNeeded: value)
  }

  /// The 8-4-4-4-12 form in upper case, as Apple prints it.
  public var description: String {
    // Written for every advertisement of a recording, so without intermediate strings.
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          buffer[place] = UInt8(ascii: "-")
          place += 1
        }
        let half = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit & 15)) & 15)
        buffer[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
        place += 1
      }
      return place
    }
  }

  public static func < (left: Identifier128, right: Identifier128) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// The frame format of an advertisement.
public enum BeaconFormat: String, CaseIterable, Sendable {
  case iBeacon, altBeacon, eddystoneUID
}

/// The identity in a beacon's frame; fields missing in a format are zero.
public struct BeaconIdentity: Hashable, Comparable, Sendable {
  /// The frame's format.
  public var format: BeaconFormat
  /// The proximity UUID; for Eddystone, namespace and instance.
  public var uuid: Identifier128
  /// The major number.
  public var major: UInt16
  /// The minor number.
  public var minor: UInt16

  /// Creates an identity.
  public init(
    format: BeaconFormat = .iBeacon, uuid: Identifier128, major: UInt16, minor: UInt16
  ) {
    self.format = format
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
    (left.format.rawValue, left.uuid, left.major, left.minor)
      < (right.format.rawValue, right.uuid, right.major, right.minor)
  }
}

/// One received advertisement of one beacon.
public struct BeaconAdvertisement: Hashable, Sendable {
  /// Reception time.
  public var time: SimTime
  /// The beacon's identity.
  public var identity: BeaconIdentity
  /// The radio's address, if the system reports it.
  public var address: HardwareAddress?
  /// The calibrated power at 1 m in the frame, in dBm.
  public var measuredPowerDecibelMilliwatts: Double
  /// Received signal strength (RSSI), in dBm.
  public var rssiDecibelMilliwatts: Double

  /// Creates an advertisement.
  public init(
    time: SimTime, identity: BeaconIdentity, address: HardwareAddress? = nil,
    measuredPowerDecibelMilliwatts: Double, rssiDecibelMilliwatts: Double
  ) {
    self.time = time
    self.identity = identity
    self.address = address
    self.measuredPowerDecibelMilliwatts = measuredPowerDecibelMilliwatts
    self.rssiDecibelMilliwatts = rssiDecibelMilliwatts
  }
}
