package dev.inflight.telemetry;

import java.util.HexFormat;
import java.util.List;

/**
 * All fields of a telemetry header as text for people, including fields that congestion control does not use.
 *
 * @param format the format's name
 * @param outcome result of reading; the fields read before an error are present
 * @param header the fields of the header itself
 * @param hops the fields of each hop's record, in path order
 */
public record DecodedHeader(String format, DecodeStatus outcome, List<Field> header, List<List<Field>> hops) {
  /** Value of a field that a hop had to write without having a value. */
  public static final String UNAVAILABLE = "unavailable";

  /** Field of 32 bits without a numeric meaning outside its domain, as hexadecimal text; all ones mean that it is unavailable. */
  public static Field hex(String name, long word) {
    return new Field(name, word == 0xFFFF_FFFFL ? UNAVAILABLE : "0x" + HexFormat.of().toHexDigits((int) word));
  }

  /**
   * One field.
   *
   * @param name name in the specification, followed by the unit if the field has one: {@code queueBytes}
   * @param value a {@link Long}, a {@link Boolean} or a {@link String}; {@link #UNAVAILABLE} if the header marks the field so
   */
  public record Field(String name, Object value) {
  }
}
