package dev.inflight.lab.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trace in Perfetto's format: TrackEvents on named tracks (perfetto.dev, "TrackEvent", trace_packet.proto). Times are in ps, and
 * written in integer nanoseconds.
 */
public final class TraceFile {
  // Trace, TracePacket
  private static final int PACKET = 1;
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE_ID = 10;
  private static final int TRACK_EVENT = 11;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int TRACK_DESCRIPTOR = 60;
  // TrackDescriptor, CounterDescriptor
  private static final int UUID = 1;
  private static final int NAME = 2;
  private static final int PARENT_UUID = 5;
  private static final int COUNTER = 8;
  private static final int UNIT_NAME = 6;
  // TrackEvent
  private static final int TYPE = 9;
  private static final int TRACK_UUID = 11;
  private static final int EVENT_NAME = 23;
  private static final int COUNTER_VALUE = 30;
  private static final int FLOW_IDS = 47;
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int INSTANT = 3;
  private static final int VALUE = 4;

  private static final long PS_PER_NS = 1000;
  private static final int CLEARED = 1;

  private final OutputStream out;
  private final Map<String, Long> tracks = new HashMap<>();
  private boolean first = true;

  /** Creates a trace that is written immediately. */
  public TraceFile(OutputStream out) {
    this.out = out;
  }

  /**
   * Returns a track. The first call creates it.
   *
   * @param parent parent track; 0: none
   */
  public long track(long parent, String name) throws IOException {
    return track(parent, name, null);
  }

  /** Returns a track of numbers. */
  public long counter(long parent, String name, String unit) throws IOException {
    return track(parent, name, new ProtoMessage().text(UNIT_NAME, unit));
  }

  private long track(long parent, String name, @Nullable ProtoMessage counter) throws IOException {
    String key = parent + "/" + name;
    Long there = tracks.get(key);
    if (there != null) {
      return there;
    }
    long uuid = tracks.size() + 1L;
    tracks.put(key, uuid);
    var track = new ProtoMessage().number(UUID, uuid).text(NAME, name);
    if (parent != 0) {
      track.number(PARENT_UUID, parent);
    }
    if (counter != null) {
      track.message(COUNTER, counter);
    }
    packet(new ProtoMessage().message(TRACK_DESCRIPTOR, track));
    return uuid;
  }

  /**
   * Writes a slice.
   *
   * @param arrows numbers of arrows; each leads from one slice with the number to the next one in order of start
   */
  public void slice(long track, String name, long fromPs, long toPs, List<Long> arrows) throws IOException {
    var begin = new ProtoMessage().number(TYPE, BEGIN).number(TRACK_UUID, track).text(EVENT_NAME, name);
    for (Long arrow : arrows) {
      begin.fixed(FLOW_IDS, arrow);
    }
    event(fromPs, begin);
    event(toPs, new ProtoMessage().number(TYPE, END).number(TRACK_UUID, track));
  }

  /** Writes an event without duration. */
  public void instant(long track, String name, long atPs) throws IOException {
    event(atPs, new ProtoMessage().number(TYPE, INSTANT).number(TRACK_UUID, track).text(EVENT_NAME, name));
  }

  /** Writes a number that is valid from this time. */
  public void value(long track, long atPs, long value) throws IOException {
    event(atPs, new ProtoMessage().number(TYPE, VALUE).number(TRACK_UUID, track).number(COUNTER_VALUE, value));
  }

  private void event(long atPs, ProtoMessage event) throws IOException {
    packet(new ProtoMessage().number(TIMESTAMP, atPs / PS_PER_NS).message(TRACK_EVENT, event));
  }

  private void packet(ProtoMessage packet) throws IOException {
    packet.number(SEQUENCE_ID, 1);
    if (first) {
      packet.number(SEQUENCE_FLAGS, CLEARED);
      first = false;
    }
    out.write(new ProtoMessage().message(PACKET, packet).toBytes());
  }
}
