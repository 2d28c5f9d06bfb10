package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * One in every N data packets of a flow carries telemetry, starting with the first; retransmissions count too.
 *
 * @param packets N, the number of packets per packet with telemetry, 1 or more
 */
public record OneIn(int packets) implements TelemetryPackets {
  /** One in eight. */
  public static final OneIn DEFAULT = new OneIn(8);

  /** Checks the range. */
  public OneIn {
    Check.count("packets", packets, 1);
  }

  @Override
  public String name() {
    return "one-in";
  }

  @Override
  public boolean isThin() {
    return packets > 1;
  }

  @Override
  public int packetsPerReport() {
    return packets;
  }

  @Override
  public @Nullable HeaderChoice choice(long baseRttPs) {
    return packets == 1 ? null : new HeaderChoice() {
      private int left;

      @Override
      public byte next(long startPs) {
        if (left > 0) {
          left--;
          return NONE;
        }
        left = packets - 1;
        return ASKS_ALL;
      }
    };
  }
}
