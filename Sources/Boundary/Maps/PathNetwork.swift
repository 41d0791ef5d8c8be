import Geometry

/// The lines along which people usually walk: indoor pathways, footways, crossings.
///
/// It guides; one may also cross open floor.
public struct PathNetwork: Hashable, Sendable {
  /// A line from one node to another.
  public struct Edge: Hashable, Sendable {
    /// The numbers of its nodes.
    public let from, to: Int
    /// What it is.
    public let kind: PathKind
    /// The signalled junction in ``RoadNetwork/junctions`` that one waits for; nil elsewhere.
    public let signal: Int?

    /// Creates an edge.
    public init(from: Int, to: Int, kind: PathKind, signal: Int? = nil) {
      self.from = from
      self.to = to
      self.kind = kind
      self.signal = signal
    }
  }

  /// Where the lines meet and end.
  public let nodes: [Spot]
  /// The lines; both ends of one lie on one level, or both outdoors, or one at an entrance.
  public let edges: [Edge]

  /// Creates a network; edges must name nodes that exist.
  public init(nodes: [Spot] = [], edges: [Edge] = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// What a path is.
public enum PathKind: String, CaseIterable, Sendable {
  /// Indoors.
  case pathway
  /// A pavement, or a way for people on foot.
  case footway
  /// Across a road.
  case crossing
  /// A trail or a way through a park; runners like it, and bicycles may use it.
  case trail
  /// Steps in the open.
  case steps
}
