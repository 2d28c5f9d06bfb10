package dev.inflight.net.rdma.memory;

import dev.inflight.net.link.header.RdmaHeader;

/**
 * Bounds of a host's memory that others may access. A {@link ByteStore} holds its bytes, if any; without bytes, transfers are
 * counted but not stored.
 *
 * @param key key that a request must have
 * @param address its first byte; taken as unsigned
 * @param bytes number of bytes
 * @param writable true if others may WRITE
 * @param readable true if others may READ
 */
public record MemoryRegion(int key, long address, long bytes, boolean writable, boolean readable) {
  /** Checks the bounds. */
  public MemoryRegion {
    if (bytes < 1) {
      throw new IllegalArgumentException("a memory region of " + bytes + " bytes");
    }
    if (Long.compareUnsigned(address + (bytes - 1), address) < 0) {
      throw new IllegalArgumentException("a memory region of " + bytes + " bytes does not fit behind its address");
    }
  }

  /** Reports whether a request for these bytes is permitted. */
  public boolean permits(RdmaHeader request) {
    boolean allowed = request.kind == RdmaHeader.Kind.WRITE ? writable : readable;
    long offset = request.address - address;
    return allowed && Long.compareUnsigned(request.address, address) >= 0 && Long.compareUnsigned(offset, bytes) < 0
        && request.memoryBytes <= bytes - offset;
  }
}
