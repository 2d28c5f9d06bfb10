package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Describes IOAM data in the options of IPv6 extension headers (RFC 9486 §3), of any namespace and kind. Quantities have units if
 * a given format uses their namespace.
 */
public final class IoamOptionDescriber {
  /** Option type of data that changes on the path. */
  public static final int CHANGING = 0x31;
  /** Option type of data that does not change on the path. */
  public static final int UNCHANGING = 0x11;

  private static final String NAME = "ioam";

  private final List<IoamFormat> formats = new ArrayList<>();
  private final IoamDescriber describer;

  /** Creates a describer with the units, and additional option types, of those formats that are in IPv6 options. */
  public IoamOptionDescriber(List<? extends TelemetryFormat> known) {
    for (TelemetryFormat format : known) {
      if (format instanceof IoamFormat ioam) {
        formats.add(ioam);
      }
    }
    describer = new IoamDescriber(formats);
  }

  /** True if options of this type hold IOAM. */
  public boolean isIoam(int optionType) {
    boolean found = optionType == CHANGING || optionType == UNCHANGING;
    for (IoamFormat format : formats) {
      found |= format.optionType() == optionType;
    }
    return found;
  }

  /**
   * Describes an option.
   *
   * @param header kind of the extension header that contains the option, as a word
   * @param at index at which the option starts, with its type and its length
   * @param headerEnd index at which the extension header ends
   * @param captured end of the captured bytes, in the option or in front of its end; the captured bytes include at least type
   *     and length
   */
  public DecodedHeader describe(String header, byte[] bytes, int at, int headerEnd, int captured) {
    var fields = new ArrayList<Field>();
    fields.add(new Field("header", header));
    fields.add(new Field("optionType", "0x" + HexFormat.of().toHexDigits(bytes[at])));
    int data = at + IoamOption.HEADER_BYTES;
    int end = at + 2 + (bytes[at + 1] & 0xFF);
    if (data > end || end > headerEnd) {
      return new DecodedHeader(NAME, DecodeStatus.MALFORMED, fields, List.of());
    }
    if (data > captured) {
      return new DecodedHeader(NAME, DecodeStatus.TRUNCATED, fields, List.of());
    }
    int ioamType = bytes[data - 1] & 0xFF;
    fields.add(new Field("ioamType", IoamDescriber.typeName(ioamType)));
    return end > captured
        ? IoamDescriber.cut(NAME, fields, ioamType, bytes, data, captured)
        : describer.describe(NAME, fields, ioamType, bytes, data, end);
  }
}
