package dev.inflight.sim.telemetrypackets;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records the packets that enter each cable of a run, in order. */
final class WatchedWires {
  /**
   * A packet that enters a cable.
   *
   * @param reported the packet or probe that a notification reports of; -1 for others
   * @param leftPs time at which its last bit has left the port, in picoseconds
   */
  record Sight(Packet.Kind kind, long number, long reported, long sequence, int payloadBytes, int telemetryBytes, int sizeBytes,
      int priority, int hop, byte code, long leftPs) {
  }

  /** Per port and flow, in the order of leaving. */
  final Map<Port, Map<Flow, List<Sight>>> seen = new HashMap<>();

  Wire around(Port from, Wire wire) {
    Map<Flow, List<Sight>> here = seen.computeIfAbsent(from, _ -> new HashMap<>());
    return (packet, endPs) -> {
      if (packet.flow != null) {
        here.computeIfAbsent(packet.flow, _ -> new ArrayList<>())
            .add(new Sight(packet.kind, packet.number, packet.kind == Packet.Kind.NOTIFICATION ? packet.reportedNumber() : -1,
                packet.sequence, packet.payloadBytes, packet.telemetryBytes, packet.sizeBytes, packet.priority, packet.hop,
                packet.code, endPs));
      }
      wire.send(packet, endPs);
    };
  }

  /** Everything of one kind that entered any cable. */
  List<Sight> all(Packet.Kind kind) {
    return seen.values().stream().flatMap(flows -> flows.values().stream()).flatMap(List::stream)
        .filter(sight -> sight.kind == kind).toList();
  }
}
