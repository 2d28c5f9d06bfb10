package dev.inflight.net.rdma.memory;

import dev.inflight.net.link.RdmaHeader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of a host's memory others may reach, by key. A key is never given twice. */
public final class MemoryRegions {
  /** Keys are spread so that a wrong one is seldom another region's: the n-th, from 1, is n times this odd number, modulo 2^32. */
  private static final int KEY_STEP = 0x9E3779B1;
  /** The product of both is 1 modulo 2^32. */
  private static final int KEY_STEP_INVERSE = 0x0E8B2F51;

  private final List<MemoryRegion> regions = new ArrayList<>();
  private final List<@Nullable ByteStore> stores = new ArrayList<>();

  /** Opens memory to others; the region has a key of its own. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable) {
    return register(address, bytes, writable, readable, null);
  }

  /** The same, for memory that has bytes: what others WRITE is put there, and what they READ comes from there. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable, @Nullable ByteStore store) {
    var region = new MemoryRegion((regions.size() + 1) * KEY_STEP, address, bytes, writable, readable);
    regions.add(region);
    stores.add(store);
    return region;
  }

  /** Where the bytes of the region with a key are; none where it has none, or is no region. */
  public @Nullable ByteStore storeOf(int key) {
    MemoryRegion region = find(key);
    return region == null ? null : stores.get(key * KEY_STEP_INVERSE - 1);
  }

  /** Where in its region an address is, as the offset from the region's first byte; 0 when there is no such region. */
  public long offsetOf(int key, long address) {
    MemoryRegion region = find(key);
    return region == null ? 0 : address - region.address();
  }

  private @Nullable MemoryRegion find(int key) {
    int index = key * KEY_STEP_INVERSE - 1;
    return index < 0 || index >= regions.size() ? null : regions.get(index);
  }

  /** Whether a request may be met. */
  public boolean permits(RdmaHeader request) {
    MemoryRegion region = find(request.key);
    return region != null && region.permits(request);
  }
}
