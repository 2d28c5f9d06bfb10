package dev.inflight.net.topology.server;

import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts that share a switch inside their server, such as GPUs on an NVSwitch, found by their cables: switches that are cabled to
 * each other are one network. A network of some hosts is inside a server if each of these reaches outside hosts by another
 * network, with slower links (or, at the same rate, longer links or more hosts). Without outside hosts, the fastest of several
 * networks is inside. Every other host is a separate server.
 */
public final class Servers {
  /** A host's links into a network, as one. */
  private record Attachment(int network, long rateBitsPerSec, long delayPs) {
  }

  private final int[] serverOf;
  private final int[] placeOf;
  private final long[] insideBitsPerSec;
  private final long[] outsideBitsPerSec;
  private int count;

  private Servers(int nodes) {
    serverOf = new int[nodes];
    placeOf = new int[nodes];
    insideBitsPerSec = new long[nodes];
    outsideBitsPerSec = new long[nodes];
    Arrays.fill(serverOf, -1);
  }

  /** Finds the servers of a topology. */
  public static Servers of(Topology topology) {
    List<List<Topology.Link>> links = topology.linksOfNodes();
    int[] networkOf = networks(topology, links);
    var servers = new Servers(topology.nodeCount());
    var hostsOf = new HashMap<Integer, BitSet>();
    var attachments = new HashMap<Integer, List<Attachment>>();
    for (int host : topology.hosts()) {
      List<Attachment> own = attachments(host, links.get(host), networkOf);
      attachments.put(host, own);
      own.forEach(one -> hostsOf.computeIfAbsent(one.network, _ -> new BitSet()).set(host));
      servers.outsideBitsPerSec[host] = own.stream().mapToLong(Attachment::rateBitsPerSec).sum();
    }
    var inside = new HashMap<BitSet, List<Integer>>();
    hostsOf.forEach((network, hosts) -> {
      if (hosts.stream().allMatch(host -> isInside(network, attachments.getOrDefault(host, List.of()), hostsOf))) {
        inside.computeIfAbsent(hosts, _ -> new ArrayList<>()).add(network);
      }
    });
    for (int host : topology.hosts()) {
      servers.place(host, attachments.getOrDefault(host, List.of()), inside, hostsOf);
    }
    return servers;
  }

  /** By node, the number of the network that a switch belongs to. */
  private static int[] networks(Topology topology, List<List<Topology.Link>> links) {
    int[] networkOf = new int[topology.nodeCount()];
    Arrays.fill(networkOf, -1);
    int[] queue = new int[topology.nodeCount()];
    for (int first = 0; first < networkOf.length; first++) {
      if (!topology.isSwitch(first) || networkOf[first] >= 0) {
        continue;
      }
      int found = 0;
      queue[found++] = first;
      networkOf[first] = first;
      for (int done = 0; done < found; done++) {
        for (Topology.Link link : links.get(queue[done])) {
          int peer = link.a() == queue[done] ? link.b() : link.a();
          if (topology.isSwitch(peer) && networkOf[peer] < 0) {
            networkOf[peer] = first;
            queue[found++] = peer;
          }
        }
      }
    }
    return networkOf;
  }

  private static List<Attachment> attachments(int host, List<Topology.Link> links, int[] networkOf) {
    var found = new ArrayList<Attachment>();
    for (Topology.Link link : links) {
      int network = networkOf[link.a() == host ? link.b() : link.a()];
      if (network < 0) {
        continue; // a cable between two hosts
      }
      int known = 0;
      while (known < found.size() && found.get(known).network != network) {
        known++;
      }
      if (known == found.size()) {
        found.add(new Attachment(network, link.rateBitsPerSec(), link.delayPs()));
      } else {
        Attachment before = found.get(known);
        found.set(known,
            new Attachment(network, before.rateBitsPerSec + link.rateBitsPerSec(), Math.min(before.delayPs, link.delayPs())));
      }
    }
    return found;
  }

  private static boolean isInside(int network, List<Attachment> own, Map<Integer, BitSet> hostsOf) {
    Attachment here = own.stream().filter(one -> one.network == network).findFirst().orElseThrow();
    BitSet hosts = hostsOf.getOrDefault(network, new BitSet());
    for (Attachment other : own) {
      var outside = (BitSet) hostsOf.getOrDefault(other.network, new BitSet()).clone();
      outside.andNot(hosts);
      if (outside.isEmpty()) {
        continue; // another plane of the same hosts
      }
      if (here.rateBitsPerSec != other.rateBitsPerSec) {
        return here.rateBitsPerSec > other.rateBitsPerSec;
      }
      if (here.delayPs != other.delayPs) {
        return here.delayPs < other.delayPs;
      }
      return hosts.cardinality() < hostsOf.getOrDefault(other.network, new BitSet()).cardinality();
    }
    return own.size() > 1 && own.stream().allMatch(one -> one == here || one.rateBitsPerSec < here.rateBitsPerSec); // the only server
  }

  private void place(int host, List<Attachment> own, Map<BitSet, List<Integer>> inside, Map<Integer, BitSet> hostsOf) {
    for (Attachment one : own) {
      BitSet hosts = hostsOf.getOrDefault(one.network, new BitSet());
      List<Integer> planes = inside.getOrDefault(hosts, List.of());
      if (hosts.cardinality() < 2 || !planes.contains(one.network)) {
        continue;
      }
      placeOf[host] = hosts.get(0, host).cardinality();
      int first = hosts.nextSetBit(0);
      serverOf[host] = first == host ? count++ : serverOf[first];
      insideBitsPerSec[host] = own.stream().filter(each -> planes.contains(each.network)).mapToLong(Attachment::rateBitsPerSec)
          .sum();
      outsideBitsPerSec[host] -= insideBitsPerSec[host];
      return;
    }
    serverOf[host] = count++;
  }

  /** Number of a host's server, from 0 in the order of the servers' first hosts. */
  public int serverOf(int host) {
    return serverOf[host];
  }

  /** Index of a host in its server, from 0 in order of number: on rails, the number of its rail. */
  public int placeOf(int host) {
    return placeOf[host];
  }

  /** The rate of a host's links inside its server, in bit/s; 0 if it is alone. */
  public long insideBitsPerSec(int host) {
    return insideBitsPerSec[host];
  }

  /** The rate of its other links. */
  public long outsideBitsPerSec(int host) {
    return outsideBitsPerSec[host];
  }
}
