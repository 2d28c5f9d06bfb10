package dev.inflight.net;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the HPCC authors' simulator visits a host's flows when routes change: that of its hash table, which depends on the
 * history of insertions. Needed to agree with it after a link failure.
 *
 * <p>Buckets are the key modulo a prime; all entries form one list in which those of a bucket stand together. A new entry goes to the
 * front of its bucket's run, or to the front of the whole list when the bucket is empty. The table grows before the insertion that
 * would overfill it, and its entries are then inserted again in list order.
 */
final class AuthorsFlowMap {
  private static final int[] BUCKETS = {13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229};

  private List<Sender> entries = new ArrayList<>();
  private int growth;

  void add(Sender sender) {
    if (entries.size() + 1 > BUCKETS[growth] && growth + 1 < BUCKETS.length) {
      growth++;
      List<Sender> before = entries;
      entries = new ArrayList<>();
      before.forEach(this::insert);
    }
    insert(sender);
  }

  private void insert(Sender sender) {
    long bucket = bucket(sender);
    int at = 0;
    while (at < entries.size() && bucket(entries.get(at)) != bucket) {
      at++;
    }
    entries.add(at == entries.size() ? 0 : at, sender);
  }

  private long bucket(Sender sender) {
    Flow flow = sender.flow();
    long key = (long) MurmurEcmp.address(flow.destination()) << 32 | (flow.sourcePort() & 0xFFFFL) << 16 | flow.group();
    return Long.remainderUnsigned(key, BUCKETS[growth]);
  }

  void remove(Sender sender) {
    entries.remove(sender);
  }

  /** The flows in the table's order. */
  List<Sender> inOrder() {
    return List.copyOf(entries);
  }
}
