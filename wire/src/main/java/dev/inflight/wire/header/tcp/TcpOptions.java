package dev.inflight.wire.header.tcp;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The options of one TCP header: timestamps (RFC 7323 §3.2) and selective acknowledgements (RFC 2018 §3). Other options are
 * skipped.
 *
 * <pre>
 * NOP NOP | kind 8, length 10      | TSval            | TSecr
 * NOP NOP | kind 5, length 2 + 8 n | left edge, right edge of block 1 | ... of block n, 1 to 4
 * </pre>
 *
 * Reusable: each {@link #read} replaces the previous result without allocation. Not thread-safe.
 */
public final class TcpOptions {
  /** Bytes of a timestamps option with the two NOPs that align it (RFC 7323, appendix A). */
  public static final int TIMESTAMPS_BYTES = 12;
  /** Bytes of one block of a SACK option. */
  public static final int SACK_BLOCK_BYTES = 8;
  /** Bytes of a SACK option without its blocks, with the two NOPs that align it. */
  public static final int SACK_BYTES = 4;
  /** Largest number of blocks in a SACK option. */
  public static final int MOST_SACK_BLOCKS = 4;

  private static final int ABSENT = -1;
  private static final int END_OF_LIST = 0;
  private static final int NOP = 1;
  private static final int SACK = 5;
  private static final int TIMESTAMPS = 8;
  private static final int TIMESTAMPS_LENGTH = 10;
  private static final int TWO_NOPS = NOP << 24 | NOP << 16;

  private byte[] bytes = {};
  private int timestampsAt = ABSENT;
  private int sackAt = ABSENT;
  private int sackBlocks;

  /** Creates a reader without a result. */
  public TcpOptions() {
  }

  /** Writes a timestamps option behind two NOPs; returns {@link #TIMESTAMPS_BYTES}. */
  public static int writeTimestamps(byte[] bytes, int at, int value, int echo) {
    BigEndian.set32(bytes, at, TWO_NOPS | TIMESTAMPS << 8 | TIMESTAMPS_LENGTH);
    BigEndian.set32(bytes, at + 4, value);
    BigEndian.set32(bytes, at + 8, echo);
    return TIMESTAMPS_BYTES;
  }

  /**
   * Writes the start of a SACK option behind two NOPs; {@link #writeSackBlock} writes its blocks.
   *
   * @param blocks 1 to 4
   * @return {@link #SACK_BYTES}
   */
  public static int beginSack(byte[] bytes, int at, int blocks) {
    BigEndian.set32(bytes, at, TWO_NOPS | SACK << 8 | 2 + blocks * SACK_BLOCK_BYTES);
    return SACK_BYTES;
  }

  /**
   * Writes one block.
   *
   * @param left number of the block's first byte
   * @param right number of the byte behind the block's last byte
   * @return {@link #SACK_BLOCK_BYTES}
   */
  public static int writeSackBlock(byte[] bytes, int at, int left, int right) {
    BigEndian.set32(bytes, at, left);
    BigEndian.set32(bytes, at + 4, right);
    return SACK_BLOCK_BYTES;
  }

  /**
   * Reads the options of a header.
   *
   * @param from index at which the options start, behind the header's 20 bytes
   * @param to index at which the header ends
   * @return false if an option is malformed: longer than the header, of a wrong length for its kind, or present twice
   */
  public boolean read(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    timestampsAt = ABSENT;
    sackAt = ABSENT;
    sackBlocks = 0;
    int at = from;
    while (at < to) {
      int kind = BigEndian.get8(bytes, at);
      if (kind == END_OF_LIST) {
        return true;
      }
      if (kind == NOP) {
        at++;
        continue;
      }
      int length = at + 1 < to ? BigEndian.get8(bytes, at + 1) : 0;
      if (length < 2 || length > to - at || !take(kind, at, length)) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private boolean take(int kind, int at, int length) {
    if (kind == TIMESTAMPS) {
      boolean right = length == TIMESTAMPS_LENGTH && timestampsAt == ABSENT;
      timestampsAt = at + 2;
      return right;
    }
    if (kind == SACK) {
      boolean right = length > 2 && (length - 2) % SACK_BLOCK_BYTES == 0 && sackAt == ABSENT;
      sackAt = at + 2;
      sackBlocks = (length - 2) / SACK_BLOCK_BYTES; // at most 4: options have at most 40 bytes
      return right;
    }
    return true;
  }

  /** True if timestamps are present. */
  public boolean hasTimestamps() {
    return timestampsAt != ABSENT;
  }

  /** TSval: clock of the header's sender; undefined without timestamps. */
  public int timestamp() {
    return BigEndian.get32(bytes, timestampsAt);
  }

  /** TSecr: echo of the other endpoint's timestamp; undefined without timestamps. */
  public int timestampEcho() {
    return BigEndian.get32(bytes, timestampsAt + 4);
  }

  /** Number of blocks of a SACK option, 0 to 4. */
  public int sackBlocks() {
    return sackBlocks;
  }

  /** Number of a block's first byte. */
  public int sackLeft(int block) {
    return BigEndian.get32(bytes, sackAt + block * SACK_BLOCK_BYTES);
  }

  /** Number of the byte behind a block's last byte. */
  public int sackRight(int block) {
    return BigEndian.get32(bytes, sackAt + block * SACK_BLOCK_BYTES + 4);
  }
}
