package dev.inflight.wire.pcap;

import org.jspecify.annotations.Nullable;

/** The variants of the classic capture format, which the first four bytes of a file name. */
enum PcapVariant {
  /** Times in microseconds. */
  MICROSECONDS(PcapWriter.MICROSECONDS_MAGIC, 1000, 0, 0),
  /** Times in nanoseconds. */
  NANOSECONDS(PcapWriter.NANOSECONDS_MAGIC, 1, 0, 0),
  /** Alexey Kuznetzov's: in front of each frame stand 8 bytes more, with interface, protocol and direction. */
  MODIFIED(0xA1B2CD34, 1000, 0, 8),
  /** What Ixia's hardware writes (lcap): behind the file's header stand 4 bytes more, the size of what follows. */
  IXIA_HARDWARE(0x1C0001AC, 1000, 4, 0),
  /** What Ixia's software writes. */
  IXIA_SOFTWARE(0x1C0001AB, 1000, 4, 0);

  /** What a time's smaller part counts. */
  final int nsPerUnit;
  /** Bytes behind the file's header that say nothing about frames. */
  final int skippedOnce;
  /** Bytes behind the header of each frame that say nothing about it. */
  final int skippedPerFrame;
  private final int magic;

  PcapVariant(int magic, int nsPerUnit, int skippedOnce, int skippedPerFrame) {
    this.magic = magic;
    this.nsPerUnit = nsPerUnit;
    this.skippedOnce = skippedOnce;
    this.skippedPerFrame = skippedPerFrame;
  }

  /** The variant of a file that starts with this number, or null when there is none. */
  static @Nullable PcapVariant of(int magic) {
    for (PcapVariant variant : values()) {
      if (variant.magic == magic) {
        return variant;
      }
    }
    return null;
  }
}
