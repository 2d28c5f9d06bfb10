package dev.inflight.lab.scenario;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;

/**
 * Flows that the links of their hosts may be unable to carry by some time, whatever the scheme. In the model, the bytes of a host
 * pass one after another at the rate of all its links together, without headers and delays. If a host is busy at that time, flows
 * that started in its current busy period may be unfinished; earlier flows had idle links.
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

  /** Last uninterrupted period in which each host has bytes to send or to receive. */
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
   * @param untilPs time in ps from time 0 of the scenario
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

  /** Reports whether links may be unable to carry a flow by then: it starts no earlier, or in a host's current busy period. */
  public boolean mayBeLeft(int sender, int receiver, long startPs) {
    return startPs >= untilPs || senders.isBusy(sender, startPs, untilPs) || receivers.isBusy(receiver, startPs, untilPs);
  }

  /** Least time in ps that the links of both hosts need for a number of bytes. */
  public double leastPs(int sender, int receiver, long sizeBytes) {
    return sizeBytes * BITS_PS / Math.min(bitsPerSec[sender], bitsPerSec[receiver]);
  }

  /** Reports whether traffic continues at that time: the next flow starts within the longest earlier gap between starts. */
  public boolean goesOn() {
    return nextStartPs - untilPs <= longestGapPs;
  }
}
