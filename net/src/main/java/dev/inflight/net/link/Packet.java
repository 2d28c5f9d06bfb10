package dev.inflight.net.link;

import dev.inflight.net.event.Event;

import org.jspecify.annotations.Nullable;

/**
 * One packet on its way. It is its own arrival event, it is linked into queues without extra objects, and it returns to a
 * {@link PacketPool} when it is consumed; a receiver turns a data packet into its acknowledgement in place.
 *
 * <p>Telemetry stands in {@link #telemetry} in its wire form. Fields are public because the packet is the datapath's currency: every
 * stage reads and writes some, and none has an invariant of its own.
 */
public final class Packet extends Event {
  /** What a packet is. */
  public enum Kind {
    /** Application bytes. */
    DATA,
    /** Acknowledges all bytes below its sequence. */
    ACK,
    /** The same, and says that what follows is missing. */
    NACK,
    /** Acknowledges the same, and refuses what follows. */
    REFUSAL,
    /** Congestion notification: packets of the flow were marked. */
    CNP,
    /** Makes or ends a connection; travels as the data of the stream does that it names. */
    CONTROL,
    /** A PFC frame: pause a priority group. */
    PAUSE,
    /** A PFC frame: resume a priority group. */
    RESUME
  }

  /** The port at which the packet arrives or, while it waits in a switch, through which it came in. */
  public Port at;
  /** The flow that it belongs to; none for control frames of a link. */
  public @Nullable Flow flow;
  /** The ports it leaves through, first the NIC; valid while {@link #routeEpoch} is the fabric's. */
  public Port[] path = NO_PATH;
  /** The in-band telemetry header, in its wire form. */
  public final byte[] telemetry;
  /** Data: offset of its first byte in the flow. ACK, NACK: the next byte that the receiver expects. PFC: group and direction. */
  public long sequence;
  /** NACK of selective repeat: offset of the first byte of the packet that arrived behind a gap; {@link #NO_SEQUENCE} in other NACKs. */
  public long arrivedSequence = NO_SEQUENCE;
  /** When the data packet was handed to the NIC, in picoseconds; an acknowledgement echoes it. */
  public long sentPs;
  /** Bytes of the frame as buffers count them, without preamble and gap. */
  public int sizeBytes;
  /** Application bytes. */
  public int payloadBytes;
  /** Version of the routes that {@link #path} belongs to. */
  public int routeEpoch;
  /** Bytes of the frame that are telemetry. */
  public short telemetryBytes;
  /** Where the switch that holds the packet accounts for it. */
  public int bufferSlot;
  /** Index of the port in {@link #path} that it left through last. */
  public short hop;
  /** Priority group, 0 to 7; for PFC frames the group that they speak of. */
  public byte group;
  /** CONTROL: the number of what it says. */
  public byte code;
  /** What it is. */
  public Kind kind = Kind.DATA;
  /** Congestion experienced; an acknowledgement echoes it. */
  public boolean ecnMarked;
  /** The sender gave up waiting and sends this again. */
  public boolean afterTimeout;

  /** Says that no packet is named. */
  public static final long NO_SEQUENCE = -1;

  private static final Port[] NO_PATH = {};
  private static final int FIRST_HOP_LIMIT = 64;
  /** Congestion notifications travel apart from what is congested; DSCP 48, as RoCE devices send them. */
  public static final byte CNP_GROUP = 6;

  /** A packet with room for {@code telemetryBytes} of telemetry. */
  @SuppressWarnings("NullAway")
  public // `at` is set when the packet is first sent, before anything reads it
  Packet(int telemetryBytes) {
    telemetry = new byte[telemetryBytes];
  }

  /** The IP time to live that it left its last port with: 64 at the NIC, one less at each switch. */
  public int hopLimit() {
    return FIRST_HOP_LIMIT - hop;
  }

  /** Makes this a congestion notification packet of a flow. */
  public void becomeCnp(Flow of, int bytes, long nowPs) {
    kind = Kind.CNP;
    flow = of;
    group = CNP_GROUP;
    sequence = 0;
    hop = 0;
    sizeBytes = bytes;
    payloadBytes = 0;
    telemetryBytes = 0;
    ecnMarked = false;
    afterTimeout = false;
    sentPs = nowPs;
    timePs = nowPs;
  }

  /** Makes this a control packet of a stream. */
  public void becomeControl(int message, Flow of, int bytes, long nowPs) {
    becomeCnp(of, bytes, nowPs);
    kind = Kind.CONTROL;
    code = (byte) message;
    group = of.group();
  }

  /** Whether it travels the way of its flow's data, and not back. */
  public boolean isForward() {
    return kind == Kind.DATA || kind == Kind.CONTROL;
  }

  /** Makes this a PFC frame. */
  public void becomePauseFrame(Kind pauseOrResume, int pausedGroup, int bytes, long nowPs) {
    kind = pauseOrResume;
    flow = null;
    group = (byte) pausedGroup;
    sequence = pausedGroup << 1 | (pauseOrResume == Kind.PAUSE ? 1 : 0);
    sizeBytes = bytes;
    payloadBytes = 0;
    telemetryBytes = 0;
    ecnMarked = false;
    afterTimeout = false;
    sentPs = nowPs;
    timePs = nowPs;
  }

  @Override
  public void fire() {
    at.arrive(this);
  }

  @Override
  public String toString() {
    return kind + " seq=" + sequence + " size=" + sizeBytes + "B of " + flow;
  }
}
