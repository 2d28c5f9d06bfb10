package dev.inflight.net.rdma.memory;

import dev.inflight.net.link.header.RdmaHeader;

/**
 * Memory of a host that others may reach: its bounds. Bytes, if it has any, are in a {@link ByteStore}; without, what moves is accounted for, not stored.
 *
 * @param key what a request must show
 * @param address its first byte; taken as unsigned
 * @param bytes how many there are
 * @param writable whether others may WRITE
 * @param readable whether others may READ
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

  /** Whether a request for these bytes may be met. */
  public boolean permits(RdmaHeader request) {
    boolean allowed = request.kind == RdmaHeader.Kind.WRITE ? writable : readable;
    long offset = request.address - address;
    return allowed && Long.compareUnsigned(request.address, address) >= 0 && Long.compareUnsigned(offset, bytes) < 0
        && request.memoryBytes <= bytes - offset;
  }
}
