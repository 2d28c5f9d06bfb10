package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the HPCC authors' simulator visits a host's flows when routes change: that of its hash table, which depends
 * on the history of insertions. Needed to agree with it after a link failure.
 *
 * <p>Buckets are the key modulo a prime; all entries form one list in which those of a bucket are adjacent. A new entry goes to
 * the front of its bucket's run, or to the front of the whole list if the bucket is empty. The table grows before the insertion
 * that would overfill it, and its entries are then inserted again in list order.
 */
public final class ReferenceFlowOrder {
  private static final int[] BUCKETS = {13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229};

  private final Map<Flow, Entry> entryOf = new HashMap<>();
  private @Nullable Entry first;
  /** Start of each bucket's run in the list. */
  private @Nullable Entry[] runs = new Entry[BUCKETS[0]];
  private int growth;

  /** A flow in the list. */
  private static final class Entry {
    final Flow flow;
    @Nullable
    Entry before;
    @Nullable
    Entry after;

    Entry(Flow flow) {
      this.flow = flow;
    }
  }

  /** Adds a flow that starts. */
  public void add(Flow flow) {
    if (entryOf.size() + 1 > BUCKETS[growth] && growth + 1 < BUCKETS.length) {
      growth++;
      runs = new Entry[BUCKETS[growth]];
      Entry entry = first;
      first = null;
      while (entry != null) {
        Entry after = entry.after;
        insert(entry);
        entry = after;
      }
    }
    var entry = new Entry(flow);
    entryOf.put(flow, entry);
    insert(entry);
  }

  private void insert(Entry entry) {
    int bucket = bucket(entry.flow);
    Entry after = runs[bucket] == null ? first : runs[bucket];
    Entry before = after == null ? null : after.before;
    runs[bucket] = entry;
    join(before, entry);
    join(entry, after);
  }

  private void join(@Nullable Entry before, @Nullable Entry after) {
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after != null) {
      after.before = before;
    }
  }

  private int bucket(Flow flow) {
    long key = (long) MurmurEcmp.address(flow.destination()) << 32 | (flow.sourcePort() & 0xFFFFL) << 16 | flow.priority();
    return (int) Long.remainderUnsigned(key, BUCKETS[growth]);
  }

  /** Removes a flow that has ended. */
  public void remove(Flow flow) {
    Entry entry = entryOf.remove(flow);
    if (entry == null) {
      return;
    }
    int bucket = bucket(flow);
    Entry after = entry.after;
    if (runs[bucket] == entry) {
      runs[bucket] = after != null && bucket(after.flow) == bucket ? after : null;
    }
    join(entry.before, after);
  }

  /** The flows in the table's order. */
  public List<Flow> inOrder() {
    var flows = new ArrayList<Flow>(entryOf.size());
    for (Entry entry = first; entry != null; entry = entry.after) {
      flows.add(entry.flow);
    }
    return flows;
  }
}
