import Geometry

/// The walking network of a venue: indoor pathways, footways, crossings.
///
/// It is a guide only; people may also cross open floor.
public struct PathNetwork: Hashable, Sendable {
  /// A line from one node to another.
  public struct Edge: Hashable, Sendable {
    /// The indices of its nodes.
    public let from, to: Int
    public let kind: PathKind
    /// The signalled junction in ``RoadNetwork/junctions`` that controls a crossing; nil elsewhere.
    public let signal: Int?

    public init(from: Int, to: Int, kind: PathKind, signal: Int? = nil) {
      self.from = from
      self.to = to
      self.kind = kind
      self.signal = signal
    }
  }

  /// The positions at which edges meet and end.
  public let nodes: [Spot]
  /// The edges.
  ///
  /// Both ends of an edge lie on one level, or both outdoors, or one at an entrance.
  public let edges: [Edge]

  /// Creates a network; edges must refer to existing nodes.
  public init(nodes: [Spot] = [], edges: [Edge] = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// The kind of a path.
public enum PathKind: String, CaseIterable, Sendable {
  /// An indoor path.
  case pathway
  /// A pavement, or a path for pedestrians.
  case footway
  /// A road crossing.
  case crossing
  /// A trail or a path through a park, preferred by runners and open to bicycles.
  case trail
  /// Outdoor steps.
  case steps
}
