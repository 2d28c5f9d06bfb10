package dev.inflight.net.link;

import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.util.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * A packet in the simulated network: a mutable, pooled object that is its own arrival event. Queues link it without extra
 * objects; a receiver turns a data packet into its acknowledgement in place.
 *
 * <p>{@link #telemetry} is in wire form. Fields are public: each stage of the datapath reads and writes some, and none has an
 * invariant.
 */
public final class Packet extends PacketNumbers {
  /**
   * Kinds of packets, with their differences: receiving component, direction, whether switches measure them, and the meanings of
   * {@link #sequence}, {@link #number}, {@link #arrivedNumber} and {@link #code}. A new kind declares all of them here.
   */
  public enum Kind {
    /** Application bytes. */
    DATA(Taker.RECEIVER, true, true, Meaning.FIRST_BYTE, Meaning.PACKET, Meaning.UNUSED, Meaning.REQUEST),
    /** Acknowledges all bytes below its sequence. */
    ACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.UNUSED, Meaning.UNUSED),
    /** Acknowledges as an ACK does, and reports that the next packet is missing. */
    NACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.ARRIVED, Meaning.UNUSED),
    /** Acknowledges as an ACK does, and refuses the following data. */
    REFUSAL(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.UNUSED, Meaning.UNUSED),
    /** Congestion notification: packets of the flow were marked. */
    CNP(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** Fetches telemetry along the path of a flow's data (draft-miao-rtgwg-hpccplus §6.2.1). */
    PROBE(Taker.RECEIVER, true, true, Meaning.UNUSED, Meaning.PROBE, Meaning.UNUSED, Meaning.UNUSED),
    /** Returns the telemetry of a probe or a data packet, and acknowledges all bytes below its sequence (§6.2.2). */
    NOTIFICATION(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.REPORTED, Meaning.SOURCE),
    /** Returns the telemetry of a probe of an unreliable flow; its sequence is the number of bytes that have arrived (§7). */
    TALLY(Taker.SENDER, false, false, Meaning.ARRIVED_BYTES, Meaning.UNUSED, Meaning.REPORTED, Meaning.SOURCE),
    /** Carries, instead of telemetry, the receiver's window (§6.3.2) or the credit that it has granted. */
    WINDOW(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.MESSAGE, Meaning.UNUSED, Meaning.UNUSED),
    /** A switch's answer to a packet that joined a long queue, to its sender (draft-pan-tsvwg-hpccplus §6.3). */
    SWITCH_ANSWER(Taker.SENDER, false, false, Meaning.ANSWERED_END, Meaning.ANSWERED, Meaning.UNUSED, Meaning.SOURCE),
    /** A switch's answer that goes to the flow's receiver, for schemes in which receivers decide. */
    SWITCH_ANSWER_AHEAD(Taker.RECEIVER, true, false, Meaning.ANSWERED_END, Meaning.ANSWERED, Meaning.UNUSED, Meaning.SOURCE),
    /** Measures the load of one of a flow's paths, by another source port (draft-miao-rtgwg-hpccplus §9.4). */
    PATH_PROBE(Taker.RECEIVER, true, true, Meaning.UNUSED, Meaning.PROBE, Meaning.UNUSED, Meaning.UNUSED),
    /** Returns the telemetry of a path probe, with the probe's number. */
    PATH_REPORT(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.PROBE, Meaning.REPORTED, Meaning.UNUSED),
    /** Opens or closes a connection; takes the path of the stream's data that it names. */
    CONTROL(Taker.CONNECTIONS, true, false, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED, Meaning.CONTROL),
    /** A PFC frame: pause a priority. */
    PAUSE(Taker.PORT, false, false, Meaning.PAUSE, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** A PFC frame: resume a priority. */
    RESUME(Taker.PORT, false, false, Meaning.PAUSE, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** The header of a data packet for which a switch had no room (NDP, SIGCOMM'17 §3.2). */
    TRIMMED(Taker.RECEIVER, true, false, Meaning.UNUSED, Meaning.PACKET, Meaning.UNUSED, Meaning.REQUEST),
    /** Acknowledges as an ACK does, and names a packet of which only the header has arrived. */
    TRIM_NACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.TRIMMED, Meaning.UNUSED),
    /** Carries a message about a flow's path between its leaf switches, to the source's (ConWeave, SIGCOMM'23, table 2). */
    PATH_SIGNAL(Taker.LEAF, false, false, Meaning.UNUSED, Meaning.SIGNALED, Meaning.UNUSED, Meaning.SIGNAL),
    /** A trimmed packet, like TRIMMED, that the switch returns to the sender. */
    RETURNED(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.PACKET, Meaning.UNUSED, Meaning.UNUSED);

    /** Component that receives a packet at the end of its path. */
    public enum Taker {
      /** The port at the other end of the cable; such packets belong to no flow. */
      PORT,
      /** The receiving end of the flow. */
      RECEIVER,
      /** The sending end of the flow. */
      SENDER,
      /** The host's connection manager. */
      CONNECTIONS,
      /** The leaf switch of the sending host. */
      LEAF
    }

    /** Component that receives the packet. */
    public final Taker taker;
    /** True if the packet takes the path of its flow's data, and not the return path. */
    public final boolean forward;
    /** True if switches write telemetry into the packet, and mark it. */
    public final boolean measured;

    /** Meaning of the sequence. */
    public final Meaning sequence;
    /** Meaning of the number. */
    public final Meaning number;
    /** Meaning of the arrived number. */
    public final Meaning arrivedNumber;
    /** Meaning of the code. */
    public final Meaning code;

    Kind(Taker taker, boolean forward, boolean measured, Meaning sequence, Meaning number, Meaning arrivedNumber, Meaning code) {
      this.taker = taker;
      this.forward = forward;
      this.measured = measured;
      this.sequence = sequence;
      this.number = number;
      this.arrivedNumber = arrivedNumber;
      this.code = code;
    }

    /** True for a receiver's report of the arrived bytes. */
    public boolean reportsProgress() {
      return sequence == Meaning.EXPECTED_BYTE || sequence == Meaning.ARRIVED_BYTES;
    }

    /** True for a frame between the two ends of a cable, which belongs to no flow. */
    public boolean isLinkControl() {
      return taker == Taker.PORT;
    }
  }

  /** Port of the next or last arrival; for a packet made by a switch, first the port through which it leaves. */
  public Port at;
  /** The packet's flow; null for control frames of a link. */
  public @Nullable Flow flow;
  /** The ports through which it leaves, first the NIC; valid while {@link #routeEpoch} is the fabric's. */
  public Port[] path = NO_PATH;
  /** The in-band telemetry header, in its wire form. */
  public final byte[] telemetry;
  /** Message headers of a queue pair's packet; undefined in packets of plain flows. */
  private @Nullable RdmaHeader rdma;
  /** Blocks of data behind a gap in an acknowledgement of TCP; undefined in other packets. */
  private @Nullable SackBlocks sack;
  /** Time at which the sender handed the data packet to the NIC, in picoseconds; an acknowledgement echoes it. */
  public long sentPs;
  /** Bytes of the frame as buffers count them, without preamble and gap. */
  public int sizeBytes;
  /** Application bytes. */
  public int payloadBytes;
  /** Version of the routes that {@link #path} belongs to. */
  public int routeEpoch;
  /** Header that leaf switches add around the packet for each other (CONGA, ConWeave); 0: none. */
  public long overlay;
  /** Bytes of the frame that are telemetry. */
  public short telemetryBytes;
  /** Position, from 0, of the port by which it entered its present switch; {@link #ORIGINATED} for the switch's own. */
  public int ingress;
  /** Index in {@link #path} of the last port through which it left. */
  public short hop;
  /** Priority, 0 to 7; in PFC frames the paused or resumed priority. */
  public byte priority;
  /** Index of its source port among those of its flow; an answer has the index of the answered packet. */
  public byte entropy;
  /** DATA: class of its flow, which decides its telemetry. */
  public byte flowClass;
  /** Congestion experienced; an acknowledgement echoes it. */
  public boolean ecnMarked;
  /** True if the sender retransmits it after a timeout. */
  public boolean afterTimeout;

  /** Number of priorities (IEEE 802.1Q): 0 to 7. */
  public static final int PRIORITIES = 8;
  /** Ingress of a packet that its present switch has made. */
  public static final int ORIGINATED = -1;
  /** Epoch of a packet without a fixed path: each switch chooses a port. */
  public static final int NO_EPOCH = -1;

  /** Bytes of a window in a packet. */
  public static final short WINDOW_BYTES = Long.BYTES;
  private static final Port[] NO_PATH = {};
  /** Hop limit that a sender sets. */
  public static final int FIRST_HOP_LIMIT = 64;
  /** Priority of notifications and switches' answers, separate from congested data; DSCP 48, as RoCE devices use. */
  public static final byte APART_PRIORITY = 6;

  /** A packet with room for {@code telemetryBytes} of telemetry. */
  @SuppressWarnings("NullAway") // `at` is set when the packet is first sent, before anything reads it
  public Packet(int telemetryBytes) {
    telemetry = new byte[telemetryBytes];
  }

  /** The IP time to live at the last port: 64 at the NIC, one less at each switch. */
  public int hopLimit() {
    return FIRST_HOP_LIMIT - hop;
  }

  /** Returns an answer's content besides its acknowledgement, as on the wire: input of the authentication code. */
  public long says() {
    long other = kind.arrivedNumber == Meaning.UNUSED ? NO_NUMBER : arrivedNumber;
    long names = kind.number == Meaning.MESSAGE || kind.number == Meaning.ANSWERED ? number : other;
    byte more = kind.code == Meaning.SOURCE ? code : kind == Kind.PATH_REPORT ? entropy : 0;
    return (names & 0xFFFFFF) << 16 | (long) kind.ordinal() << 8 | more << 1 | (ecnMarked ? 1 : 0);
  }

  /**
   * The packet's flow.
   *
   * @throws IllegalStateException if the packet has no flow, such as control frames of a link
   */
  public Flow flow() {
    Flow of = flow;
    if (of == null) {
      throw new IllegalStateException(this + " is of no flow");
    }
    return of;
  }

  /** Message headers, to be read and filled; for packets of queue pairs. */
  public RdmaHeader rdma() {
    RdmaHeader has = rdma;
    if (has == null) {
      has = new RdmaHeader();
      rdma = has;
    }
    return has;
  }

  /** Blocks behind a gap in an acknowledgement of TCP, to be read and filled; until then they are of the packet's former use. */
  public SackBlocks sack() {
    SackBlocks has = sack;
    if (has == null) {
      has = new SackBlocks();
      sack = has;
    }
    return has;
  }

  /** Number of blocks in an acknowledgement of TCP; 0 in other packets. */
  public int sackCount() {
    return sack == null || kind != Kind.ACK ? 0 : sack.count();
  }

  /** Turns this object into a congestion notification packet of a flow. */
  public void becomeCnp(Flow of, int bytes, long nowPs) {
    reset(Kind.CNP, of, APART_PRIORITY, bytes, nowPs);
  }

  /** Turns this object into a control packet of a stream. */
  public void becomeControl(int message, Flow of, int bytes, long nowPs) {
    reset(Kind.CONTROL, of, of.priority(), bytes, nowPs);
    code = (byte) message;
  }

  /** Turns this object into a probe of a flow, without telemetry yet. */
  public void becomeProbe(Flow of, long probeNumber, long nowPs) {
    reset(Kind.PROBE, of, of.priority(), 0, nowPs);
    flowClass = of.flowClass();
    number = probeNumber;
    code = 0;
  }

  /** Moves the telemetry of a data packet into this packet, which returns it to the sender. */
  public void takeReportOf(Packet data, Flow of) {
    becomeProbe(of, data.number, data.timePs);
    at = data.at;
    entropy = data.entropy;
    sentPs = data.sentPs;
    takeTelemetryOf(data);
    data.telemetryBytes = 0;
  }

  /** Turns this object into a switch's answer to a packet, with the telemetry that the packet has so far. */
  public void becomeSwitchAnswer(Packet to, boolean ahead, long nowPs) {
    reset(ahead ? Kind.SWITCH_ANSWER_AHEAD : Kind.SWITCH_ANSWER, to.flow, APART_PRIORITY, 0, nowPs);
    flowClass = to.flowClass;
    code = to.kind == Kind.PROBE ? OF_PROBE : OF_DATA;
    entropy = to.entropy;
    answer(to.sequence + to.payloadBytes, to.number);
    sentPs = to.sentPs;
    takeTelemetryOf(to);
  }

  /** Replaces its telemetry by that of another packet. */
  public void takeTelemetryOf(Packet other) {
    telemetryBytes = other.telemetryBytes;
    System.arraycopy(other.telemetry, 0, telemetry, 0, other.telemetryBytes);
  }

  /** Trims this data packet to {@code bytes}: its header, and some of its telemetry. */
  public void trim(Kind as, short keptBytes, int bytes) {
    kind = as;
    sequence = 0;
    priority = APART_PRIORITY;
    sizeBytes = bytes;
    payloadBytes = 0;
    telemetryBytes = keptBytes;
    ecnMarked = false;
  }

  /** Turns this object into a message from a flow's receiver to its sender: a window. */
  public void becomeWindow(Flow of, long messageNumber, long windowBytes, long nowPs) {
    reset(Kind.WINDOW, of, of.priority(), 0, nowPs);
    number = messageNumber;
    telemetryBytes = WINDOW_BYTES;
    BigEndian.set64(telemetry, 0, windowBytes);
  }

  /** Window, in bytes. */
  public long windowBytes() {
    return BigEndian.get64(telemetry, 0);
  }

  /** Turns this object into a leaf switch's signal about an epoch or a path of a flow. */
  public void becomePathSignal(Flow of, byte signal, long about, int bytes, long nowPs) {
    reset(Kind.PATH_SIGNAL, of, APART_PRIORITY, bytes, nowPs);
    code = signal;
    number = about;
  }

  /** Turns this object into a PFC frame. */
  public void becomePauseFrame(Kind pauseOrResume, int pausedPriority, int bytes, long nowPs) {
    reset(pauseOrResume, null, (byte) pausedPriority, bytes, nowPs);
    path = NO_PATH; // and not the code of its former use
    sequence = pausedPriority << 1 | (pauseOrResume == Kind.PAUSE ? 1 : 0);
  }

  private void reset(Kind as, @Nullable Flow of, byte inPriority, int bytes, long nowPs) {
    kind = as;
    sequence = 0;
    flow = of;
    priority = inPriority;
    hop = 0;
    sizeBytes = bytes;
    payloadBytes = 0;
    telemetryBytes = 0;
    number = 0;
    ecnMarked = false;
    afterTimeout = false;
    entropy = 0;
    sentPs = nowPs;
    timePs = nowPs;
  }

  /**
   * Reads the fields that the next port needs, so that memory serves several packets at once.
   *
   * @return any value, so that the compiler keeps the reads
   */
  public long readAhead() {
    return timePs + sizeBytes + telemetry.length + path.length;
  }

  /** Reads in advance its telemetry and the next port through which it will leave, as {@link #readAhead()} does. */
  public long readNextPort() {
    long read = telemetryBytes < telemetry.length ? telemetry[telemetryBytes] : 0;
    Port next = hop + 1 < path.length ? path[hop + 1] : null; // no next port, also where another process has it
    return next == null ? read : read + next.busyUntilPs + next.pausedPriorities;
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
