package dev.inflight.wire.frame;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.wire.FuzzTarget;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.header.Icrc;
import java.util.Arrays;
import java.util.List;

/** Fuzz target of switches: they forward any frame, write nothing outside their room, and keep valid frames valid. */
public final class TransitFuzz implements FuzzTarget {
  private static final int MARGIN = 3;
  private static final int ROOM = 64;
  private static final byte GUARD = (byte) 0xA5;

  private final FrameView view = TestFormats.viewOfAll();
  private final FrameView after = TestFormats.viewOfAll();
  private final Icrc icrc = new Icrc();
  private final PortSnapshot snapshot = new PortSnapshot().at(5_000_000, 1000, 2000);
  private final List<FrameForwarder> ports = TestFormats.ALL.stream()
      .map(format -> new FrameForwarder(view, format, new EgressLink(1, 2, 100_000_000_000L), true)).toList();

  @Override
  public void accept(byte[] data) {
    for (FrameForwarder port : ports) {
      byte[] bytes = new byte[MARGIN + data.length + ROOM + MARGIN];
      Arrays.fill(bytes, GUARD);
      System.arraycopy(data, 0, bytes, MARGIN, data.length);
      boolean matched = after.parse(bytes, MARGIN, data.length) == dev.inflight.telemetry.DecodeStatus.READ
          && after.icrc != FrameView.ABSENT && after.icrcMatches(icrc);
      int length = port.forward(bytes, MARGIN, data.length, MARGIN + data.length + ROOM, snapshot, true);
      if (length != FrameForwarder.DISCARD && (length < data.length || length > data.length + ROOM)) {
        throw new IllegalStateException("a frame of " + data.length + " bytes became one of " + length);
      }
      int end = MARGIN + Math.max(length, data.length);
      for (int at = 0; at < bytes.length; at++) {
        if ((at < MARGIN || at >= end) && bytes[at] != GUARD) {
          throw new IllegalStateException("wrote outside, at " + (at - MARGIN));
        }
      }
      if (matched && length != FrameForwarder.DISCARD) {
        after.parse(bytes, MARGIN, length);
        if (after.icrc == FrameView.ABSENT || !after.icrcMatches(icrc)) {
          throw new IllegalStateException("a sound CRC was broken");
        }
      }
    }
  }
}
