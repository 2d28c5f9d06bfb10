package dev.inflight.net.switching.stamp;

import dev.inflight.net.link.Packet;
import org.jspecify.annotations.Nullable;

/** A gate of ports at which classes of flows have different rules. */
public final class ClassGate implements StampGate {
  private final @Nullable StampGate[] gates;

  /**
   * A gate for one port.
   *
   * @param gates the gate of each class of flows; null for a class with a gate that is always open
   */
  public ClassGate(@Nullable StampGate[] gates) {
    this.gates = gates.clone();
  }

  @Override
  public boolean opens(Packet packet, int queueBytes, long startPs) {
    StampGate gate = gates[packet.flowClass];
    return gate == null || gate.opens(packet, queueBytes, startPs);
  }
}
