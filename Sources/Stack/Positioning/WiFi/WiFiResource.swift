public import Observations

/// Requests to the access point service.
public enum WiFiResource: Hashable, Sendable {
  /// A tile: `wifi/tile/ROW/COLUMN`.
  case tile(TileAddress)
  /// The tile that contains some addresses, for a phone of unknown position:
  /// `wifi/tile-of/ADDRESS,…`.
  case tileOf([HardwareAddress])
  /// Access points around some addresses, in the older format: `wifi/around/ADDRESS,…`.
  case around([HardwareAddress])

  /// Maximum number of addresses per request.
  public static let maxAddresses = 8

  /// Resource text of the request.
  public var text: String {
    switch self {
    case .tile(let address): "wifi/tile/\(address.text)"
    case .tileOf(let addresses): "wifi/tile-of/\(Self.list(addresses))"
    case .around(let addresses): "wifi/around/\(Self.list(addresses))"
    }
  }

  private static func list(_ addresses: [HardwareAddress]) -> String {
    addresses.prefix(maxAddresses).map(\.description).joined(separator: ",")
  }

  /// Parses the resource text of a request; nil for any other.
  public init?(_ text: String) {
    func rest(_ prefix: String) -> Substring? {
      text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }
    func addresses(_ text: Substring) -> [HardwareAddress]? {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let found = parts.compactMap { HardwareAddress(String($0)) }
      guard found.count == parts.count, found.count <= Self.maxAddresses else { return nil }
      return found
    }
    if let tile = rest("wifi/tile/").flatMap({ TileAddress($0) }) {
      self = .tile(tile)
    } else if let list = rest("wifi/tile-of/").flatMap(addresses) {
      self = .tileOf(list)
    } else if let list = rest("wifi/around/").flatMap(addresses) {
      self = .around(list)
    } else {
      return nil
    }
  }
}
