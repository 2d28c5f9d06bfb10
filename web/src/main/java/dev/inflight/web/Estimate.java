package dev.inflight.web;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimated size of a run before it starts: each flow's packets and acknowledgements over its shortest path, or fewer if the
 * scenario ends before they fit through the sender's link. For lossy cables it includes the necessary retransmissions, with a
 * high estimate.
 *
 * @param packetHops packets times links crossed
 * @param flows flows and messages
 * @param nodes hosts and switches
 */
record Estimate(double packetHops, long flows, int nodes) {
  /** Largest number of packet-hops: about two minutes at two million packet-hops a second. */
  static final double MOST_PACKET_HOPS = 250e6;
  static final long MOST_FLOWS = 1_000_000;
  static final int MOST_NODES = 20_000;
  /** Number of sources with computed distances; flows of other sources get the average distance. */
  private static final int MOST_SOURCES = 256;
  private static final double BITS_PER_BYTE = 8;
  private static final double PS_PER_SECOND = 1e12;

  static Estimate of(Setup setup) {
    Topology topology = setup.topology();
    long flows = setup.flows().count();
    if (flows > MOST_FLOWS || topology.nodeCount() > MOST_NODES) {
      return new Estimate(0, flows, topology.nodeCount());
    }
    int[][] neighbors = neighbors(topology);
    double[] bitsPerSec = new double[topology.nodeCount()];
    for (Link link : topology.links()) {
      bitsPerSec[link.a()] += link.rateBitsPerSec();
      bitsPerSec[link.b()] += link.rateBitsPerSec();
    }
    double[] packetsOf = new double[topology.nodeCount()];
    double[] hopsOf = new double[topology.nodeCount()];
    List<Retransmissions> byClass = setup.flowClasses().stream().map(one -> Retransmissions.of(setup, one)).toList();
    Map<Integer, int[]> distances = new HashMap<>();
    double[] known = new double[2]; // hops, and the number of their flows
    setup.flows().forEach((flow, from, to, sizeBytes, startPs) -> {
      int[] away = distances.get(from);
      if (away == null && distances.size() < MOST_SOURCES) {
        away = distances(neighbors, from);
        distances.put(from, away);
      }
      double path = away == null ? known[0] / known[1] : Math.max(1, away[to]);
      known[0] += away == null ? 0 : path;
      known[1] += away == null ? 0 : 1;
      double once = Math.max(1, Math.ceil((double) sizeBytes / setup.payloadBytes()));
      double packets = once * byClass.get(setup.flows().flowClass(flow)).sentPerPacket(path, once, bitsPerSec[from]);
      packetsOf[from] += packets;
      hopsOf[from] += packets * path * (1 + 1.0 / setup.packetsPerAck());
    });
    double total = 0;
    for (int node = 0; node < packetsOf.length; node++) {
      double fitting = setup.untilPs() == Long.MAX_VALUE
          ? Double.POSITIVE_INFINITY
          : bitsPerSec[node] / BITS_PER_BYTE / setup.payloadBytes() * setup.untilPs() / PS_PER_SECOND;
      total += packetsOf[node] > fitting ? hopsOf[node] * fitting / packetsOf[node] : hopsOf[node];
    }
    return new Estimate(total, flows, topology.nodeCount());
  }

  private static int[][] neighbors(Topology topology) {
    List<List<Integer>> lists = new ArrayList<>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      lists.add(new ArrayList<>());
    }
    for (Link link : topology.links()) {
      lists.get(link.a()).add(link.b());
      lists.get(link.b()).add(link.a());
    }
    return lists.stream().map(list -> list.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
  }

  private static int[] distances(int[][] neighbors, int from) {
    int[] away = new int[neighbors.length];
    Arrays.fill(away, -1);
    away[from] = 0;
    var next = new ArrayDeque<Integer>();
    next.add(from);
    while (!next.isEmpty()) {
      int node = next.remove();
      for (int neighbor : neighbors[node]) {
        if (away[neighbor] < 0) {
          away[neighbor] = away[node] + 1;
          next.add(neighbor);
        }
      }
    }
    return away;
  }

  /** Reason why the run is too large for a browser; empty if it is not. */
  String tooLarge() {
    if (flows > MOST_FLOWS) {
      return "this scenario has " + flows + " flows; a page runs " + MOST_FLOWS + " at most, ./inflight run any number";
    }
    if (nodes > MOST_NODES) {
      return "this fabric has " + nodes + " nodes; a page runs " + MOST_NODES + " at most, ./inflight run any number";
    }
    if (packetHops > MOST_PACKET_HOPS) {
      return "this run has about " + Math.round(packetHops / 1e6) + " million packet-hops; a page runs "
          + Math.round(MOST_PACKET_HOPS / 1e6) + " million at most, ./inflight run any number";
    }
    return "";
  }
}
