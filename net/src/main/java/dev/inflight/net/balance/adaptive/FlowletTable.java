package dev.inflight.net.balance.adaptive;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.SplitMix;

/** Port and time of each flow's last packet at a switch, by a hash of the flow, so that flows with one entry are one. */
final class FlowletTable {
  /** Value for no port: the flow had no packet yet, or the last one was too long ago. */
  static final int NONE = -1;
  private static final int MOST_ENTRIES = 1 << 20;

  private final long gapPs;
  private final int entries;
  private final long salt;
  private int[] ports = new int[0]; // one more than the number; 0: none. Allocated with the first choice
  private long[] lastPs = new long[0];
  private int at;

  FlowletTable(long gapPs, int entries, long seed, int node) {
    this.gapPs = gapPs;
    this.entries = entries;
    salt = SplitMix.mix(seed + SplitMix.mix(node));
  }

  /** Refuses parameters out of range. */
  static void check(long gapPs, int entries) {
    Check.time("gap", gapPs, 1);
    Check.check("entries", entries, 1, MOST_ENTRIES);
  }

  /** Port of the packet's flowlet, which continues; {@link #NONE} if the packet starts one. */
  int find(Packet packet) {
    if (ports.length == 0) {
      ports = new int[entries];
      lastPs = new long[entries];
    }
    Flow flow = packet.flow();
    long ends = (long) flow.source() << 32 | flow.destination();
    long udp = (long) flow.sourcePort(packet.entropy) << 16 | flow.destinationPort();
    at = (int) Long.remainderUnsigned(SplitMix.mix(SplitMix.mix(salt ^ ends) + udp), entries);
    boolean goesOn = ports[at] > 0 && packet.timePs - lastPs[at] <= gapPs;
    lastPs[at] = packet.timePs;
    return goesOn ? ports[at] - 1 : NONE;
  }

  /** The port that the entry found last had before its gap; {@link #NONE} when it had none. */
  int before() {
    return ports[at] - 1;
  }

  /** The flowlet found last takes a port, by its number. */
  void take(int port) {
    ports[at] = port + 1;
  }
}
