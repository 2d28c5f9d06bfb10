package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * A share of a flow's data packets subscribes to telemetry, evenly spread and starting with the first (draft-pan-tsvwg-hpccplus
 * §6.3). Switches neither write into the other packets nor send feedback about them.
 *
 * @param share the share of all packets, 0.000001 to 1
 * @param by how a packet subscribes
 */
public record Subscribed(double share, By by) implements TelemetryPackets {
  /** A quarter of them, by a header. */
  public static final Subscribed DEFAULT = new Subscribed(0.25, By.HEADER);

  private static final int WHOLE = 1_000_000;

  /** Checks the range. */
  public Subscribed {
    Check.within("share", share, 1.0 / WHOLE, 1);
  }

  /** Markers of a subscription in a packet. */
  public enum By {
    /** By its telemetry header, into which switches write, and which triggers their feedback. */
    HEADER,
    /** By its DSCP, without a header: the only telemetry is the feedback of switches with long queues. */
    DSCP
  }

  @Override
  public String name() {
    return "subscribed";
  }

  @Override
  public boolean ridesOnData() {
    return by == By.HEADER;
  }

  @Override
  public boolean isThin() {
    return by == By.HEADER && share < 1;
  }

  @Override
  public boolean silenceIsQuiet() {
    return by == By.DSCP;
  }

  @Override
  public boolean needsAnswers() {
    return by == By.DSCP;
  }

  @Override
  public int packetsPerReport() {
    return (int) StrictMath.ceil(1 / share);
  }

  @Override
  public @Nullable HeaderChoice choice(long baseRttPs) {
    byte asks = by == By.DSCP ? HeaderChoice.ASKS_ANSWERS : HeaderChoice.ASKS_ALL;
    int each = (int) StrictMath.round(share * WHOLE);
    return new HeaderChoice() {
      private int saved = WHOLE - each;

      @Override
      public byte next(long startPs) {
        saved += each;
        if (saved < WHOLE) {
          return NONE;
        }
        saved -= WHOLE;
        return asks;
      }
    };
  }
}
