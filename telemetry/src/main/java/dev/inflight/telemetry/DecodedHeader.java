package dev.inflight.telemetry;

import java.util.HexFormat;
import java.util.List;

/**
 * A telemetry header spelt out for people: every field it has, also those that congestion control has no use for.
 *
 * @param format the format's name
 * @param outcome how reading went; what could be read before it failed is there
 * @param header the fields of the header itself
 * @param hops the fields of each hop's record, in path order
 */
public record DecodedHeader(String format, DecodeStatus outcome, List<Field> header, List<List<Field>> hops) {
  /** The value of a field that a hop had to write and had nothing to write into. */
  public static final String UNAVAILABLE = "unavailable";

  /** A field of 32 bits that is no number to anybody but those who agreed on it; all ones say that it is unavailable. */
  public static Field hex(String name, long word) {
    return new Field(name, word == 0xFFFF_FFFFL ? UNAVAILABLE : "0x" + HexFormat.of().toHexDigits((int) word));
  }

  /**
   * One field.
   *
   * @param name its name in the specification, with the unit at the end where it has one: {@code queueBytes}
   * @param value a {@link Long}, a {@link Boolean} or a {@link String}; {@link #UNAVAILABLE} where the header says so
   */
  public record Field(String name, Object value) {
  }
}
