package dev.inflight.net.fabric;

import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.route.Cabling;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Failures of a fabric's cables and nodes: they fail, slow down or lose packets, and recover. They change only while no part of
 * the fabric runs.
 */
public final class CableFaults {
  private final Cabling cabling;
  private final @Nullable Port[] ports;
  private final Rerouting rerouting;
  private final HostConfig.Packets packets;
  private final NodeFactory factory;
  /** Serialization times of frames, by size, for each rate that a port was given. */
  private final Map<Long, long[]> transmitTables = new HashMap<>();

  /**
   * Makes the faults of a fabric.
   *
   * @param factory factory that made the fabric's nodes
   */
  CableFaults(Cabling cabling, @Nullable Port[] ports, Rerouting rerouting, HostConfig.Packets packets, NodeFactory factory) {
    this.cabling = cabling;
    this.ports = ports;
    this.rerouting = rerouting;
    this.packets = packets;
    this.factory = factory;
  }

  /**
   * Takes all cables between two nodes down or up: packets in queues at both ends are lost, and when routes change, all flows
   * choose their NICs again.
   *
   * @param mostOfAll returns the largest of its arguments here and in other processes, which may have the nodes
   */
  public void setLink(int a, int b, boolean up, long nowPs, LongUnaryOperator mostOfAll) {
    int[] cables = between(a, b).toArray();
    change(cables, () -> Arrays.stream(cables).forEach(port -> cabling.setUp(port, up)), nowPs, mostOfAll);
  }

  /**
   * Takes a node down or up, with all its cables that have not failed themselves, as {@link #setLink} does.
   *
   * @param mostOfAll returns the largest of its arguments here and in other processes, which may have the nodes
   */
  public void setNode(int node, boolean up, long nowPs, LongUnaryOperator mostOfAll) {
    change(portsOf(node).toArray(), () -> cabling.setNodeUp(node, up), nowPs, mostOfAll);
  }

  private IntStream portsOf(int node) {
    return IntStream.range(cabling.firstPort(node), cabling.firstPort(node + 1));
  }

  /** Applies a change to the cables that work only before it, or only after it. */
  private void change(int[] cables, Runnable change, long nowPs, LongUnaryOperator mostOfAll) {
    var worked = new BitSet();
    Arrays.stream(cables).filter(cabling::isUp).forEach(worked::set);
    change.run();
    int[] affected = Arrays.stream(cables).filter(port -> cabling.isUp(port) != worked.get(port))
        .flatMap(port -> IntStream.of(port, cabling.peer(port))).toArray();
    for (int number : affected) {
      boolean up = cabling.isUp(number);
      Port port = ports[number];
      Port peer = ports[cabling.peer(number)];
      long peerBusyUntilPs = up ? mostOfAll.applyAsLong(peer == null ? 0 : peer.busyUntilPs()) : 0;
      if (port != null && up) {
        port.bringUp(peerBusyUntilPs, nowPs);
      } else if (port != null) {
        port.takeDown(nowPs);
      }
    }
    rerouting.changed(affected, nowPs);
  }

  /**
   * Changes the rate at which a node sends to its neighbor, from the next packet on. ECN thresholds, the link's rate in
   * telemetry, and the initial rate of new flows change when the rate is {@linkplain #announce announced}; headroom, base RTTs
   * and ideal times never change.
   *
   * @param rateBitsPerSec the rate in bit/s; 0: that of each cable
   */
  public void setRate(int node, int neighbor, long rateBitsPerSec) {
    setRate(between(node, neighbor), rateBitsPerSec);
  }

  /**
   * Changes the rate at which a node sends through one port, by its number from 1, or through all (0): see
   * {@link #setRate(int, int, long)}.
   */
  public void setPortRate(int node, int number, long rateBitsPerSec) {
    setRate(portsOf(node).filter(port -> number == 0 || port == cabling.firstPort(node) + number - 1), rateBitsPerSec);
  }

  /**
   * Makes a node use a rate for the cables to its neighbor.
   *
   * @param rateBitsPerSec the rate in bit/s; 0: that of each cable
   */
  public void announce(int node, int neighbor, long rateBitsPerSec) {
    between(node, neighbor).forEach(number -> {
      long rate = rateBitsPerSec == 0 ? cabling.link(number).rateBitsPerSec() : rateBitsPerSec;
      if (ports[number] instanceof Nic nic) {
        nic.announce(rate);
      } else if (ports[number] instanceof SwitchPort port) {
        port.announce(rate, factory.marking(number, rate));
      }
    });
  }

  private void setRate(IntStream numbers, long rateBitsPerSec) {
    long[] times = rateBitsPerSec == 0
        ? null
        : transmitTables.computeIfAbsent(rateBitsPerSec,
            rate -> packets.clock().table(Framing.LARGEST_FRAME_BYTES, packets.framing().gapBytes(), rate));
    numbers.forEach(number -> {
      Port port = ports[number];
      if (port != null) {
        port.sendIn(times);
      }
    });
  }

  /**
   * Loses some packets from a node to its neighbor, in addition to the cables' own losses, while both ends regard the cables as
   * intact.
   *
   * @param models models of the losses, by the number of the receiving port; null: no loss
   * @param why reason that counts for these packets
   */
  public void setFault(int node, int neighbor, @Nullable IntFunction<LossModel> models, LinkObserver.Loss why) {
    between(node, neighbor).map(cabling::peer).forEach(number -> {
      Port port = ports[number];
      if (port != null) {
        port.changeArrivals(filter -> filter.failBy(models == null ? null : models.apply(number), why));
      }
    });
  }

  /** The ports of a node that lead to its neighbor. */
  private IntStream between(int node, int neighbor) {
    return portsOf(node).filter(port -> cabling.neighbor(port) == neighbor);
  }
}
