package dev.inflight.net.link;

import dev.inflight.net.event.Event;

/**
 * Numbers of a packet, with meanings that depend on {@link Packet.Kind}: a kind declares the {@link Meaning} of each. Code for
 * data packets, and code that treats all kinds alike, accesses the fields directly; for other kinds, methods name the meaning.
 */
public abstract sealed class PacketNumbers extends Event permits Packet {
  /** Meaning of one of a packet's numbers. */
  public enum Meaning {
    /** None: the number is 0, or remains from the packet's former use. */
    UNUSED,
    /** The offset of its first byte in its flow. */
    FIRST_BYTE,
    /** The offset of the next byte that the receiver expects; all earlier bytes are acknowledged. */
    EXPECTED_BYTE,
    /** Number of the flow's arrived bytes, in any order. */
    ARRIVED_BYTES,
    /** Offset behind the last byte of the packet that a switch answers; 0 for a probe. */
    ANSWERED_END,
    /** A priority, times 2, plus 1 for a pause: distinguishes PFC frames in drops and fingerprints. */
    PAUSE,
    /** Number of the packet, from 0 in the order of a flow's bytes; frames have the low 24 bits (PSN). */
    PACKET,
    /** The number of the next packet that the receiver expects. */
    EXPECTED_PACKET,
    /** Number of the probe among those of its flow, over its path or over all its paths, from 0. */
    PROBE,
    /** Number of the message among the windows, or credits, of its flow, from 0. */
    MESSAGE,
    /** Number of the packet or probe that a switch answers; the code distinguishes them. */
    ANSWERED,
    /** Number of the packet that has arrived after a gap; {@link #NO_NUMBER} if the recovery does not report it. */
    ARRIVED,
    /** The number of the packet of which only the header has arrived. */
    TRIMMED,
    /**
     * Number of the packet or probe that collected the telemetry; the code distinguishes them. Path reports are about probes.
     */
    REPORTED,
    /** Request of its header to switches, or for credit: {@code HeaderChoice}. */
    REQUEST,
    /** Type of a connection's control message. */
    CONTROL,
    /** {@link #OF_PROBE} or {@link #OF_DATA}: the packet that collected the telemetry. */
    SOURCE,
    /** The epoch of a flow, or the path, that is the subject of a leaf switch's signal. */
    SIGNALED,
    /** Type of a leaf switch's signal. */
    SIGNAL
  }

  /** Value that names no packet. */
  public static final long NO_NUMBER = -1;
  /** The report has the telemetry of a data packet. */
  public static final byte OF_DATA = 0;
  /** The report has the telemetry of a probe. */
  public static final byte OF_PROBE = 1;

  /** An offset in the flow, or a number of bytes: {@link Packet.Kind#sequence}. */
  public long sequence;
  /** The number of a packet: {@link Packet.Kind#number}. */
  public long number;
  /** Number of another packet that this one names: {@link Packet.Kind#arrivedNumber}. */
  public long arrivedNumber = NO_NUMBER;
  /** Kind of the packet. */
  public Packet.Kind kind = Packet.Kind.DATA;
  /** A small number: {@link Packet.Kind#code}. */
  public byte code;

  PacketNumbers() {
  }

  // Acknowledgements of all kinds, and notifications

  /** The next byte that the receiver expects; all earlier bytes are acknowledged. */
  public final long expectedByte() {
    assert kind.sequence == Meaning.EXPECTED_BYTE : this;
    return sequence;
  }

  /** The number of the next packet that the receiver expects. */
  public final long expectedNumber() {
    assert kind.number == Meaning.EXPECTED_PACKET : this;
    return number;
  }

  /** Acknowledges all bytes before this one, which is the first of the packet with this number. */
  public final void acknowledge(long nextByte, long nextNumber) {
    assert kind.sequence == Meaning.EXPECTED_BYTE && kind.number == Meaning.EXPECTED_PACKET : this;
    sequence = nextByte;
    number = nextNumber;
  }

  /** The number of the trimmed packet. */
  public final long trimmedNumber() {
    assert kind.arrivedNumber == Meaning.TRIMMED : this;
    return arrivedNumber;
  }

  /** Number of the packet that has arrived after a gap; {@link #NO_NUMBER} if the recovery does not report it. */
  public final long gapArrival() {
    assert kind.arrivedNumber == Meaning.ARRIVED : this;
    return arrivedNumber;
  }

  // Reports

  /** Turns this packet into a notification, which returns telemetry and acknowledges. */
  public final void becomeNotification(byte source, long nextByte, long nextNumber) {
    kind = Packet.Kind.NOTIFICATION;
    code = source;
    report(number);
    acknowledge(nextByte, nextNumber);
  }

  /** Turns this packet into a tally, which returns telemetry and the number of arrived bytes. */
  public final void becomeTally(byte source, long bytes) {
    kind = Packet.Kind.TALLY;
    code = source;
    report(number);
    countArrived(bytes);
  }

  /** Number of arrived bytes. */
  public final long arrivedBytes() {
    assert kind.sequence == Meaning.ARRIVED_BYTES : this;
    return sequence;
  }

  /** Sets the number of arrived bytes. */
  public final void countArrived(long bytes) {
    assert kind.sequence == Meaning.ARRIVED_BYTES : this;
    sequence = bytes;
  }

  /** The number of the packet or probe of the telemetry that it brings. */
  public final long reportedNumber() {
    assert kind.arrivedNumber == Meaning.REPORTED : this;
    return arrivedNumber;
  }

  /** Sets the packet or probe that collected the telemetry. */
  public final void report(long ofNumber) {
    assert kind.arrivedNumber == Meaning.REPORTED : this;
    arrivedNumber = ofNumber;
  }

  /** True if a probe, and not a data packet, collected the telemetry. */
  public final boolean isOfProbe() {
    assert kind.code == Meaning.SOURCE : this;
    return code == OF_PROBE;
  }

  // Probes, windows, answers of switches, messages of connections

  /** Number among its flow's probes. */
  public final long probeNumber() {
    assert kind.number == Meaning.PROBE : this;
    return number;
  }

  /** Number among its flow's windows. */
  public final long messageNumber() {
    assert kind.number == Meaning.MESSAGE : this;
    return number;
  }

  /** Makes this the answer of a switch to the packet, or the probe, with this number. */
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

  /** True if the packet is a switch's answer to a packet. */
  public final boolean isSwitchAnswer() {
    return kind == Packet.Kind.SWITCH_ANSWER || kind == Packet.Kind.SWITCH_ANSWER_AHEAD;
  }

  /** Type of a connection's control message. */
  public final int controlMessage() {
    assert kind.code == Meaning.CONTROL : this;
    return code;
  }

  /** Type of a leaf switch's signal. */
  public final int pathSignal() {
    assert kind.code == Meaning.SIGNAL : this;
    return code;
  }

  /** The epoch of its flow, or the path, that is the subject of a leaf switch's signal. */
  public final int signaled() {
    assert kind.number == Meaning.SIGNALED : this;
    return (int) number;
  }

  /** Request of its header to switches. */
  public final byte request() {
    assert kind.code == Meaning.REQUEST : this;
    return code;
  }

  // Packets of a soft switch, of any kind: all else is in the frame itself

  /** Makes this packet represent a frame of this size, which starts at this address in a device's memory. */
  public final void standFor(long frameAt, int frameBytes) {
    number = frameAt;
    sequence = frameBytes;
  }

  /** Address of its frame in the memory of its device. */
  public final long frameAt() {
    return number;
  }

  /** Bytes of its frame. */
  public final int frameBytes() {
    return (int) sequence;
  }
}
