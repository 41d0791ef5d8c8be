public import Kernel

/// A 48-bit hardware address.
public struct HardwareAddress: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The address in the low 48 bits.
  public let value: UInt64

  /// Creates an address from the low 48 bits of a number.
  public init(_ value: UInt64) {
    self.value = value & 0xFFFF_FFFF_FFFF
  }

  /// Parses six pairs of hexadecimal digits between colons or hyphens; nil for anything else.
  public init?(_ text: String) {
    let pairs = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard pairs.count == 6 else { return nil }
    var value: UInt64 = 0
    for pair in pairs {
      guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16), pair.first != "+" else {
        return nil
      }
      value = value << 8 | UInt64(byte)
    }
    self.value = value
  }

  /// Six pairs of lower-case hexadecimal digits between colons.
  public var description: String {
    String(unsafeUninitializedCapacity: 17) { buffer in
      for digit in 0..<12 {
        let nibble = UInt8(truncatingIfNeeded: value >> UInt64(44 - 4 * digit) & 15)
        buffer[digit + digit / 2] =
          nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
        if digit & 1 == 1, digit < 11 { buffer[digit + digit / 2 + 1] = UInt8(ascii: ":") }
      }
      return 17
    }
  }

  public static func < (left: HardwareAddress, right: HardwareAddress) -> Bool {
    left.value < right.value
  }
}

/// A received BSSID in a Wi-Fi scan.
public struct WiFiReading: Hashable, Sendable {
  /// The BSSID.
  public var bssid: HardwareAddress
  /// The network's name; empty if hidden.
  public var ssid: String
  /// Received signal strength (RSSI), in dBm.
  public var rssiDecibelMilliwatts: Double
  /// The channel's centre frequency, in MHz.
  public var frequencyMegahertz: Double
  /// Time of this reading; a scan dwells on one channel after another.
  public var time: SimTime

  /// Creates a reading.
  public init(
    bssid: HardwareAddress, ssid: String, rssiDecibelMilliwatts: Double,
    frequencyMegahertz: Double, time: SimTime
  ) {
    self.bssid = bssid
    self.ssid = ssid
    self.rssiDecibelMilliwatts = rssiDecibelMilliwatts
    self.frequencyMegahertz = frequencyMegahertz
    self.time = time
  }
}

/// A completed scan of the Wi-Fi channels.
public struct WiFiScan: Hashable, Sendable {
  /// Start of the scan.
  public var startTime: SimTime
  /// End of the scan.
  public var endTime: SimTime
  /// The readings; may be empty.
  public var readings: [WiFiReading]

  /// Creates a scan.
  public init(startTime: SimTime, endTime: SimTime, readings: [WiFiReading]) {
    self.startTime = startTime
    self.endTime = endTime
    self.readings = readings
  }
}
