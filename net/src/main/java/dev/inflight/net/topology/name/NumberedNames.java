package dev.inflight.net.topology.name;

import java.util.BitSet;

/**
 * Names by kind and number.
 *
 * @param nodeCount hosts and switches together
 * @param switches the numbers of those that are switches
 */
record NumberedNames(int nodeCount, BitSet switches) implements NodeNames {
  private static final Role HOST = Role.of("host{}");
  private static final Role SWITCH = Role.of("switch{}");

  @Override
  public String name(int node) {
    return (switches.get(node) ? SWITCH : HOST).name(node);
  }

  @Override
  public int node(String name) {
    int host = HOST.index(name, nodeCount);
    if (host >= 0 && !switches.get(host)) {
      return host;
    }
    int found = SWITCH.index(name, nodeCount);
    return found >= 0 && switches.get(found) ? found : NONE;
  }
}
