public import Documents
extension WiFiScanLocator.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension WiFiTileKeeper.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension CellLocator.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension FusionFilter.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension RoadMatcher.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
extension RoadIndex.Parameters: DialSet { public static let dials: [Dial<Self>] = [] }
