package dev.inflight.sim.symmetry;

import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shift of a fabric onto itself. Hosts form blocks of equal size; the shift maps each host to the host at the same place in the
 * next block, and the last block to the first one. A switch either belongs to a block, because all its hosts are there, or it is
 * shared by all blocks, and then the shift maps it to itself.
 */
final class FabricShift {
  private static final int NONE = -1;

  private final Cabling cabling;
  private final int[] hosts;
  private final int block;
  private final int[] nodes; // image of each node
  private final int[] blockOf; // by node; NONE for a shared switch
  private final int[] ports; // image of each port
  private final int[] representatives; // by port

  private FabricShift(Cabling cabling, int block) {
    this.cabling = cabling;
    this.block = block;
    hosts = cabling.topology().hosts();
    nodes = new int[cabling.nodes()];
    blockOf = new int[cabling.nodes()];
    ports = new int[cabling.ports()];
    representatives = new int[cabling.ports()];
    Arrays.fill(nodes, NONE);
    Arrays.fill(blockOf, NONE);
  }

  /**
   * Returns the shift of a fabric by a block of hosts.
   *
   * @param block hosts of a block, in the order of their numbers; a divisor of the number of hosts
   * @return null if the shift does not map the fabric onto itself: cables, their rates and their delays
   */
  static @Nullable FabricShift of(Cabling cabling, int block) {
    var shift = new FabricShift(cabling, block);
    return shift.mapNodes() && shift.mapPorts() ? shift : null;
  }

  private boolean mapNodes() {
    for (int place = 0; place < hosts.length; place++) {
      nodes[hosts[place]] = hosts[(place + block) % hosts.length];
      blockOf[hosts[place]] = place / block;
    }
    for (int host : hosts) {
      if (!mapNeighbors(host)) {
        return false;
      }
    }
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = nodes[node] == NONE ? node : nodes[node]; // a switch without hosts
    }
    var seen = new BitSet();
    Arrays.stream(nodes).forEach(seen::set);
    return seen.cardinality() == nodes.length && blocksAreSeparate();
  }

  /** Maps the switches of a host to those of its image, port by port. */
  private boolean mapNeighbors(int host) {
    int first = cabling.firstPort(host);
    int image = cabling.firstPort(nodes[host]);
    int count = cabling.firstPort(host + 1) - first;
    if (cabling.firstPort(nodes[host] + 1) - image != count) {
      return false;
    }
    for (int port = 0; port < count; port++) {
      int neighbor = cabling.neighbor(first + port);
      int other = cabling.neighbor(image + port);
      if (nodes[neighbor] != NONE && nodes[neighbor] != other) {
        return false;
      }
      nodes[neighbor] = other;
    }
    return true;
  }

  /** Finds the block of each switch; false if a switch is neither in one block nor shared, or blocks have cables in common. */
  private boolean blocksAreSeparate() {
    for (int host : hosts) {
      for (int port = cabling.firstPort(host); port < cabling.firstPort(host + 1); port++) {
        int node = cabling.neighbor(port);
        if (cabling.isSwitch(node) && nodes[node] != node) {
          if (blockOf[node] != NONE && blockOf[node] != blockOf[host]) {
            return false;
          }
          blockOf[node] = blockOf[host];
        }
      }
    }
    for (int port = 0; port < ports.length; port++) {
      int one = blockOf[cabling.node(port)];
      int other = blockOf[cabling.neighbor(port)];
      if (one != NONE && other != NONE && one != other) {
        return false;
      }
    }
    return true;
  }

  private boolean mapPorts() {
    for (int node = 0; node < nodes.length; node++) {
      if (!mapPorts(node)) {
        return false;
      }
    }
    Arrays.setAll(representatives, port -> port);
    for (int port = 0; port < ports.length; port++) {
      if (isFirst(cabling.node(port)) || isFirst(cabling.neighbor(port))) {
        int image = port;
        for (int shifts = 1; shifts < blocks(); shifts++) {
          image = ports[image];
          representatives[image] = port;
        }
      }
    }
    return true;
  }

  /**
   * Maps the ports of a node; of parallel cables the first one to the first one. In blocks, ports are in the same order, because it
   * decides about packets that are due at the same time.
   */
  private boolean mapPorts(int node) {
    int end = cabling.firstPort(node + 1);
    int last = NONE;
    Map<Integer, Integer> next = new HashMap<>(); // by neighbor of the image, its first port that is not mapped
    for (int port = cabling.firstPort(node); port < end; port++) {
      int toward = nodes[cabling.neighbor(port)];
      int image = next.getOrDefault(toward, cabling.firstPort(nodes[node]));
      while (image < cabling.firstPort(nodes[node] + 1) && cabling.neighbor(image) != toward) {
        image++;
      }
      if (image == cabling.firstPort(nodes[node] + 1) || !areAlike(cabling.link(port), cabling.link(image))) {
        return false;
      }
      if (!isShared(node) && image < last) {
        return false;
      }
      last = image;
      ports[port] = image;
      next.put(toward, image + 1);
    }
    return end - cabling.firstPort(node) == cabling.firstPort(nodes[node] + 1) - cabling.firstPort(nodes[node]);
  }

  private static boolean areAlike(Topology.Link one, Topology.Link other) {
    return one.rateBitsPerSec() == other.rateBitsPerSec() && one.delayPs() == other.delayPs() && one.lossRate() == 0
        && other.lossRate() == 0;
  }

  /** Number of blocks. */
  int blocks() {
    return hosts.length / block;
  }

  /** Hosts of a block. */
  int block() {
    return block;
  }

  /** True for a switch that all blocks share. */
  boolean isShared(int node) {
    return blockOf[node] == NONE;
  }

  /** True for a node of the first block. */
  boolean isFirst(int node) {
    return blockOf[node] == 0;
  }

  /** Image of a node in the first block; a shared switch is its own image. */
  int representative(int node) {
    return blockOf[node] <= 0 ? node : shifted(nodes, node, blocks() - blockOf[node]);
  }

  /** The port that does the same in the first block; a port between shared switches represents itself. */
  int representativePort(int port) {
    return representatives[port];
  }

  /** True for a port between shared switches, which carries packets of all blocks. */
  boolean isBetweenShared(int port) {
    return isShared(cabling.node(port)) && isShared(cabling.neighbor(port));
  }

  /** Image of a port after some shifts. */
  int port(int port, int shifts) {
    return shifted(ports, port, shifts);
  }

  private static int shifted(int[] images, int from, int times) {
    int image = from;
    for (int time = 0; time < times; time++) {
      image = images[image];
    }
    return image;
  }
}
