package dev.inflight.net.fabric;

import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.route.Cabling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Temporary faults of a fabric's ports: PFC storms, and hosts that receive too slowly. Only ports of this process have them. */
public final class PortFaults {
  private final Cabling cabling;
  private final @Nullable Port[] ports;
  private final int lossless;
  private final Map<Port, PauseStorm> storms = new HashMap<>();

  /** Makes faults of ports with these lossless priorities, one bit each. */
  PortFaults(Cabling cabling, @Nullable Port[] ports, int lossless) {
    this.cabling = cabling;
    this.ports = ports;
    this.lossless = lossless;
  }

  /**
   * Starts or ends an endless pause of a node's peers.
   *
   * @param number number of the port, from 1; 0 for all
   */
  public void setStorm(int node, int number, int priority, boolean on, long nowPs) {
    portsHere(node, number).forEach(port -> storms.computeIfAbsent(port, PauseStorm::new).set(priority, on, nowPs));
  }

  /**
   * Sets the rate at which a host accepts packets from its NICs, or restores that of the link.
   *
   * @param number number of the port, from 1; 0 for all
   * @param rateBitsPerSec 0: that of the link
   * @param bufferBytes bytes that may wait in a NIC before it pauses, or drops without PFC
   */
  public void setReceiveRate(int node, int number, long rateBitsPerSec, long bufferBytes, long nowPs) {
    portsHere(node, number).forEach(port -> ((Nic) port).receiveAt(rateBitsPerSec, bufferBytes, lossless, nowPs));
  }

  private List<Port> portsHere(int node, int number) {
    int first = cabling.firstPort(node);
    return IntStream.range(first, cabling.firstPort(node + 1)).filter(port -> number == 0 || port == first + number - 1)
        .mapToObj(port -> ports[port]).filter(Objects::nonNull).map(Objects::requireNonNull).toList();
  }
}
