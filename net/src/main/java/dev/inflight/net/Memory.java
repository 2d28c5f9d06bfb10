package dev.inflight.net;

import java.util.HashMap;
import java.util.Map;

/** What of a host's memory others may reach, by key. */
public final class Memory {
  /** Keys are spread so that a wrong one is seldom another region's. */
  private static final int KEY_STEP = 0x9E3779B1;

  private final Map<Integer, MemoryRegion> regions = new HashMap<>();
  private int lastKey;

  /** Opens memory to others; the region has a key of its own. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable) {
    var region = new MemoryRegion(lastKey + KEY_STEP, address, bytes, writable, readable);
    lastKey = region.key();
    regions.put(region.key(), region);
    return region;
  }

  /** Closes it again. */
  public void deregister(MemoryRegion region) {
    regions.remove(region.key(), region);
  }

  /** Whether a request may be met. */
  boolean permits(Message request) {
    MemoryRegion region = regions.get(request.key());
    return region != null && region.permits(request);
  }
}
