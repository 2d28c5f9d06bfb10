package dev.inflight.net.rdma.memory;

import dev.inflight.net.link.header.RdmaHeader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Memory of a host that others may access, by key. A key is reused only after 2^32 others. */
public final class MemoryRegions {
  /** The n-th key, from 1, is n times this odd number modulo 2^32, so a wrong key seldom opens another region. */
  private static final int KEY_STEP = 0x9E3779B1;
  private static final int FIRST_ROOM = 16;

  /** An open hash table that is at most half full; a key is spread already, and its high bits give its place. */
  private @Nullable Opened[] table = new Opened[FIRST_ROOM];
  private int count;
  private int registered;

  /** A region, and its bytes if it has any. */
  private record Opened(MemoryRegion region, @Nullable ByteStore store) {
  }

  /** Skips this many keys before the first: a host that restarts elsewhere then has other keys than before. */
  public void beginBehind(int keys) {
    registered = keys;
  }

  /** Opens memory to others; the region has a new key. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable) {
    return register(address, bytes, writable, readable, null);
  }

  /** Opens memory with bytes to others: their WRITEs are stored in it, and their READs come from it. */
  public MemoryRegion register(long address, long bytes, boolean writable, boolean readable, @Nullable ByteStore store) {
    do {
      registered++;
    } while (registered == 0 || find(registered * KEY_STEP) != null); // after 2^32
    var region = new MemoryRegion(registered * KEY_STEP, address, bytes, writable, readable);
    if (2 * ++count > table.length) {
      @Nullable
      Opened[] before = Arrays.copyOf(table, table.length);
      table = new Opened[2 * before.length];
      for (Opened each : before) {
        if (each != null) {
          table[place(each.region.key())] = each;
        }
      }
    }
    table[place(region.key())] = new Opened(region, store);
    return region;
  }

  /** Closes memory to others: requests with its key are refused from now on. Has no effect if no region has the key. */
  public void remove(int key) {
    int hole = place(key);
    if (table[hole] == null) {
      return;
    }
    table[hole] = null;
    count--;
    int mask = table.length - 1;
    int at = hole + 1 & mask;
    for (Opened next = table[at]; next != null; next = table[at]) { // entries behind it move up if they are still found there
      if ((at - home(next.region.key()) & mask) >= (at - hole & mask)) {
        table[hole] = next;
        table[at] = null;
        hole = at;
      }
      at = at + 1 & mask;
    }
  }

  /** Store of the bytes of the region with a key; null if it has none, or there is no such region. */
  public @Nullable ByteStore storeOf(int key) {
    Opened found = find(key);
    return found == null ? null : found.store;
  }

  /** Offset of an address from the first byte of its region; 0 without such a region. */
  public long offsetOf(int key, long address) {
    Opened found = find(key);
    return found == null ? 0 : address - found.region.address();
  }

  /** Number of open regions. */
  public int count() {
    return count;
  }

  private @Nullable Opened find(int key) {
    return table[place(key)];
  }

  private int place(int key) {
    int mask = table.length - 1;
    int at = home(key);
    for (Opened found = table[at]; found != null && found.region.key() != key; found = table[at]) {
      at = at + 1 & mask;
    }
    return at;
  }

  private int home(int key) {
    return key >>> Integer.numberOfLeadingZeros(table.length) + 1;
  }

  /** Reports whether a request is permitted. */
  public boolean permits(RdmaHeader request) {
    Opened found = find(request.key);
    return found != null && (found.store == null || !found.store.isTakenBack()) && found.region.permits(request);
  }
}
