package dev.inflight.net.link;

import dev.inflight.net.event.Event;

/**
 * The numbers of a packet, which mean another thing in each {@link Packet.Kind}: a kind declares the {@link Meaning} of each of them. The fields stand
 * by themselves for data packets and for what treats all kinds alike; where another kind is read or written, a method names what is meant.
 */
public abstract sealed class PacketNumbers extends Event permits Packet {
  /** What one of a packet's numbers means. */
  public enum Meaning {
    /** Nothing: it is 0, or left from what the packet was before. */
    UNUSED,
    /** The offset of its first byte in its flow. */
    FIRST_BYTE,
    /** The offset of the next byte that the receiver expects: all before are acknowledged. */
    EXPECTED_BYTE,
    /** How many bytes of the flow have arrived, wherever they are. */
    ARRIVED_BYTES,
    /** The offset behind the last byte of the packet that a switch answers; 0 where that is a probe. */
    ANSWERED_END,
    /** A priority, times 2, and 1 where it is paused: distinguishes PFC frames in drops and fingerprints. */
    PAUSE,
    /** Its own number. A flow's packets are numbered from 0 in the order of their bytes; frames have the low 24 bits (PSN). */
    PACKET,
    /** The number of the next packet that the receiver expects. */
    EXPECTED_PACKET,
    /** Its own number among the probes of its flow, those over its path or those over all its paths, from 0. */
    PROBE,
    /** Its own number among the windows, or credits, of its flow, from 0. */
    MESSAGE,
    /** The number of the packet or probe that a switch answers; the code says which. */
    ANSWERED,
    /** The number of the packet that has arrived behind a gap; {@link #NO_NUMBER} where the recovery does not report it. */
    ARRIVED,
    /** The number of the packet of which only the header has arrived. */
    TRIMMED,
    /** The number of the packet or probe of the telemetry that it brings; the code says which, and a report of a path is of a probe. */
    REPORTED,
    /** What its header asks of switches, or that it requests credit: {@code HeaderChoice}. */
    REQUEST,
    /** Which message of a connection it is. */
    CONTROL,
    /** {@link #OF_PROBE} or {@link #OF_DATA}: what has fetched its telemetry. */
    SOURCE,
    /** The epoch of a flow, or the path, that a leaf switch's signal is about. */
    SIGNALED,
    /** Which signal of a leaf switch it is. */
    SIGNAL
  }

  /** Says that no packet is named. */
  public static final long NO_NUMBER = -1;
  /** A report brings the telemetry of a data packet. */
  public static final byte OF_DATA = 0;
  /** A report brings the telemetry of a probe. */
  public static final byte OF_PROBE = 1;

  /** An offset in the flow, or a number of bytes: {@link Packet.Kind#sequence}. */
  public long sequence;
  /** The number of a packet: {@link Packet.Kind#number}. */
  public long number;
  /** The number of another packet that it names: {@link Packet.Kind#arrivedNumber}. */
  public long arrivedNumber = NO_NUMBER;
  /** What it is. */
  public Packet.Kind kind = Packet.Kind.DATA;
  /** A small number: {@link Packet.Kind#code}. */
  public byte code;

  PacketNumbers() {
  }

  // Acknowledgements of all kinds, and notifications

  /** The next byte that the receiver expects: all before are acknowledged. */
  public final long expectedByte() {
    assert kind.sequence == Meaning.EXPECTED_BYTE : this;
    return sequence;
  }

  /** The number of the next packet that the receiver expects. */
  public final long expectedNumber() {
    assert kind.number == Meaning.EXPECTED_PACKET : this;
    return number;
  }

  /** The receiver has all before this byte, which is the first of the packet with this number. */
  public final void acknowledge(long nextByte, long nextNumber) {
    assert kind.sequence == Meaning.EXPECTED_BYTE && kind.number == Meaning.EXPECTED_PACKET : this;
    sequence = nextByte;
    number = nextNumber;
  }

  /** The number of the packet that is trimmed. */
  public final long trimmedNumber() {
    assert kind.arrivedNumber == Meaning.TRIMMED : this;
    return arrivedNumber;
  }

  /** The number of the packet that has arrived behind a gap; {@link #NO_NUMBER} where the recovery does not report it. */
  public final long gapArrival() {
    assert kind.arrivedNumber == Meaning.ARRIVED : this;
    return arrivedNumber;
  }

  // Reports

  /** What a packet has fetched is sent back, with what it acknowledges. */
  public final void becomeNotification(byte source, long nextByte, long nextNumber) {
    kind = Packet.Kind.NOTIFICATION;
    code = source;
    report(number);
    acknowledge(nextByte, nextNumber);
  }

  /** What a packet has fetched is sent back, with how many bytes have arrived. */
  public final void becomeTally(byte source, long bytes) {
    kind = Packet.Kind.TALLY;
    code = source;
    report(number);
    countArrived(bytes);
  }

  /** How many bytes have arrived. */
  public final long arrivedBytes() {
    assert kind.sequence == Meaning.ARRIVED_BYTES : this;
    return sequence;
  }

  /** So many bytes have arrived. */
  public final void countArrived(long bytes) {
    assert kind.sequence == Meaning.ARRIVED_BYTES : this;
    sequence = bytes;
  }

  /** The number of the packet or probe of the telemetry that it brings. */
  public final long reportedNumber() {
    assert kind.arrivedNumber == Meaning.REPORTED : this;
    return arrivedNumber;
  }

  /** It brings the telemetry of this packet or probe. */
  public final void report(long ofNumber) {
    assert kind.arrivedNumber == Meaning.REPORTED : this;
    arrivedNumber = ofNumber;
  }

  /** Whether a probe has fetched its telemetry, and not a data packet. */
  public final boolean isOfProbe() {
    assert kind.code == Meaning.SOURCE : this;
    return code == OF_PROBE;
  }

  // Probes, windows, answers of switches, messages of connections

  /** Its number among its flow's probes. */
  public final long probeNumber() {
    assert kind.number == Meaning.PROBE : this;
    return number;
  }

  /** Its number among its flow's windows. */
  public final long messageNumber() {
    assert kind.number == Meaning.MESSAGE : this;
    return number;
  }

  /** A switch answers the packet, or the probe, with this number. */
  public final void answer(long endOfPacket, long ofNumber) {
    assert kind.sequence == Meaning.ANSWERED_END && kind.number == Meaning.ANSWERED : this;
    sequence = endOfPacket;
    number = ofNumber;
  }

  /** The number of the packet or probe that a switch answers. */
  public final long answeredNumber() {
    assert kind.number == Meaning.ANSWERED : this;
    return number;
  }

  /** The offset behind the last byte of the packet that a switch answers. */
  public final long answeredEnd() {
    assert kind.sequence == Meaning.ANSWERED_END : this;
    return sequence;
  }

  /** Whether a switch has made it to answer a packet. */
  public final boolean isSwitchAnswer() {
    return kind == Packet.Kind.SWITCH_ANSWER || kind == Packet.Kind.SWITCH_ANSWER_AHEAD;
  }

  /** Which message of a connection it is. */
  public final int controlMessage() {
    assert kind.code == Meaning.CONTROL : this;
    return code;
  }

  /** Which signal of a leaf switch it is. */
  public final int pathSignal() {
    assert kind.code == Meaning.SIGNAL : this;
    return code;
  }

  /** The epoch of its flow, or the path, that a leaf switch's signal is about. */
  public final int signaled() {
    assert kind.number == Meaning.SIGNALED : this;
    return (int) number;
  }

  /** What its header asks of switches. */
  public final byte request() {
    assert kind.code == Meaning.REQUEST : this;
    return code;
  }

  // Packets of a soft switch, whatever their kind: the frame itself says all else

  /** It stands for a frame of so many bytes, which starts here in the memory of a device. */
  public final void standFor(long frameAt, int frameBytes) {
    number = frameAt;
    sequence = frameBytes;
  }

  /** Where its frame starts in the memory of its device. */
  public final long frameAt() {
    return number;
  }

  /** Bytes of its frame. */
  public final int frameBytes() {
    return (int) sequence;
  }
}
