package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * The paper's testbed (HPCC §5.1): each rack has two top-of-rack switches (ToRs), and each server one NIC for each ToR; all ToRs are cabled to one
 * aggregation switch (agg). Nodes: servers rack by rack, ToRs (rack r has ToRs 2r and 2r+1), the agg; links in that order, so
 * that a server's port 1 leads to its rack's first ToR and port 2 to the second.
 *
 * <p>The default delays give the paper's base RTTs with 1000-byte payloads, counted as in the authors' simulator: propagation
 * both ways, plus the payload's serialization on every hop of the way out (320 ns at 25G, 80 ns at 100G).
 * <pre>
 * in a rack     4 x 1190 ns              + 2 x 320 ns             = 5400 ns
 * across racks  4 x 1190 ns + 4 x 735 ns + 2 x 320 ns + 2 x 80 ns = 8500 ns
 * </pre>
 * Headers, telemetry and the acknowledgement's own bytes come on top where they are counted.
 *
 * @param racks racks, 1 or more
 * @param serversPerRack servers in a rack, 1 or more
 * @param hostRateBitsPerSec the rate of each of a server's two links
 * @param fabricRateBitsPerSec the rate between ToR and agg
 * @param hostDelayPs the propagation delay between server and ToR
 * @param fabricDelayPs the propagation delay between ToR and agg
 */
public record Pod(int racks, int serversPerRack, long hostRateBitsPerSec, long fabricRateBitsPerSec, long hostDelayPs,
    long fabricDelayPs) implements TopologyGenerator {
  /** The paper's: 32 servers with two 25G links each, four ToRs, 100G to the agg; base RTT 5.4 us in a rack, 8.5 us across. */
  public static final Pod DEFAULT = new Pod(2, 16, 25_000_000_000L, 100_000_000_000L, 1_190_000, 735_000);

  private static final int TORS_PER_RACK = 2;

  /** Checks the ranges. */
  public Pod {
    ShapeChecks.count("racks", racks);
    ShapeChecks.count("serversPerRack", serversPerRack);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("hostDelay", hostDelayPs, 0);
    Check.time("fabricDelay", fabricDelayPs, 0);
    long servers = (long) racks * serversPerRack;
    long tors = (long) racks * TORS_PER_RACK;
    ShapeChecks.size("pod", servers + tors + 1, servers * TORS_PER_RACK + tors);
  }

  @Override
  public String name() {
    return "pod";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int tors = racks * TORS_PER_RACK;
    int firstServer = builder.hosts(racks * serversPerRack);
    int firstTor = builder.switches(tors, Role.of("rack{}-tor{}", TORS_PER_RACK));
    int agg = builder.switches(1, Role.of("agg"));
    for (int i = 0; i < racks * serversPerRack; i++) {
      int rack = i / serversPerRack;
      for (int nic = 0; nic < TORS_PER_RACK; nic++) {
        builder.link(firstServer + i, firstTor + rack * TORS_PER_RACK + nic, hostRateBitsPerSec, hostDelayPs);
      }
    }
    for (int tor = firstTor; tor < agg; tor++) {
      builder.link(tor, agg, fabricRateBitsPerSec, fabricDelayPs);
    }
    return builder.build();
  }
}
