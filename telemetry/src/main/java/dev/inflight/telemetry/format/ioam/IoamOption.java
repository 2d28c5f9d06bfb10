package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.util.BigEndian;
import java.util.Arrays;

/**
 * IPv6 hop-by-hop header and its options around a pre-allocated trace (RFC 8200 §4.3, RFC 9486 §3). The position of a trace is
 * the index of its trace header.
 */
final class IoamOption {
  /** Result for a header without a trace of the namespace. */
  static final int ABSENT = -1;
  /** Result for options with contradicting lengths. */
  static final int MALFORMED = -2;
  /** Wildcard for any namespace. */
  static final int ANY_NAMESPACE = -1;

  /** Bytes of an option in front of the trace header: type, length, reserved, IOAM option type. */
  static final int HEADER_BYTES = 4;
  /** Bytes of this header that the option's length counts. */
  static final int COUNTED_HEADER_BYTES = 2;

  /** Largest room, in words, that the option's length of eight bits allows. */
  static final int MOST_WORDS = (0xFF - COUNTED_HEADER_BYTES - IoamTrace.HEADER_BYTES) / IoamTrace.WORD_BYTES;
  /** Offset of the trace header from the start of a header that {@link #begin} writes. */
  static final int TRACE = 8;
  /** Offset of the node data. */
  static final int DATA = TRACE + IoamTrace.HEADER_BYTES;

  private static final int UDP = 17;
  private static final int PAD_N = 1;
  private static final int PAD1 = 0;
  private static final int PRE_ALLOCATED = 0;
  private static final int ALIGNMENT = 4;

  private IoamOption() {
  }

  /** Size, in bytes, of a header with room for {@code words} words. */
  static int sizeBytes(int words) {
    return DATA + IoamTrace.WORD_BYTES * (words + (words & 1));
  }

  /** First eight bytes of a header with room for {@code words} words, as a big-endian number. */
  static long prefix(int optionType, int words) {
    int optionLength = COUNTED_HEADER_BYTES + IoamTrace.HEADER_BYTES + IoamTrace.WORD_BYTES * words;
    return (long) UDP << 56 | (long) (sizeBytes(words) / 8 - 1) << 48 | (long) PAD_N << 40 | (long) optionType << 24
        | (long) optionLength << 16;
  }

  /** Writes a header with free room, and returns its size. */
  static int begin(byte[] bytes, int offset, long prefix, long traceHeader) {
    int words = IoamTrace.remainingWords(traceHeader);
    int size = sizeBytes(words);
    BigEndian.set64(bytes, offset, prefix);
    BigEndian.set64(bytes, offset + TRACE, traceHeader);
    Arrays.fill(bytes, offset + DATA, offset + size, (byte) 0);
    if (words % 2 != 0) {
      bytes[offset + size - 4] = PAD_N;
      bytes[offset + size - 3] = 2;
    }
    return size;
  }

  /** Size of the header, in bytes, as its own length field states it; -1 if that field is not available. */
  static int headerBytes(byte[] bytes, int offset, int available) {
    return available < 2 ? -1 : 8 * (1 + (bytes[offset + 1] & 0xFF));
  }

  /**
   * Position of the first trace of a namespace, or {@link #ABSENT} or {@link #MALFORMED}.
   *
   * @param offset index at which the extension header starts
   * @param end index at which it ends
   */
  static int find(byte[] bytes, int offset, int end, int optionType, int namespaceId) {
    int at = offset + 2;
    while (at < end) {
      int type = bytes[at] & 0xFF;
      if (type == PAD1) {
        at++;
        continue;
      }
      int length = at + 1 < end ? bytes[at + 1] & 0xFF : end;
      if (at + 2 + length > end) {
        return MALFORMED;
      }
      if (type == optionType) {
        if ((at - offset) % ALIGNMENT != 0 || length < COUNTED_HEADER_BYTES) {
          return MALFORMED;
        }
        if (bytes[at + 3] == PRE_ALLOCATED) {
          if (length < COUNTED_HEADER_BYTES + IoamTrace.HEADER_BYTES) {
            return MALFORMED;
          }
          if (namespaceId == ANY_NAMESPACE || namespace(bytes, at + HEADER_BYTES) == namespaceId) {
            return at + HEADER_BYTES;
          }
        }
      }
      at += 2 + length;
    }
    return ABSENT;
  }

  private static int namespace(byte[] bytes, int trace) {
    return (bytes[trace] & 0xFF) << 8 | bytes[trace + 1] & 0xFF;
  }

  /** End of a trace's free space, by its header. */
  static int firstNode(int trace, long traceHeader) {
    return trace + IoamTrace.HEADER_BYTES + IoamTrace.WORD_BYTES * IoamTrace.remainingWords(traceHeader);
  }

  /** End of the node data of a trace that {@link #find} returned. */
  static int end(byte[] bytes, int trace) {
    return trace - COUNTED_HEADER_BYTES + (bytes[trace - 3] & 0xFF);
  }
}
