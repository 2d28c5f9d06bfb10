package dev.inflight.lab.kind;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * First bytes of a binary Chakra trace: messages, each after its length. The first is metadata or, up to schema 0.0.3, a node.
 *
 * @param bytes first bytes of the file
 * @param isNamed true if the file's name is that of a Chakra trace, so that less evidence suffices
 */
record ChakraHead(byte[] bytes, boolean isNamed) {
  /** Metadata field with a text such as 0.0.4; also the first field of an attribute, its name. */
  private static final int VERSION_FIELD = 0x0a;
  private static final int ATTRIBUTE_FIELD = 0x12;
  /** Node field with the identifier, the first field up to schema 0.0.3. */
  private static final int ID_FIELD = 0x08;
  private static final int BITS_OF_A_BYTE = 7;
  private static final int LONGEST_LENGTH = 5;
  private static final int CUT_OFF = -1;

  boolean isTrace() {
    long length = number(0);
    int begin = behindNumber(0);
    if (length == CUT_OFF || begin >= bytes.length) {
      return false;
    }
    if (length == 0) {
      return isNamed;
    }
    return isNamed && bytes[begin] == ID_FIELD || isMetadata(begin, begin + length);
  }

  /** Reports whether fields fill the message as far as its bytes are known. */
  private boolean isMetadata(int begin, long end) {
    long at = begin;
    while (at < end && at + 1 < bytes.length) {
      int tag = bytes[(int) at];
      long length = number((int) at + 1);
      int content = behindNumber((int) at + 1);
      if (tag != VERSION_FIELD && tag != ATTRIBUTE_FIELD || length == CUT_OFF || content + length > end) {
        return false;
      }
      if (at == begin && !isNamed && !(tag == VERSION_FIELD ? isVersion(content, length) : isAttribute(content, length))) {
        return false;
      }
      at = content + length;
    }
    return at <= end && (isNamed || at > begin);
  }

  private boolean isVersion(int from, long length) {
    return from + length <= bytes.length && text(from, (int) length).matches("\\d{1,9}(\\.\\d{1,9}){1,9}");
  }

  private boolean isAttribute(int from, long length) {
    if (from + 1 >= bytes.length || bytes[from] != VERSION_FIELD) {
      return false;
    }
    long name = bytes[from + 1];
    return name > 0 && name < length && from + 2 + name <= bytes.length && text(from + 2, (int) name).matches("\\w+");
  }

  private String text(int from, int length) {
    return new String(Arrays.copyOfRange(bytes, from, from + length), StandardCharsets.US_ASCII);
  }

  /** Length in groups of seven bits; {@link #CUT_OFF} if it is incomplete. */
  private long number(int from) {
    long number = 0;
    for (int at = 0; at < LONGEST_LENGTH && from + at < bytes.length; at++) {
      number |= (bytes[from + at] & 0x7fL) << BITS_OF_A_BYTE * at;
      if (bytes[from + at] >= 0) {
        return number;
      }
    }
    return CUT_OFF;
  }

  private int behindNumber(int from) {
    int at = from;
    while (at < bytes.length && bytes[at] < 0) {
      at++;
    }
    return at + 1;
  }
}
