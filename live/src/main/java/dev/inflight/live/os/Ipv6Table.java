package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** The kernel's table of IPv6 addresses. A line has address, index, prefix length, scope and flags, in hex, and the interface. */
final class Ipv6Table {
  private static final String FILE = "/proc/thread-self/net/if_inet6";
  private static final int ROOM_BYTES = 1 << 16;
  private static final int HALF_DIGITS = 16;
  private static final int HEX = 16;

  private Ipv6Table() {
  }

  /** First global address of an interface in the thread's namespace, as two longs; empty if there is none. */
  static long[] find(String name) {
    for (String line : read().split("\n")) {
      String[] fields = line.strip().split(" +");
      if (fields.length == 6 && fields[3].equals("00") && fields[5].equals(name)) {
        return new long[] {Long.parseUnsignedLong(fields[0].substring(0, HALF_DIGITS), HEX),
            Long.parseUnsignedLong(fields[0].substring(HALF_DIGITS), HEX)};
      }
    }
    return new long[0];
  }

  private static String read() {
    var libc = new Libc();
    int fd = libc.open(FILE);
    if (fd < 0) {
      return ""; // a kernel without IPv6
    }
    try (Descriptor file = new Descriptor(FILE, fd); Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(ROOM_BYTES);
      int bytes = 0;
      int more;
      do {
        more = Math.max(0, libc.read(file.fd(), text.address() + bytes, ROOM_BYTES - bytes));
        bytes += more;
      } while (more > 0);
      return new String(text.asSlice(0, bytes).toArray(JAVA_BYTE), StandardCharsets.US_ASCII);
    }
  }
}
