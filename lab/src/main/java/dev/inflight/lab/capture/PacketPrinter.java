package dev.inflight.lab.capture;

import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;

/** Printer of packets, one after the other, field by field. */
sealed interface PacketPrinter permits TextPackets, JsonPackets {
  /**
   * Starts a packet.
   *
   * @param number number of the packet in the capture, from 1
   * @param timeNs time of the packet, in nanoseconds, or {@code CaptureReader.NO_TIME}
   * @param bytes length of the packet, in bytes
   * @param capturedBytes bytes of the packet in the capture
   */
  void begin(long number, long timeNs, int bytes, int capturedBytes);

  /** Source and destination of the packet: IP addresses, or MAC addresses where there are none. */
  void way(String source, String destination);

  /** Kind of the packet, as a word. */
  void kind(String word);

  /** A number. */
  void field(String name, long value);

  /** A word or a number in its own notation. */
  void field(String name, String value);

  /** Field that is true or false. */
  void field(String name, boolean value);

  /** Field that is present and states that it has no value. */
  void unavailable(String name);

  /** Starts a group of fields. */
  void open(String name);

  /** Ends a group. */
  void close();

  /** Starts a list of groups; {@code open} starts each of them, by the name of one group. */
  void openList(String name);

  /** Ends a list. */
  void closeList();

  /** Ends the packet. */
  void end();

  /** A field of a telemetry header. */
  default void field(Field field) {
    switch (field.value()) {
      case Long number -> field(field.name(), number.longValue());
      case String word when word.equals(DecodedHeader.UNAVAILABLE) -> unavailable(field.name());
      case Boolean truth -> field(field.name(), truth.booleanValue());
      default -> field(field.name(), field.value().toString());
    }
  }
}
