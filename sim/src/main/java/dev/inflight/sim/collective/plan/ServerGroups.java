package dev.inflight.sim.collective.plan;

import dev.inflight.net.topology.server.Servers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The members of a collective by server: servers in the order of their first members, members of a server by place. */
public final class ServerGroups {
  private final int[][] servers;
  private final int[] serverOf;
  private final int[] localOf;
  private final int most;

  private ServerGroups(int[][] servers, int members) {
    this.servers = servers;
    serverOf = new int[members];
    localOf = new int[members];
    for (int server = 0; server < servers.length; server++) {
      for (int local = 0; local < servers[server].length; local++) {
        serverOf[servers[server][local]] = server;
        localOf[servers[server][local]] = local;
      }
    }
    most = Arrays.stream(servers).mapToInt(server -> server.length).max().orElseThrow();
  }

  /**
   * Makes groups with each member in a separate server.
   *
   * @param members 1 or more
   */
  public static ServerGroups alone(int members) {
    int[][] servers = new int[members][];
    Arrays.setAll(servers, member -> new int[] {member});
    return new ServerGroups(servers, members);
  }

  /**
   * Members on hosts.
   *
   * @param hosts the host of each member
   */
  public static ServerGroups of(Servers servers, int[] hosts) {
    return of(hosts.length, member -> servers.serverOf(hosts[member]), member -> servers.placeOf(hosts[member]));
  }

  /**
   * Members with a server and a place.
   *
   * @param members number of members, 1 or more
   * @param server the number of each member's server
   * @param place place of each member there
   */
  public static ServerGroups of(int members, IntUnaryOperator server, IntUnaryOperator place) {
    var found = new LinkedHashMap<Integer, List<Integer>>();
    for (int member = 0; member < members; member++) {
      found.computeIfAbsent(server.applyAsInt(member), _ -> new ArrayList<>()).add(member);
    }
    found.values().forEach(each -> each.sort(Comparator.comparingInt(place::applyAsInt)));
    return new ServerGroups(
        found.values().stream().map(each -> each.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new), members);
  }

  /** Number of members. */
  public int members() {
    return serverOf.length;
  }

  /** Number of servers. */
  public int count() {
    return servers.length;
  }

  /** Number of members of a server. */
  public int size(int server) {
    return servers[server].length;
  }

  /** The most members of a server. */
  public int most() {
    return most;
  }

  /** True if all servers have the same number of members. */
  public boolean areEven() {
    return Arrays.stream(servers).allMatch(server -> server.length == most);
  }

  /** Member at a place of a server; places beyond the last one wrap around. */
  public int member(int server, int local) {
    return servers[server][local % servers[server].length];
  }

  /** The server of a member. */
  public int serverOf(int member) {
    return serverOf[member];
  }

  /** Place of a member in its server, from 0 on. */
  public int localOf(int member) {
    return localOf[member];
  }

  /**
   * All members in the order of a channel's ring, server by server. The ring leaves a server at one place and enters the next
   * server at the same place, so that the path between them is on one rail. Places advance by one with the channel: over as many
   * channels as a server has members, each member sends once to the server behind and receives once from the one before.
   */
  public int[] ring(int channel) {
    int[] order = new int[members()];
    int at = 0;
    for (int server = 0; server < servers.length; server++) {
      int[] own = servers[server];
      int first = (channel + leaves(server == 0 ? servers.length - 1 : server - 1)) % own.length;
      int last = (channel + leaves(server)) % own.length;
      if (last == first) {
        last = (first + own.length - 1) % own.length; // two members: places 0 and 2 coincide
      }
      order[at++] = own[first];
      for (int step = 1; step < own.length; step++) {
        int local = (first + step) % own.length;
        if (local != last) {
          order[at++] = own[local];
        }
      }
      if (own.length > 1) {
        order[at++] = own[last];
      }
    }
    return order;
  }

  /** Places beyond the channel's number at which a ring leaves a server; neighbors differ, also the last and the first. */
  private int leaves(int server) {
    return servers.length % 2 == 1 && server == servers.length - 1 ? 2 : 1 - server % 2;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ServerGroups groups && Arrays.deepEquals(servers, groups.servers);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(servers);
  }
}
