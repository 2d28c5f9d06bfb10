package dev.inflight.live.forward;

import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.util.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * Table of the flows of recent frames, with the fields that routes need: source, destination and ports. Its size is fixed, so
 * that ever new flows cannot fill the memory; a steady flow causes no allocation.
 */
final class KnownFlows {
  private static final int ROOM = 1 << 14;
  private static final int PLACES = 4;
  private static final int ANY_PRIORITY = 1;

  private final @Nullable Flow[] table = new Flow[ROOM];

  /** Flow between two nodes with these ports. */
  Flow find(int source, int destination, int sourcePort, int destinationPort) {
    long ends = (long) source << Integer.SIZE | destination & 0xFFFF_FFFFL;
    int home = (int) SplitMix.mix(ends ^ (long) sourcePort << 48 ^ (long) destinationPort << 24) & ROOM - PLACES;
    for (int place = home; place < home + PLACES; place++) {
      Flow known = table[place];
      if (known == null) {
        return put(place, source, destination, sourcePort, destinationPort);
      }
      if (known.source() == source && known.destination() == destination && known.sourcePort() == sourcePort
          && known.destinationPort() == destinationPort) {
        return known;
      }
    }
    return put(home + (sourcePort & PLACES - 1), source, destination, sourcePort, destinationPort);
  }

  private Flow put(int place, int source, int destination, int sourcePort, int destinationPort) {
    var flow = new Flow(0, source, destination, sourcePort, destinationPort, ANY_PRIORITY, 0, 0);
    table[place] = flow;
    return flow;
  }
}
