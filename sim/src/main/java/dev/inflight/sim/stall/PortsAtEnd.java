package dev.inflight.sim.stall;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Host;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchPort;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Packets that wait at the ports of a fabric at the end of a run, and paused ports, in all processes. */
public final class PortsAtEnd {
  private final Cabling cabling;
  private final int[] pausedPriorities; // by port
  private final Map<Integer, Map<Integer, List<WaitingPacket>>> byFlow = new HashMap<>(); // and then by port
  /** By the port through which packets entered a switch, the paused ports at which they wait, for each priority. */
  private final List<Map<Integer, Set<Integer>>> heldUp = new ArrayList<>();
  private final Map<Integer, List<WaitingPacket>> byIngress = new HashMap<>();

  /**
   * Packets of one flow that wait at a port.
   *
   * @param port the port's number
   * @param dataPackets number of packets with application bytes
   * @param otherPackets number of other packets
   * @param bytes bytes of the frames of both
   */
  public record Held(int port, int dataPackets, int otherPackets, long bytes) {
  }

  private PortsAtEnd(Cabling cabling, int[] pausedPriorities, List<WaitingPacket> packets) {
    this.cabling = cabling;
    this.pausedPriorities = pausedPriorities;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      heldUp.add(new HashMap<>());
    }
    packets.forEach(this::note);
  }

  private void note(WaitingPacket packet) {
    if (packet.ingress() != WaitingPacket.FROM_HOST) {
      byIngress.computeIfAbsent(packet.ingress(), _ -> new ArrayList<>()).add(packet);
    }
    if (packet.flow() == WaitingPacket.NO_FLOW) {
      return;
    }
    byFlow.computeIfAbsent(packet.flow(), _ -> new LinkedHashMap<>()).computeIfAbsent(packet.port(), _ -> new ArrayList<>())
        .add(packet);
    if (packet.ingress() != WaitingPacket.FROM_HOST && isPaused(packet.port(), packet.priority())) {
      heldUp.get(packet.priority()).computeIfAbsent(packet.ingress(), _ -> new LinkedHashSet<>()).add(packet.port());
    }
  }

  /** Collects the ports of a whole fabric. */
  public static PortsAtEnd of(Fabric fabric) {
    return read(fabric.cabling(), new byte[][] {write(fabric)});
  }

  /** Returns the bytes for those ports of a fabric that are in this process. */
  public static byte[] write(Fabric fabric) {
    var packets = new ArrayList<WaitingPacket>();
    var paused = new ArrayList<Port>();
    for (Host host : fabric.hosts()) {
      for (Nic nic : host.nics()) {
        nic.waitingPackets().forEach(packet -> packets.add(WaitingPacket.of(packet, nic, false)));
        notePaused(nic, paused);
      }
    }
    for (Switch owner : fabric.switches()) {
      for (SwitchPort port : owner.ports()) {
        port.waitingPackets().forEach(packet -> packets.add(WaitingPacket.of(packet, port, true)));
        notePaused(port, paused);
      }
    }
    int longs = Math.addExact(1 + 2 * paused.size(), Math.multiplyExact(packets.size(), WaitingPacket.LONGS));
    var bytes = ByteBuffer.allocate(Math.multiplyExact(longs, Long.BYTES));
    LongBuffer to = bytes.asLongBuffer();
    to.put(paused.size());
    paused.forEach(port -> to.put(port.index()).put(port.pausedPriorities));
    packets.forEach(packet -> packet.write(to));
    return bytes.array();
  }

  private static void notePaused(Port port, List<Port> paused) {
    if (port.pausedPriorities != 0) {
      paused.add(port);
    }
  }

  /** Reads the ports of all processes. */
  public static PortsAtEnd read(Cabling cabling, byte[][] all) {
    int[] pausedPriorities = new int[cabling.ports()];
    var packets = new ArrayList<WaitingPacket>();
    for (byte[] some : all) {
      LongBuffer from = ByteBuffer.wrap(some).asLongBuffer();
      for (long paused = from.get(); paused > 0; paused--) {
        pausedPriorities[(int) from.get()] = (int) from.get();
      }
      while (from.hasRemaining()) {
        packets.add(WaitingPacket.read(from));
      }
    }
    packets.sort(Comparator.comparing((WaitingPacket packet) -> cabling.isSwitch(cabling.node(packet.port())))
        .thenComparingInt(WaitingPacket::port)); // stable: packets of one port keep their order
    return new PortsAtEnd(cabling, pausedPriorities, packets);
  }

  /** True if a port must not send packets of a priority. */
  public boolean isPaused(int port, int priority) {
    return (pausedPriorities[port] >> priority & 1) != 0;
  }

  /** Ports at which packets of a flow wait: first NICs, then ports of switches. */
  public List<Held> held(int flow) {
    var held = new ArrayList<Held>();
    byFlow.getOrDefault(flow, Map.of()).forEach((port, packets) -> {
      int data = (int) packets.stream().filter(WaitingPacket::isData).count();
      held.add(new Held(port, data, packets.size() - data, packets.stream().mapToLong(WaitingPacket::sizeBytes).sum()));
    });
    return held;
  }

  /** Application bytes from a position on in a flow's waiting data packets. */
  public long heldPayloadBytes(int flow, long fromSequence) {
    return byFlow.getOrDefault(flow, Map.of()).values().stream().flatMap(List::stream)
        .filter(packet -> packet.isData() && packet.sequence() >= fromSequence).mapToLong(WaitingPacket::payloadBytes).sum();
  }

  /** True if packets of a flow wait at a port. */
  public boolean holds(int flow, int port) {
    return byFlow.getOrDefault(flow, Map.of()).containsKey(port);
  }

  /** Bytes of a priority that wait in the switch at the other end of a port's cable and came from that port. */
  public long bufferedFrom(int port, int priority) {
    return byIngress.getOrDefault(cabling.peer(port), List.of()).stream().filter(packet -> packet.priority() == priority)
        .mapToLong(WaitingPacket::sizeBytes).sum();
  }

  /**
   * Returns the ports that hold each other in a circle of pauses, from one that this port waits for; empty if there is none. A
   * paused port waits for the paused ports at which packets wait that its neighbor received from it.
   */
  public List<Integer> circle(int start, int priority) {
    var trail = new ArrayList<Integer>();
    return follow(start, priority, trail, new HashSet<>()) ? List.copyOf(trail) : List.of();
  }

  /**
   * Returns the paused ports at the ends of the chains of pauses that a paused port waits for: its neighbor holds packets from it
   * at a paused port, and so on, to ports that wait for no other paused port. Empty if the port waits for none itself.
   */
  public List<Integer> roots(int start, int priority) {
    var roots = new ArrayList<Integer>();
    var seen = new LinkedHashSet<Integer>(List.of(start));
    var open = new ArrayDeque<Integer>(seen);
    while (!open.isEmpty()) {
      int port = open.remove();
      Set<Integer> next = heldUp.get(priority).getOrDefault(cabling.peer(port), Set.of());
      if (next.isEmpty() && port != start) {
        roots.add(port);
      }
      next.stream().filter(seen::add).forEach(open::add);
    }
    return roots;
  }

  /** Searches depth first. When it returns true, the trail is the circle. */
  private boolean follow(int port, int priority, List<Integer> trail, Set<Integer> seen) {
    int earlier = trail.indexOf(port);
    if (earlier >= 0) {
      trail.subList(0, earlier).clear();
      return true;
    }
    if (!seen.add(port)) {
      return false;
    }
    trail.add(port);
    for (int next : heldUp.get(priority).getOrDefault(cabling.peer(port), Set.of())) {
      if (follow(next, priority, trail, seen)) {
        return true;
      }
    }
    trail.removeLast();
    return false;
  }
}
