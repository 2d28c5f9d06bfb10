package dev.inflight.sim.validation;

import dev.inflight.net.link.Flow;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayDeque;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Actions of an attacker without a key on the last cable of one flow's way back. Packets of one flow on one cable come in order, so its
 * buffer of them depends on nothing else.
 */
enum Attack {
  NOTHING,
  /** Takes reports out. */
  STRIP,
  /** Takes reports out from 500 us on. */
  STRIP_LATER,
  /** Writes an empty queue, and as many sent bytes as last time, into the records. */
  FORGE_LOW,
  /** Writes a long queue into the records. */
  FORGE_HIGH,
  /** Replaces each report by the sealed one of fifty packets before. */
  REPLAY,
  /** Replaces every other acknowledgement by a whole one of fifty packets before. */
  REPLAY_WHOLE,
  /** Holds one packet in three back for up to 10 us. */
  REORDER,
  /** Drops every other packet. */
  DROP_HALF,
  /** Sends every packet twice. */
  DUPLICATE;

  private static final long US = 1_000_000;
  private static final int BEFORE = 50;

  /** The wires of a network with this attack on flows from a host. */
  BiFunction<Port, Wire, Wire> on(int source, Supplier<PacketPool> pool) {
    return (from, wire) -> from.far().node() == source && this != NOTHING ? new OnPath(this, wire, source, pool) : wire;
  }

  private static final class OnPath implements Wire {
    private final Attack attack;
    private final Wire wire;
    private final int source;
    private final SplitMix random = new SplitMix(1, 77);
    private final ArrayDeque<Copy> kept = new ArrayDeque<>();
    private final Supplier<PacketPool> pool;
    private long seen;

    OnPath(Attack attack, Wire wire, int source, Supplier<PacketPool> pool) {
      this.attack = attack;
      this.wire = wire;
      this.source = source;
      this.pool = pool;
    }

    @Override
    public void send(Packet packet, long endPs) {
      Flow flow = packet.flow;
      boolean feedback = packet.kind.taker == Packet.Kind.Taker.SENDER && flow != null && flow.source() == source;
      if (!feedback || packet.telemetryBytes == 0) {
        wire.send(packet, endPs);
        return;
      }
      seen++;
      switch (attack) {
        case NOTHING -> wire.send(packet, endPs);
        case STRIP -> strip(packet, endPs);
        case STRIP_LATER -> strip(packet, endPs);
        case FORGE_LOW, FORGE_HIGH -> forge(packet, endPs);
        case REPLAY, REPLAY_WHOLE -> replay(packet, endPs);
        case REORDER -> wire.send(packet, endPs + (seen % 3 == 0 ? (long) (random.nextDouble() * 10 * US) : 0));
        case DROP_HALF -> {
          if (seen % 2 == 0) {
            pool.get().release(packet);
          } else {
            wire.send(packet, endPs);
          }
        }
        case DUPLICATE -> {
          Packet second = TestNet.copyOf(packet, pool.get().take());
          wire.send(packet, endPs);
          wire.send(second, endPs + US);
        }
      }
    }

    private void strip(Packet packet, long endPs) {
      if (attack == STRIP || endPs > 500 * US) {
        packet.telemetryBytes = 0;
      }
      wire.send(packet, endPs);
    }

    private void forge(Packet packet, long endPs) {
      for (int at = 2; at < packet.telemetryBytes - ReportMac.BYTES; at++) {
        packet.telemetry[at] = attack == FORGE_LOW ? 0 : (byte) 0xFF;
      }
      wire.send(packet, endPs);
    }

    private void replay(Packet packet, long endPs) {
      kept.add(new Copy(packet.telemetry.clone(), packet.telemetryBytes, packet.sequence, packet.number, packet.sentPs));
      if (kept.size() > BEFORE) {
        Copy old = kept.remove();
        if (attack == REPLAY || seen % 2 == 0) {
          System.arraycopy(old.telemetry, 0, packet.telemetry, 0, old.bytes);
          packet.telemetryBytes = old.bytes;
        }
        if (attack == REPLAY_WHOLE && seen % 2 == 0) {
          packet.sequence = old.sequence;
          packet.number = old.number;
          packet.sentPs = old.sentPs; // which senders remember by the number
        }
      }
      wire.send(packet, endPs);
    }
  }

  private record Copy(byte[] telemetry, short bytes, long sequence, long number, long sentPs) {
  }
}
