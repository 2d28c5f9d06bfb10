package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;

/** Stamper that fills the reserved room of a pre-allocated trace (RFC 9197 §4.4.1). */
final class IoamStamper implements TelemetryCodec.Stamper {
  private final int optionType;
  private final int namespaceId;
  private final IoamNodeWriter writer;
  private final long prefix;
  private final long header;
  private final int size;
  private final int type;
  private final int words;
  private final int reservedWords;

  IoamStamper(IoamFormat format, EgressLink link, int reservedWords) {
    optionType = format.optionType();
    namespaceId = format.namespaceId();
    writer = new IoamNodeWriter(format, link);
    type = IoamSettings.requestedType(format.traceType(), format.txBytesBit());
    words = IoamTraceType.wordsWithoutSchema(type);
    this.reservedWords = reservedWords;
    prefix = IoamOption.prefix(optionType, reservedWords);
    header = IoamTrace.header(namespaceId, type, 0);
    size = IoamOption.sizeBytes(reservedWords);
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    // Senders of this network start nearly all headers, so the positions of fields are known.
    if (length == size && BigEndian.get64(bytes, offset) == prefix) {
      long found = BigEndian.get64(bytes, offset + IoamOption.TRACE);
      int remaining = IoamTrace.remainingWords(found);
      if ((found & IoamTrace.FIXED) == header && remaining >= words && remaining <= reservedWords) {
        writer.write(bytes, offset + IoamOption.DATA + IoamTrace.WORD_BYTES * (remaining - words), type, snapshot);
        BigEndian.set64(bytes, offset + IoamOption.TRACE, IoamTrace.less(found, words));
        return 0;
      }
    }
    stampAny(bytes, offset, length, snapshot);
    return 0;
  }

  private void stampAny(byte[] bytes, int offset, int length, PortSnapshot snapshot) {
    if (IoamOption.headerBytes(bytes, offset, length) != length) {
      return;
    }
    int trace = IoamOption.find(bytes, offset, offset + length, optionType, namespaceId);
    if (trace < 0) {
      return;
    }
    long found = BigEndian.get64(bytes, trace);
    int firstNode = IoamOption.firstNode(trace, found);
    int own = writer.words(found);
    if (own < 0 || firstNode > IoamOption.end(bytes, trace)) {
      return;
    }
    if (IoamTrace.remainingWords(found) < own) {
      BigEndian.set64(bytes, trace, found | IoamTrace.OVERFLOW);
      return;
    }
    writer.write(bytes, firstNode - IoamTrace.WORD_BYTES * own, IoamTrace.type(found), snapshot);
    BigEndian.set64(bytes, trace, IoamTrace.less(found, own));
  }
}
