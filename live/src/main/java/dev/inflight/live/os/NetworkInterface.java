package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** State of a network interface in the kernel, queried anew each time, from any namespace. Belongs to one thread at a time. */
public final class NetworkInterface implements AutoCloseable {
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final long SIOCGIFADDR = 0x8915;
  private static final long SIOCGIFMTU = 0x8921;
  private static final long SIOCGIFHWADDR = 0x8927;
  private static final long SIOCGIFINDEX = 0x8933;
  private static final long SIOCETHTOOL = 0x8946;
  private static final int ETHTOOL_STXCSUM = 0x17;
  private static final int ETHTOOL_BYTES = 8;
  private static final int IFF_UP_RUNNING = 0x41;
  private static final int ETHERNET = 1; // ARPHRD_ETHER
  private static final int LOOPBACK = 772; // ARPHRD_LOOPBACK
  private static final int NAME_BYTES = 16;
  private static final int REQUEST_BYTES = 40;

  private final Libc libc = new Libc();
  private final String name;
  private final Descriptor socket;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
  private boolean closed;

  /**
   * Opens an interface.
   *
   * @param namespace its network namespace; null for the thread's
   * @param name name as {@code ip link} prints it; the interface must exist
   */
  public NetworkInterface(@Nullable String namespace, String name) {
    byte[] letters = name.getBytes(StandardCharsets.UTF_8);
    if (letters.length == 0 || letters.length >= NAME_BYTES) {
      throw new IllegalArgumentException("interface '" + name + "': the name must have 1 to 15 bytes");
    }
    this.name = name;
    MemorySegment.copy(letters, 0, request, JAVA_BYTE, 0, letters.length);
    socket = Descriptor.socket("socket", namespace, AF_INET, SOCK_DGRAM);
    try {
      libc.check("interface " + name, index());
    } catch (OsException gone) {
      close();
      throw gone;
    }
  }

  /** Name of the interface. */
  public String name() {
    return name;
  }

  /** Number of the interface in its namespace, or the negative of errno if it is gone. */
  public int index() {
    int result = ask(SIOCGIFINDEX);
    return result < 0 ? result : request.get(JAVA_INT, NAME_BYTES);
  }

  /** True if the interface exists, is up, and connected. */
  public boolean isUp() {
    return ask(SIOCGIFFLAGS) >= 0 && (request.get(JAVA_SHORT, NAME_BYTES) & IFF_UP_RUNNING) == IFF_UP_RUNNING;
  }

  /** MTU of the interface, in bytes. */
  public int mtuBytes() {
    libc.check("MTU of " + name, ask(SIOCGIFMTU));
    return request.get(JAVA_INT, NAME_BYTES);
  }

  /** MAC address of the interface, in the low 48 bits. */
  public long mac() {
    libc.check("MAC address of " + name, ask(SIOCGIFHWADDR));
    long mac = 0;
    for (int at = 0; at < 6; at++) {
      mac = mac << 8 | request.get(JAVA_BYTE, NAME_BYTES + 2 + at) & 0xFF;
    }
    return mac;
  }

  /** True if its frames start with an Ethernet header, as those of the loopback interface do too. */
  public boolean hasEthernetFrames() {
    libc.check("kind of " + name, ask(SIOCGIFHWADDR));
    int kind = request.get(JAVA_SHORT, NAME_BYTES);
    return kind == ETHERNET || kind == LOOPBACK;
  }

  /** First IPv4 address of the interface. */
  public int ipv4() {
    libc.check("IPv4 address of " + name, ask(SIOCGIFADDR));
    return Integer.reverseBytes(request.get(JAVA_INT_UNALIGNED, NAME_BYTES + 4));
  }

  /**
   * First global IPv6 address of the interface, as two longs; empty if it has none.
   *
   * @param namespace its network namespace
   */
  public long[] ipv6(@Nullable String namespace) {
    return Namespaces.within(namespace, () -> Ipv6Table.find(name));
  }

  /**
   * Makes the kernel compute checksums and cut segments itself, instead of offloading them to the interface: with offloading,
   * neither end of a virtual interface does so, and frames would arrive without checksums and unsegmented.
   */
  public void leaveNothingToHardware() {
    try (Arena scope = Arena.ofConfined()) {
      MemorySegment value = scope.allocate(ETHTOOL_BYTES, 8);
      value.set(JAVA_INT, 0, ETHTOOL_STXCSUM);
      request.set(JAVA_LONG, NAME_BYTES, value.address());
      libc.check("checksums of " + name, ask(SIOCETHTOOL));
    }
  }

  private int ask(long what) {
    return closed ? -Errno.ENODEV : libc.ioctl(socket.fd(), what, request.address());
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      socket.close();
      arena.close();
    }
  }
}
