package dev.inflight.lab.scenario;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;

/**
 * Flows that the links of their hosts may be unable to carry by some time, whatever the scheme. The model sends the bytes of a host, and
 * receives them, one after another at the rate of all its links together, without headers and delays. A host that is still busy at that
 * time has been busy since some earlier time: a flow that started since may be unfinished, and one that started before had idle links.
 */
public final class HostLoad {
  private static final double BITS_PS = 8e12;

  private final long untilPs;
  private final double[] bitsPerSec;
  private final BusyHosts senders;
  private final BusyHosts receivers;
  private long lastStartPs = -1;
  private long longestGapPs;
  private long nextStartPs = Long.MAX_VALUE;

  private HostLoad(Topology topology, long untilPs) {
    this.untilPs = untilPs;
    bitsPerSec = new double[topology.nodeCount()];
    for (Link link : topology.links()) {
      bitsPerSec[link.a()] += link.rateBitsPerSec();
      bitsPerSec[link.b()] += link.rateBitsPerSec();
    }
    senders = new BusyHosts(bitsPerSec.length);
    receivers = new BusyHosts(bitsPerSec.length);
  }

  /** The last time without a break in which each host has something to send, or to receive. */
  private static final class BusyHosts {
    private final double[] sincePs;
    private final double[] endPs;

    BusyHosts(int hosts) {
      sincePs = new double[hosts];
      endPs = new double[hosts];
    }

    void add(int host, long startPs, double ps) {
      if (startPs > endPs[host]) {
        sincePs[host] = startPs;
        endPs[host] = startPs;
      }
      endPs[host] += ps;
    }

    boolean isBusy(int host, long fromPs, long untilPs) {
      return fromPs >= sincePs[host] && endPs[host] > untilPs;
    }
  }

  /**
   * Returns the load of a setup's flows until a time.
   *
   * @param untilPs time, in picoseconds, from time 0 of the scenario
   */
  public static HostLoad of(Setup setup, long untilPs) {
    var load = new HostLoad(setup.topology(), untilPs);
    FlowTable flows = setup.flows().sortedByStart();
    flows.forEach((row, source, destination, sizeBytes, startPs) -> {
      if (flows.kind(row) == FlowTable.Kind.READ) {
        load.add(destination, source, sizeBytes, startPs);
      } else {
        load.add(source, destination, sizeBytes, startPs);
      }
    });
    return load;
  }

  private void add(int sender, int receiver, long sizeBytes, long startPs) {
    if (startPs >= untilPs) {
      nextStartPs = Math.min(nextStartPs, startPs);
      return;
    }
    if (lastStartPs >= 0) {
      longestGapPs = Math.max(longestGapPs, startPs - lastStartPs);
    }
    lastStartPs = startPs;
    senders.add(sender, startPs, sizeBytes * BITS_PS / bitsPerSec[sender]);
    receivers.add(receiver, startPs, sizeBytes * BITS_PS / bitsPerSec[receiver]);
  }

  /**
   * Reports whether the links of a flow's hosts may be unable to carry it by then: it starts then or later, or one of its hosts has been
   * busy since its start.
   */
  public boolean mayBeLeft(int sender, int receiver, long startPs) {
    return startPs >= untilPs || senders.isBusy(sender, startPs, untilPs) || receivers.isBusy(receiver, startPs, untilPs);
  }

  /** Least time, in picoseconds, that the links of both hosts take for a number of bytes alone. */
  public double leastPs(int sender, int receiver, long sizeBytes) {
    return sizeBytes * BITS_PS / Math.min(bitsPerSec[sender], bitsPerSec[receiver]);
  }

  /**
   * Reports whether traffic continues at that time: the next flow starts no later after it than the longest gap between the starts before.
   */
  public boolean goesOn() {
    return nextStartPs - untilPs <= longestGapPs;
  }
}
