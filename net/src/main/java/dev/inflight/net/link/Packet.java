package dev.inflight.net.link;

import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.util.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * One packet on its way. It is its own arrival event, it is linked into queues without extra objects, and it returns to a
 * {@link PacketPool} when it is consumed; a receiver turns a data packet into its acknowledgement in place.
 *
 * <p>Telemetry is in {@link #telemetry} in its wire form. Fields are public because the packet is the datapath's currency: every
 * stage reads and writes some, and none has an invariant of its own.
 */
public final class Packet extends PacketNumbers {
  /**
   * What a packet is, and what that means wherever kinds differ: who takes it, whether it goes forward along the path of the data, whether switches
   * measure by it; and what its {@link #sequence}, {@link #number}, {@link #arrivedNumber} and {@link #code} mean. A new kind says all of it here.
   */
  public enum Kind {
    /** Application bytes. */
    DATA(Taker.RECEIVER, true, true, Meaning.FIRST_BYTE, Meaning.PACKET, Meaning.UNUSED, Meaning.REQUEST),
    /** Acknowledges all bytes below its sequence. */
    ACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.UNUSED, Meaning.UNUSED),
    /** The same, and says that what follows is missing. */
    NACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.ARRIVED, Meaning.UNUSED),
    /** Acknowledges the same, and refuses what follows. */
    REFUSAL(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.UNUSED, Meaning.UNUSED),
    /** Congestion notification: packets of the flow were marked. */
    CNP(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** Fetches telemetry along the path of a flow's data (draft-miao-rtgwg-hpccplus §6.2.1). */
    PROBE(Taker.RECEIVER, true, true, Meaning.UNUSED, Meaning.PROBE, Meaning.UNUSED, Meaning.UNUSED),
    /** Brings back what a probe or a data packet has fetched, and acknowledges all bytes below its sequence (§6.2.2). */
    NOTIFICATION(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.REPORTED, Meaning.SOURCE),
    /** The same of a probe of an unreliable flow: its sequence is how many bytes have arrived (§7). */
    TALLY(Taker.SENDER, false, false, Meaning.ARRIVED_BYTES, Meaning.UNUSED, Meaning.REPORTED, Meaning.SOURCE),
    /** Carries the window that the receiver has decided, in the place of telemetry (§6.3.2); or the credit that it has granted. */
    WINDOW(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.MESSAGE, Meaning.UNUSED, Meaning.UNUSED),
    /** A switch's answer to a packet that joined a long queue, to its sender (draft-pan-tsvwg-hpccplus §6.3). */
    SWITCH_ANSWER(Taker.SENDER, false, false, Meaning.ANSWERED_END, Meaning.ANSWERED, Meaning.UNUSED, Meaning.SOURCE),
    /** The same to its receiver, where receivers decide. */
    SWITCH_ANSWER_AHEAD(Taker.RECEIVER, true, false, Meaning.ANSWERED_END, Meaning.ANSWERED, Meaning.UNUSED, Meaning.SOURCE),
    /** Asks how busy one of the paths of a flow is, by another source port (draft-miao-rtgwg-hpccplus §9.4). */
    PATH_PROBE(Taker.RECEIVER, true, true, Meaning.UNUSED, Meaning.PROBE, Meaning.UNUSED, Meaning.UNUSED),
    /** Brings back what it has fetched, and keeps its number. */
    PATH_REPORT(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.PROBE, Meaning.REPORTED, Meaning.UNUSED),
    /** Makes or ends a connection; travels along the path of the stream's data that it names. */
    CONTROL(Taker.CONNECTIONS, true, false, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED, Meaning.CONTROL),
    /** A PFC frame: pause a priority. */
    PAUSE(Taker.PORT, false, false, Meaning.PAUSE, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** A PFC frame: resume a priority. */
    RESUME(Taker.PORT, false, false, Meaning.PAUSE, Meaning.UNUSED, Meaning.UNUSED, Meaning.UNUSED),
    /** The header of a data packet for which a switch had no room (NDP, SIGCOMM'17 §3.2). */
    TRIMMED(Taker.RECEIVER, true, false, Meaning.UNUSED, Meaning.PACKET, Meaning.UNUSED, Meaning.REQUEST),
    /** Acknowledges what an ACK does, and names a packet of which only the header has arrived. */
    TRIM_NACK(Taker.SENDER, false, false, Meaning.EXPECTED_BYTE, Meaning.EXPECTED_PACKET, Meaning.TRIMMED, Meaning.UNUSED),
    /** What the leaf switch of the destination sends to that of the source about a path of a flow (ConWeave, SIGCOMM'23, table 2). */
    PATH_SIGNAL(Taker.LEAF, false, false, Meaning.UNUSED, Meaning.SIGNALED, Meaning.UNUSED, Meaning.SIGNAL),
    /** The same as TRIMMED, which the switch returns to the sender. */
    RETURNED(Taker.SENDER, false, false, Meaning.UNUSED, Meaning.PACKET, Meaning.UNUSED, Meaning.UNUSED);

    /** Who takes a packet at the end of its path. */
    public enum Taker {
      /** The port at the other end of the cable; such packets belong to no flow. */
      PORT,
      /** The receiving end of the flow. */
      RECEIVER,
      /** The sending end of the flow. */
      SENDER,
      /** Who makes and ends connections. */
      CONNECTIONS,
      /** The leaf switch of the sending host. */
      LEAF
    }

    /** Who takes it. */
    public final Taker taker;
    /** Whether it travels along the path of its flow's data, and not back. */
    public final boolean forward;
    /** Whether switches write telemetry into it, and mark it. */
    public final boolean measured;

    /** What the sequence means. */
    public final Meaning sequence;
    /** What the number means. */
    public final Meaning number;
    /** What the arrived number means. */
    public final Meaning arrivedNumber;
    /** What the code means. */
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

    /** Whether it is a frame between the two ends of a cable, and of no flow. */
    public boolean isLinkControl() {
      return taker == Taker.PORT;
    }
  }

  /** The port at which the packet arrives, or has arrived last; of one that a switch made, the first that it leaves through. */
  public Port at;
  /** The flow that it belongs to; none for control frames of a link. */
  public @Nullable Flow flow;
  /** The ports it leaves through, first the NIC; valid while {@link #routeEpoch} is the fabric's. */
  public Port[] path = NO_PATH;
  /** The in-band telemetry header, in its wire form. */
  public final byte[] telemetry;
  /** What a packet of a queue pair says of messages; of no meaning in packets of plain flows. */
  private @Nullable RdmaHeader rdma;
  /** What an acknowledgement of TCP says of data behind a gap; of no meaning in other packets. */
  private @Nullable SackBlocks sack;
  /** When the data packet was handed to the NIC, in picoseconds; an acknowledgement echoes it. */
  public long sentPs;
  /** Bytes of the frame as buffers count them, without preamble and gap. */
  public int sizeBytes;
  /** Application bytes. */
  public int payloadBytes;
  /** Version of the routes that {@link #path} belongs to. */
  public int routeEpoch;
  /** What leaf switches write for each other into the header that they put around it (CONGA, ConWeave); 0: nothing. */
  public long overlay;
  /** Bytes of the frame that are telemetry. */
  public short telemetryBytes;
  /** The position, from 0, of the port through which it came into the switch that holds it; {@link #ORIGINATED} where it was made. */
  public int ingress;
  /** Index of the port in {@link #path} that it left through last. */
  public short hop;
  /** Priority, 0 to 7; for PFC frames the priority that they speak of. */
  public byte priority;
  /** Which of its flow's source ports it has; an answer has that of what it answers. */
  public byte entropy;
  /** DATA: the class of its flow, which says what telemetry it carries. */
  public byte flowClass;
  /** Congestion experienced; an acknowledgement echoes it. */
  public boolean ecnMarked;
  /** The sender gave up waiting and sends this again. */
  public boolean afterTimeout;

  /** How many priorities there are (IEEE 802.1Q): 0 to 7. */
  public static final int PRIORITIES = 8;
  /** Says that a packet came in through no port: the switch that holds it has made it. */
  public static final int ORIGINATED = -1;
  /** Says that a packet has no path of its own, and that each switch chooses anew. */
  public static final int NO_EPOCH = -1;

  /** Bytes of a window in a packet. */
  public static final short WINDOW_BYTES = Long.BYTES;
  private static final Port[] NO_PATH = {};
  /** The hop limit with which a sender lets a packet go. */
  public static final int FIRST_HOP_LIMIT = 64;
  /** Congestion notifications and answers of switches travel apart from what is congested; DSCP 48, as RoCE devices send them. */
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

  /** What an answer says beside what it acknowledges, as far as the wire has it: what a seal covers. */
  public long says() {
    long other = kind.arrivedNumber == Meaning.UNUSED ? NO_NUMBER : arrivedNumber;
    long names = kind.number == Meaning.MESSAGE || kind.number == Meaning.ANSWERED ? number : other;
    byte more = kind.code == Meaning.SOURCE ? code : kind == Kind.PATH_REPORT ? entropy : 0;
    return (names & 0xFFFFFF) << 16 | (long) kind.ordinal() << 8 | more << 1 | (ecnMarked ? 1 : 0);
  }

  /**
   * The flow that it belongs to.
   *
   * @throws IllegalStateException when it is of none, as control frames of a link are
   */
  public Flow flow() {
    Flow of = flow;
    if (of == null) {
      throw new IllegalStateException(this + " is of no flow");
    }
    return of;
  }

  /** What it says of messages, to be read and filled in; for packets of queue pairs. */
  public RdmaHeader rdma() {
    RdmaHeader has = rdma;
    if (has == null) {
      has = new RdmaHeader();
      rdma = has;
    }
    return has;
  }

  /** What TCP's acknowledgement says of data behind a gap, to be read and filled in: until then it is of what the packet was before. */
  public SackBlocks sack() {
    SackBlocks has = sack;
    if (has == null) {
      has = new SackBlocks();
      sack = has;
    }
    return has;
  }

  /** How many blocks it names, if it is an acknowledgement of TCP; otherwise none. */
  public int sackCount() {
    return sack == null || kind != Kind.ACK ? 0 : sack.count();
  }

  /** Makes this a congestion notification packet of a flow. */
  public void becomeCnp(Flow of, int bytes, long nowPs) {
    reset(Kind.CNP, of, APART_PRIORITY, bytes, nowPs);
  }

  /** Makes this a control packet of a stream. */
  public void becomeControl(int message, Flow of, int bytes, long nowPs) {
    reset(Kind.CONTROL, of, of.priority(), bytes, nowPs);
    code = (byte) message;
  }

  /** Makes this a probe of a flow, without telemetry yet. */
  public void becomeProbe(Flow of, long probeNumber, long nowPs) {
    reset(Kind.PROBE, of, of.priority(), 0, nowPs);
    flowClass = of.flowClass();
    number = probeNumber;
    code = 0;
  }

  /** Takes over what a data packet has brought, which then has none any more, to be sent back for it. */
  public void takeReportOf(Packet data, Flow of) {
    becomeProbe(of, data.number, data.timePs);
    at = data.at;
    entropy = data.entropy;
    sentPs = data.sentPs;
    takeTelemetryOf(data);
    data.telemetryBytes = 0;
  }

  /** Makes this a switch's answer to a packet, with the telemetry that it has so far. */
  public void becomeSwitchAnswer(Packet to, boolean ahead, long nowPs) {
    reset(ahead ? Kind.SWITCH_ANSWER_AHEAD : Kind.SWITCH_ANSWER, to.flow, APART_PRIORITY, 0, nowPs);
    flowClass = to.flowClass;
    code = to.kind == Kind.PROBE ? OF_PROBE : OF_DATA;
    entropy = to.entropy;
    answer(to.sequence + to.payloadBytes, to.number);
    sentPs = to.sentPs;
    takeTelemetryOf(to);
  }

  /** Takes over the telemetry of another packet, in the place of its own. */
  public void takeTelemetryOf(Packet other) {
    telemetryBytes = other.telemetryBytes;
    System.arraycopy(other.telemetry, 0, telemetry, 0, other.telemetryBytes);
  }

  /** Makes this data packet what is left of it, of {@code bytes}, when it is cut behind its header, which some of its telemetry belongs to. */
  public void trim(Kind as, short keptBytes, int bytes) {
    kind = as;
    sequence = 0;
    priority = APART_PRIORITY;
    sizeBytes = bytes;
    payloadBytes = 0;
    telemetryBytes = keptBytes;
    ecnMarked = false;
  }

  /** Makes this a message from a flow's receiver to its sender: a window. */
  public void becomeWindow(Flow of, long messageNumber, long windowBytes, long nowPs) {
    reset(Kind.WINDOW, of, of.priority(), 0, nowPs);
    number = messageNumber;
    telemetryBytes = WINDOW_BYTES;
    BigEndian.set64(telemetry, 0, windowBytes);
  }

  /** Its window, in bytes. */
  public long windowBytes() {
    return BigEndian.get64(telemetry, 0);
  }

  /** Makes this a leaf switch's signal about an epoch or a path of a flow. */
  public void becomePathSignal(Flow of, byte signal, long about, int bytes, long nowPs) {
    reset(Kind.PATH_SIGNAL, of, APART_PRIORITY, bytes, nowPs);
    code = signal;
    number = about;
  }

  /** Makes this a PFC frame. */
  public void becomePauseFrame(Kind pauseOrResume, int pausedPriority, int bytes, long nowPs) {
    reset(pauseOrResume, null, (byte) pausedPriority, bytes, nowPs);
    path = NO_PATH; // and not that of what it was before
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
   * Reads what its next port will read of it, and does nothing with it: a caller that expects it soon lets memory answer for several
   * packets at once.
   *
   * @return anything, so that no compiler leaves the reads out
   */
  public long readAhead() {
    return timePs + sizeBytes + telemetry.length + path.length;
  }

  /** The same for its telemetry, and for the port that it will leave through. */
  public long readNextPort() {
    long read = telemetryBytes < telemetry.length ? telemetry[telemetryBytes] : 0;
    Port next = hop + 1 < path.length ? path[hop + 1] : null; // none also where it is another process's
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
