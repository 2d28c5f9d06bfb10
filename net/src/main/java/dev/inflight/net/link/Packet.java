package dev.inflight.net.link;

import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.util.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * A packet in the simulated network: a mutable, pooled object. It is its own arrival event, queues link it without extra objects, and it
 * returns to a {@link PacketPool} after its last use; a receiver turns a data packet into its acknowledgement in place.
 *
 * <p>{@link #telemetry} is in wire form. Fields are public: each stage of the datapath reads and writes some, and none has an invariant.
 */
public final class Packet extends PacketNumbers {
  /**
   * Kinds of packets, with the properties in which they differ: the part that receives the packet, its direction, whether switches measure
   * it, and the meanings of {@link #sequence}, {@link #number}, {@link #arrivedNumber} and {@link #code}. A new kind declares them all
   * here.
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
    /** Carries, where telemetry would be, the receiver's window (§6.3.2), or the credit that it has granted. */
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
    /** Carries a message about a flow's path from the destination's leaf switch to the source's (ConWeave, SIGCOMM'23, table 2). */
    PATH_SIGNAL(Taker.LEAF, false, false, Meaning.UNUSED, Meaning.SIGNALED, Meaning.UNUSED, Meaning.SIGNAL),
    /** A trimmed packet, as TRIMMED, that the switch returns to the sender. */
    RETURNED(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.PACKET, Meaning.UNUSED, Meaning.UNUSED);

    /** Part that receives a packet at the end of its path. */
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

    /** Part that receives the packet. */
    public final Taker taker;
    /** True if the packet takes the path of its flow's data, and not the way back. */
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

    /** True for a receiver's report of the bytes that have arrived. */
    public boolean reportsProgress() {
      return sequence == Meaning.EXPECTED_BYTE || sequence == Meaning.ARRIVED_BYTES;
    }

    /** True for a frame between the two ends of a cable, which belongs to no flow. */
    public boolean isLinkControl() {
      return taker == Taker.PORT;
    }
  }

  /** Port at which the packet arrives or arrived last; of a packet made by a switch, the first port that it leaves through. */
  public Port at;
  /** The flow that it belongs to; none for control frames of a link. */
  public @Nullable Flow flow;
  /** The ports it leaves through, first the NIC; valid while {@link #routeEpoch} is the fabric's. */
  public Port[] path = NO_PATH;
  /** The in-band telemetry header, in its wire form. */
  public final byte[] telemetry;
  /** Message headers of a queue pair's packet; meaningless in packets of plain flows. */
  private @Nullable RdmaHeader rdma;
  /** Blocks of data behind a gap in an acknowledgement of TCP; meaningless in other packets. */
  private @Nullable SackBlocks sack;
  /** Time at which the sender handed the data packet to the NIC, in picoseconds; an acknowledgement echoes it. */
  public long sentPs;
  /** Bytes of the frame as buffers count them, without preamble and gap. */
  public int sizeBytes;
  /** Application bytes. */
  public int payloadBytes;
  /** Version of the routes that {@link #path} belongs to. */
  public int routeEpoch;
  /** Header that leaf switches put around the packet for each other (CONGA, ConWeave); 0: none. */
  public long overlay;
  /** Bytes of the frame that are telemetry. */
  public short telemetryBytes;
  /** Position, from 0, of the port through which the packet entered its present switch; {@link #ORIGINATED} if that made it. */
  public int ingress;
  /** Index of the port in {@link #path} that it left through last. */
  public short hop;
  /** Priority, 0 to 7; in PFC frames the paused or resumed priority. */
  public byte priority;
  /** Index of its source port among those of its flow; an answer has that of the packet it answers. */
  public byte entropy;
  /** DATA: the class of its flow, which decides the telemetry that it carries. */
  public byte flowClass;
  /** Congestion experienced; an acknowledgement echoes it. */
  public boolean ecnMarked;
  /** The sender gave up waiting and sends this again. */
  public boolean afterTimeout;

  /** Number of priorities (IEEE 802.1Q): 0 to 7. */
  public static final int PRIORITIES = 8;
  /** Ingress of a packet that the switch that holds it has made. */
  public static final int ORIGINATED = -1;
  /** Epoch of a packet without a fixed path, for which each switch chooses anew. */
  public static final int NO_EPOCH = -1;

  /** Bytes of a window in a packet. */
  public static final short WINDOW_BYTES = Long.BYTES;
  private static final Port[] NO_PATH = {};
  /** Hop limit that a sender sets. */
  public static final int FIRST_HOP_LIMIT = 64;
  /** Priority of notifications and switches' answers, apart from congested data; DSCP 48, as RoCE devices send them. */
  public static final byte APART_PRIORITY = 6;

  /** A packet with room for {@code telemetryBytes} of telemetry. */
  @SuppressWarnings("NullAway") // `at` is set when the packet is first sent, before anything reads it
  public Packet(int telemetryBytes) {
    telemetry = new byte[telemetryBytes];
  }

  /** The IP time to live that it left its last port with: 64 at the NIC, one less at each switch. */
  public int hopLimit() {
    return FIRST_HOP_LIMIT - hop;
  }

  /** Returns the content of an answer besides its acknowledgement, as far as the wire format has it: the seal's input. */
  public long says() {
    long other = kind.arrivedNumber == Meaning.UNUSED ? NO_NUMBER : arrivedNumber;
    long names = kind.number == Meaning.MESSAGE || kind.number == Meaning.ANSWERED ? number : other;
    byte more = kind.code == Meaning.SOURCE ? code : kind == Kind.PATH_REPORT ? entropy : 0;
    return (names & 0xFFFFFF) << 16 | (long) kind.ordinal() << 8 | more << 1 | (ecnMarked ? 1 : 0);
  }

  /**
   * The flow that it belongs to.
   *
   * @throws IllegalStateException if the packet has no flow, as control frames of a link
   */
  public Flow flow() {
    Flow of = flow;
    if (of == null) {
      throw new IllegalStateException(this + " is of no flow");
    }
    return of;
  }

  /** Message headers, to be read and filled in; for packets of queue pairs. */
  public RdmaHeader rdma() {
    RdmaHeader has = rdma;
    if (has == null) {
      has = new RdmaHeader();
      rdma = has;
    }
    return has;
  }

  /** Blocks behind a gap in an acknowledgement of TCP, to be read and filled in; before that, of the packet's former use. */
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

  /** Takes over the telemetry of another packet, instead of its own. */
  public void takeTelemetryOf(Packet other) {
    telemetryBytes = other.telemetryBytes;
    System.arraycopy(other.telemetry, 0, telemetry, 0, other.telemetryBytes);
  }

  /** Cuts this data packet behind its header, which includes some of its telemetry, to {@code bytes}. */
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
   * Reads the fields that the next port will read, so that memory answers for several packets at once.
   *
   * @return anything, so that no compiler leaves the reads out
   */
  public long readAhead() {
    return timePs + sizeBytes + telemetry.length + path.length;
  }

  /** Reads its telemetry and the port that it will leave through in advance, as {@link #readAhead()}. */
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
