package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pcapng format (draft-ietf-opsawg-pcapng). Each block has its type and length in front, and its length again at the end. A
 * section header block starts a section with its own byte order and interfaces. An interface description block states the link
 * type and time unit of the packet blocks that refer to it. The reader skips blocks and options without data about frames. It
 * counts and skips packets of unsupported link types, because other interfaces of the file may be supported.
 */
final class PcapngFormat implements CaptureFormat {
  /** Type of a section header block, the same in either byte order. */
  static final int SECTION_HEADER = 0x0A0D0D0A;

  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int PACKET = 2; // obsolete
  private static final int SIMPLE_PACKET = 3;
  private static final int ENHANCED_PACKET = 6;

  private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  private static final int VERSION = 1;
  private static final int HEAD_BYTES = 8;
  private static final int FRAMING_BYTES = 12; // type, length, and length again
  private static final int SECTION_BYTES = 16;
  private static final int INTERFACE_BYTES = 8;
  private static final int PACKET_BYTES = 20;
  private static final int OPTION_BYTES = 4;
  private static final int END_OF_OPTIONS = 0;
  private static final int TIME_RESOLUTION = 9;
  private static final int CHECK_SEQUENCE = 13;
  private static final int TIME_OFFSET = 14;
  private static final int PACKET_FLAGS = 2;
  /** More interfaces than any machine has; the limit keeps endless interface descriptions from filling the memory. */
  private static final int MOST_INTERFACES = 1 << 16;

  private final CaptureBytes in;
  private final byte[] part = new byte[24];
  private final List<PcapngInterface> interfaces = new ArrayList<>();
  /** Skipped packets, by the number of their link type. */
  private final Map<Integer, Long> unreadable = new TreeMap<>();
  private boolean bigEndian;

  // State of the current block.
  private long start;
  private long blockBytes;
  private long left; // of the block, excluding its second length field

  PcapngFormat(CaptureBytes in) {
    this.in = in;
  }

  /** Message for zeros instead of a packet. */
  static String hole(long offset) {
    return "the file is damaged at byte " + offset
        + ": from there on are zeros and no packets, as in a file that was never written" + " to its end";
  }

  @Override
  public boolean next(CapturedFrame into) throws IOException {
    while (begin()) {
      boolean read = switch (intAt(0)) {
        case ENHANCED_PACKET -> {
          take(PACKET_BYTES);
          yield packet(into, intAt(0)) && flags(into);
        }
        case PACKET -> {
          take(PACKET_BYTES);
          yield packet(into, bigEndian ? intAt(0) >>> 16 : intAt(0) & 0xFFFF) && flags(into);
        }
        case SIMPLE_PACKET -> simplePacket(into);
        case SECTION_HEADER -> section();
        case INTERFACE_DESCRIPTION -> describeInterface();
        default -> false; // no data about frames
      };
      finish();
      if (read) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Map<Integer, Long> unreadable() {
    return unreadable;
  }

  /** Reads the start of a block; returns false if there is none. */
  private boolean begin() throws IOException {
    start = in.offset();
    int read = in.fill(part, 0, HEAD_BYTES);
    if (read == 0) {
      return false;
    }
    if (read == HEAD_BYTES && BigEndian.get32(part, 0) == SECTION_HEADER) {
      read += in.fill(part, HEAD_BYTES, 4);
      if (read == HEAD_BYTES + 4) {
        int magic = BigEndian.get32(part, HEAD_BYTES);
        bigEndian = magic == BYTE_ORDER_MAGIC;
        if (!bigEndian && Integer.reverseBytes(magic) != BYTE_ORDER_MAGIC) {
          throw damaged("a section has " + HexFormat.of().toHexDigits(magic) + " where its byte order should be");
        }
        read = HEAD_BYTES;
      }
    }
    if (read != HEAD_BYTES) {
      throw cutOff();
    }
    blockBytes = unsigned(4);
    if (BigEndian.get64(part, 0) == 0) {
      throw new BadCapture(hole(start));
    }
    if (blockBytes < FRAMING_BYTES || blockBytes % 4 != 0) {
      throw damaged("a block cannot have " + blockBytes + " bytes");
    }
    left = blockBytes - FRAMING_BYTES;
    return true;
  }

  /** Skips the rest of a block, and checks that it ends as stated. */
  private void finish() throws IOException {
    if (in.skip(left) < left || in.fill(part, 0, 4) < 4) {
      throw cutOff();
    }
    if (unsigned(0) != blockBytes) {
      throw damaged("a block has " + blockBytes + " bytes by its start and " + unsigned(0) + " by its end");
    }
  }

  /** Reads the next bytes of a block. */
  private void take(int length) throws IOException {
    if (length > left) {
      throw damaged("a block of " + blockBytes + " bytes is too short for its type");
    }
    left -= length;
    if (in.fill(part, 0, length) < length) {
      throw cutOff();
    }
  }

  private boolean section() throws IOException {
    if (left < SECTION_BYTES) {
      throw damaged("a block of " + blockBytes + " bytes is too short for its type");
    }
    left -= 4; // the byte-order magic has been read
    take(SECTION_BYTES - 4);
    int major = shortAt(0);
    if (major != VERSION) {
      throw damaged("its section is of version " + major + "." + shortAt(2) + " of pcapng, and only version 1 is supported");
    }
    interfaces.clear();
    return false;
  }

  private boolean describeInterface() throws IOException {
    take(INTERFACE_BYTES);
    if (interfaces.size() == MOST_INTERFACES) {
      throw damaged("it describes more than " + MOST_INTERFACES + " interfaces");
    }
    int linkType = shortAt(0);
    long snapBytes = unsigned(4);
    int resolution = PcapngInterface.MICROSECONDS;
    long offsetSeconds = 0;
    int checkSequence = 0;
    while (left >= OPTION_BYTES) {
      take(OPTION_BYTES);
      int option = shortAt(0);
      int length = shortAt(2);
      if (option == END_OF_OPTIONS) {
        break;
      }
      int padded = length + 3 & ~3;
      if (padded > left) {
        throw damaged("an option of " + length + " bytes does not fit into its block");
      }
      if (option == TIME_RESOLUTION && length == 1) {
        take(padded);
        resolution = part[0] & 0xFF;
      } else if (option == CHECK_SEQUENCE && length == 1) {
        take(padded);
        checkSequence = part[0] & 0xFF;
      } else if (option == TIME_OFFSET && length == 8) {
        take(padded);
        offsetSeconds = longAt(0);
      } else {
        pass(padded);
      }
    }
    interfaces.add(new PcapngInterface(linkType, snapBytes, resolution, offsetSeconds, checkSequence));
    return false;
  }

  /** Skips the next bytes of a block. */
  private void pass(long length) throws IOException {
    left -= length;
    if (in.skip(length) < length) {
      throw cutOff();
    }
  }

  /** Reads a packet block behind its fixed part; returns true if its frame can be read. */
  private boolean packet(CapturedFrame into, int number) throws IOException {
    PcapngInterface from = interfaceOf(into, number);
    into.timeNs = from.timeNs(unsigned(4) << 32 | unsigned(8));
    return frame(into, from, unsigned(12), unsigned(16));
  }

  private boolean simplePacket(CapturedFrame into) throws IOException {
    take(4);
    PcapngInterface from = interfaceOf(into, 0);
    long whole = unsigned(0);
    into.timeNs = CaptureReader.NO_TIME;
    return frame(into, from, from.snapBytes() == 0 ? whole : Math.min(whole, from.snapBytes()), whole);
  }

  /** Reads the flags option behind a frame, which may state its check sequence's length. Options that do not fit are ignored. */
  private boolean flags(CapturedFrame into) throws IOException {
    pass(Math.min(left, -into.capturedBytes & 3));
    while (left >= OPTION_BYTES) {
      take(OPTION_BYTES);
      int option = shortAt(0);
      int length = shortAt(2);
      if (option == PACKET_FLAGS && length == Integer.BYTES && left >= Integer.BYTES) {
        take(Integer.BYTES);
        into.checkSequence(intAt(0) >>> 5 & 0xF);
        break;
      }
      if (option == END_OF_OPTIONS || length > left) {
        break;
      }
      pass(Math.min(left, length + 3 & ~3));
    }
    return true;
  }

  private boolean frame(CapturedFrame into, PcapngInterface from, long captured, long whole) throws IOException {
    if (captured > left) {
      throw damaged("packet " + into.number + " with " + captured + " bytes does not fit into its block of " + blockBytes);
    }
    LinkType linkType = LinkType.of(from.linkType());
    if (linkType == null) {
      unreadable.merge(from.linkType(), 1L, Long::sum);
      return false;
    }
    into.linkType = linkType;
    into.read(in, captured, whole);
    into.checkSequence(from.checkSequenceBytes());
    left -= captured;
    return true;
  }

  private PcapngInterface interfaceOf(CapturedFrame into, int number) throws BadCapture {
    into.number++;
    if (number < 0 || number >= interfaces.size()) {
      throw damaged("packet " + into.number + " is of interface " + Integer.toUnsignedString(number) + ", and "
          + (interfaces.isEmpty() ? "none was" : interfaces.size() + " were") + " described");
    }
    return interfaces.get(number);
  }

  private BadCapture damaged(String what) {
    return new BadCapture("the file is damaged at byte " + start + ": " + what);
  }

  private BadCapture cutOff() {
    return new BadCapture(
        "the file is cut off at byte " + in.offset() + ": it ends within the block that starts at byte " + start);
  }

  private int intAt(int at) {
    int word = BigEndian.get32(part, at);
    return bigEndian ? word : Integer.reverseBytes(word);
  }

  private long unsigned(int at) {
    return intAt(at) & 0xFFFF_FFFFL;
  }

  private int shortAt(int at) {
    int word = BigEndian.get16(part, at);
    return bigEndian ? word : Short.reverseBytes((short) word) & 0xFFFF;
  }

  private long longAt(int at) {
    long word = BigEndian.get64(part, at);
    return bigEndian ? word : Long.reverseBytes(word);
  }
}
