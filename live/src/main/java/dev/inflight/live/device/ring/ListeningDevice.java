package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.inflight.live.loop.Source;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Passive listener to the frames that an interface receives and sends, by AF_PACKET. While it is open, the interface also accepts
 * frames for other addresses (promiscuous mode), so that it may be at a mirror port of a switch.
 *
 * <p>When its interface is removed and one of the same name appears later, it listens to the new one.
 */
public final class ListeningDevice implements Source, AutoCloseable {
  /** Copied bytes of a frame at most: headers with telemetry are shorter. */
  public static final int LARGEST_COPY_BYTES = 4096;
  /** Longer frames, which cannot be Ethernet frames, are counted as {@link #oversized} and not passed on. */
  public static final int LARGEST_FRAME_BYTES = 1 << 17;

  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 64;
  private static final int TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;
  private static final long LOOK_PS = 10_000_000_000L;

  private final NetworkInterface link;
  private final BlockRing ring;
  private final Binding binding;
  private final FrameListener listener;
  private final byte[] frame = new byte[LARGEST_FRAME_BYTES];
  private boolean up;
  private boolean closed;
  private long lookedPs = -LOOK_PS;
  private long lost;
  private long oversized;

  private ListeningDevice(@Nullable String namespace, NetworkInterface link, FrameListener listener, int blocks) {
    this.link = link;
    this.listener = listener;
    int index = link.index();
    up = link.isUp();
    ring = new BlockRing(namespace, link.name(), index, BLOCK_BYTES, blocks);
    binding = new Binding(link, ring, index);
  }

  /**
   * Opens an interface, with room for 64 MB of waiting frames.
   *
   * @param namespace its network namespace; null for the thread's
   * @throws dev.inflight.live.os.OsException if the kernel rejects it
   * @throws IllegalArgumentException if the name is not valid
   */
  public static ListeningDevice open(@Nullable String namespace, String name, FrameListener listener) {
    return open(namespace, name, listener, BLOCKS);
  }

  static ListeningDevice open(@Nullable String namespace, String name, FrameListener listener, int blocks) {
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new ListeningDevice(namespace, link, listener, blocks);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (nowPs >= lookedPs + LOOK_PS || nowPs < lookedPs) { // the loop's time may restart
      lookedPs = nowPs;
      up = binding.follow();
    }
    int frames = 0;
    while (frames < most && ring.next()) {
      passOn();
      frames++;
    }
    return frames;
  }

  private void passOn() {
    int tag = ring.tag();
    int tagBytes = tag == 0 ? 0 : TAG_BYTES;
    int length = ring.length() + tagBytes;
    if (length > LARGEST_FRAME_BYTES || ring.captured() < ADDRESSES_BYTES) {
      oversized++;
      return;
    }
    int copied = Math.min(ring.captured(), LARGEST_COPY_BYTES - tagBytes);
    MemorySegment.copy(ring.bytes(), JAVA_BYTE, ring.at(), frame, 0, tag == 0 ? copied : ADDRESSES_BYTES);
    if (tag != 0) {
      for (int octet = 0; octet < TAG_BYTES; octet++) {
        frame[ADDRESSES_BYTES + octet] = (byte) (tag >>> 24 - 8 * octet);
      }
      MemorySegment.copy(ring.bytes(), JAVA_BYTE, ring.at() + ADDRESSES_BYTES, frame, ADDRESSES_BYTES + TAG_BYTES,
          copied - ADDRESSES_BYTES);
    }
    listener.take(frame, copied + tagBytes, length, ring.timeNs());
  }

  @Override
  public void endRound() {
    // Nothing is sent.
  }

  @Override
  public int fileDescriptor() {
    return ring.fd();
  }

  /** True if the interface existed, was up and connected at the last check. */
  public boolean isUp() {
    return up;
  }

  /** Number of frames so far that were not passed on because the kernel had no room for a copy. */
  public long lost() {
    if (!closed) {
      lost += ring.newDrops();
    }
    return lost;
  }

  /** Number of frames so far that are not Ethernet frames: shorter than two addresses, or longer than 2^17 bytes. */
  public long oversized() {
    return oversized;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    lost();
    closed = true;
    ring.close();
    link.close();
  }
}
