package dev.inflight.net.topology;

import dev.inflight.net.topology.name.NodeNames;
import dev.inflight.net.topology.name.Role;
import dev.inflight.net.topology.name.RoleNames;
import dev.inflight.telemetry.util.Check;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Hosts, switches and their cables: a description without behavior. Nodes are numbered from 0; a node's ports are numbered from 1
 * in the order in which its links are listed. Parallel links, several links to one host and unequal rates are allowed.
 */
public final class Topology {
  /**
   * One full-duplex cable.
   *
   * @param a node at one end
   * @param b the other end's node
   * @param rateBitsPerSec the rate of both directions, above 0
   * @param delayPs propagation delay, in picoseconds, 0 or more
   * @param lossRate the probability that a packet is lost on this cable, 0 to 1
   */
  public record Link(int a, int b, long rateBitsPerSec, long delayPs, double lossRate) {
    /** Checks the ranges. */
    public Link {
      if (a == b) {
        throw new IllegalArgumentException("a link from node " + a + " to itself");
      }
      if (rateBitsPerSec <= 0) {
        throw new IllegalArgumentException("link rate must be above 0, found " + rateBitsPerSec + " b/s");
      }
      if (delayPs < 0) {
        throw new IllegalArgumentException("link delay " + delayPs + " ps is below 0");
      }
      Check.within("loss rate", lossRate, 0, 1);
    }

    /** A cable without loss. */
    public Link(int a, int b, long rateBitsPerSec, long delayPs) {
      this(a, b, rateBitsPerSec, delayPs, 0);
    }
  }

  private final int nodeCount;
  private final BitSet switches;
  private final List<Link> links;
  private final NodeNames names;

  /**
   * A topology with nodes named only by kind and number.
   *
   * @param nodeCount hosts and switches together
   * @param switches the numbers of those nodes that are switches
   * @param links all cables
   * @throws IllegalArgumentException if a link or switch names a node that does not exist
   */
  public Topology(int nodeCount, BitSet switches, List<Link> links) {
    this(nodeCount, (BitSet) switches.clone(), List.copyOf(links), NodeNames.byNumber(nodeCount, (BitSet) switches.clone()));
  }

  private Topology(int nodeCount, BitSet switches, List<Link> links, NodeNames names) {
    if (nodeCount < 1) {
      throw new IllegalArgumentException("a topology without nodes");
    }
    if (switches.length() > nodeCount) {
      throw new IllegalArgumentException(
          "switch " + (switches.length() - 1) + " does not exist: nodes are 0 to " + (nodeCount - 1));
    }
    for (Link link : links) {
      for (int end : new int[] {link.a, link.b}) {
        if (end < 0 || end >= nodeCount) {
          throw new IllegalArgumentException(
              "a link to node " + end + ", which does not exist: nodes are 0 to " + (nodeCount - 1));
        }
      }
    }
    this.nodeCount = nodeCount;
    this.switches = switches;
    this.links = links;
    this.names = names;
  }

  /** Hosts and switches together. */
  public int nodeCount() {
    return nodeCount;
  }

  /** The number of hosts. */
  public int hostCount() {
    return nodeCount - switches.cardinality();
  }

  /** True if this node is a switch; otherwise it is a host. */
  public boolean isSwitch(int node) {
    return switches.get(node);
  }

  /** The hosts in ascending order. */
  public int[] hosts() {
    int[] hosts = new int[hostCount()];
    for (int node = 0, found = 0; node < nodeCount; node++) {
      if (!switches.get(node)) {
        hosts[found++] = node;
      }
    }
    return hosts;
  }

  /** The cables in order; the order numbers the ports. */
  public List<Link> links() {
    return links;
  }

  /** The cables of each node, by its number, in the order of its ports. */
  public List<List<Link>> linksOfNodes() {
    var lists = new ArrayList<List<Link>>();
    for (int node = 0; node < nodeCount(); node++) {
      lists.add(new ArrayList<>());
    }
    for (Link link : links()) {
      lists.get(link.a()).add(link);
      lists.get(link.b()).add(link);
    }
    return lists;
  }

  /** Returns this topology with other names. */
  public Topology named(NodeNames others) {
    return new Topology(nodeCount, switches, links, others);
  }

  /** Returns the same nodes with other cables; their order numbers the ports. */
  public Topology withLinks(List<Link> others) {
    return new Topology(nodeCount, switches, List.copyOf(others), names);
  }

  /** Names of its nodes. */
  public NodeNames names() {
    return names;
  }

  /** Text for a node, with its number: {@code leaf3 (switch 35)}, or {@code host 3} if the name has nothing further. */
  public String name(int node) {
    String alone = nameAlone(node);
    String numbered = numbered(node);
    return alone.equals(numbered) ? numbered : alone + " (" + numbered + ")";
  }

  /** Text for a node, without its number: {@code leaf3}, or {@code host 3} if the name has nothing further. */
  public String nameAlone(int node) {
    String name = names.name(node);
    return name.equals(kind(node) + node) ? numbered(node) : name;
  }

  /** A port as people read it: {@code leaf3 (switch 35) port 4 to spine1}. */
  public String portName(int node, int port, int peer) {
    return name(node) + " port " + port + " to " + nameAlone(peer);
  }

  /** Kind of the node: {@code host} or {@code switch}. */
  public String kind(int node) {
    return isSwitch(node) ? "switch" : "host";
  }

  private String numbered(int node) {
    return kind(node) + " " + node;
  }

  /** Collects nodes and cables one by one. */
  public static final class Builder {
    private final BitSet switches = new BitSet();
    private final List<Link> links = new ArrayList<>();
    private final List<RoleNames.Range> roles = new ArrayList<>();
    private int nodes;

    /** Adds hosts, named by kind and number, and returns the first one's number. */
    public int hosts(int count) {
      nodes += count;
      return nodes - count;
    }

    /** Adds hosts named by their role, and returns the first one's number. */
    public int hosts(int count, Role role) {
      roles.add(new RoleNames.Range(nodes, count, role));
      return hosts(count);
    }

    /** Adds switches, named by kind and number, and returns the first one's number. */
    public int switches(int count) {
      switches.set(nodes, nodes + count);
      nodes += count;
      return nodes - count;
    }

    /** Adds switches named by their role, and returns the first one's number. */
    public int switches(int count, Role role) {
      roles.add(new RoleNames.Range(nodes, count, role));
      return switches(count);
    }

    public void link(int a, int b, long rateBitsPerSec, long delayPs) {
      links.add(new Link(a, b, rateBitsPerSec, delayPs));
    }

    public Topology build() {
      var built = new Topology(nodes, switches, links);
      return roles.isEmpty() ? built : built.named(new RoleNames(built.names, roles));
    }
  }
}
