package dev.inflight.wire.pcap;

import org.jspecify.annotations.Nullable;

/** Variants of the classic capture format, identified by the first four bytes of a file. */
enum PcapVariant {
  /** Times in microseconds. */
  MICROSECONDS(PcapWriter.MICROSECONDS_MAGIC, 1000, 0, 0),
  /** Times in nanoseconds. */
  NANOSECONDS(PcapWriter.NANOSECONDS_MAGIC, 1, 0, 0),
  /** Alexey Kuznetzov's variant: 8 more bytes precede each frame, with interface, protocol and direction. */
  MODIFIED(0xA1B2CD34, 1000, 0, 8),
  /** Variant of Ixia's hardware (lcap): 4 more bytes follow the file's header, with the size of the rest. */
  IXIA_HARDWARE(0x1C0001AC, 1000, 4, 0),
  /** Variant of Ixia's software. */
  IXIA_SOFTWARE(0x1C0001AB, 1000, 4, 0);

  /** Unit of a time's smaller part, in nanoseconds. */
  final int nsPerUnit;
  /** Bytes to skip behind the file's header. */
  final int skippedOnce;
  /** Bytes to skip behind the header of each frame. */
  final int skippedPerFrame;
  private final int magic;

  PcapVariant(int magic, int nsPerUnit, int skippedOnce, int skippedPerFrame) {
    this.magic = magic;
    this.nsPerUnit = nsPerUnit;
    this.skippedOnce = skippedOnce;
    this.skippedPerFrame = skippedPerFrame;
  }

  /** Variant of a file that starts with this number, or null if there is none. */
  static @Nullable PcapVariant of(int magic) {
    for (PcapVariant variant : values()) {
      if (variant.magic == magic) {
        return variant;
      }
    }
    return null;
  }
}
