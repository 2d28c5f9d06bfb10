package dev.inflight.net.rdma;

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

  /** Opens memory to others; the region has a key of its own. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable) {
    var region = new MemoryRegion((regions.size() + 1) * KEY_STEP, address, bytes, writable, readable);
    regions.add(region);
    return region;
  }

  private @Nullable MemoryRegion find(int key) {
    int index = key * KEY_STEP_INVERSE - 1;
    return index < 0 || index >= regions.size() ? null : regions.get(index);
  }

  /** Whether a request may be met. */
  boolean permits(RdmaHeader request) {
    MemoryRegion region = find(request.key);
    return region != null && region.permits(request);
  }
}
