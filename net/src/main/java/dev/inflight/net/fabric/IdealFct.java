package dev.inflight.net.fabric;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.route.Routes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The ideal completion time of a flow: without other traffic, over the paths that it may use under the present routes. No
 * schedule of its packets is faster.
 *
 * <ul>
 * <li>Over one path it is {@link SinglePathFct}, which equals the fabric's result to the picosecond.
 * <li>A flow that chooses among several paths uses one at a time, ideally the fastest.
 * <li>A sprayed flow uses all its paths together: {@link ParallelPaths}. It leaves through one NIC, so only paths from there
 * count.
 * <li>If switches choose, all shortest paths from its NIC count together. If they are alike, and the NIC's cable is the slowest,
 * several paths make no flow faster, so {@link SinglePathFct} applies.
 * </ul>
 */
public final class IdealFct {
  private final Fabric fabric;
  private final Routes routes;
  private final Framing framing;
  private final int payloadBytes;
  private final SinglePathFct alone;
  private final int sourcePorts;
  private final boolean switchesChoose;
  private final boolean together;

  /**
   * Times over a fabric.
   *
   * @param payloadBytes payload of a full packet
   * @param eachPacketIsAcknowledged acknowledgements wait for each other on a slow path back; otherwise the last one waits for
   *     none
   * @param paths choice of a flow's path among several
   * @param switchesChoose true if switches choose paths
   */
  public IdealFct(Fabric fabric, Framing framing, int payloadBytes, boolean eachPacketIsAcknowledged, PathChoice paths,
      boolean switchesChoose) {
    this.fabric = fabric;
    this.framing = framing;
    this.payloadBytes = payloadBytes;
    routes = fabric.routes();
    alone = new SinglePathFct(fabric, framing, payloadBytes, eachPacketIsAcknowledged);
    this.switchesChoose = switchesChoose;
    together = switchesChoose || paths instanceof Sprayed;
    sourcePorts = paths instanceof Sprayed spray ? spray.ports() : paths instanceof ChosenPaths chosen ? chosen.ports() : 1;
  }

  /** The ports of a path there, and of one back. */
  private record Way(int[] there, int[] back) {
    boolean isSame(Way other) {
      return Arrays.equals(there, other.there) && Arrays.equals(back, other.back);
    }
  }

  /** Returns the distinct paths from the NIC of the first source port's path, which comes first; empty without a route. */
  private List<Way> ways(Flow flow) {
    if (switchesChoose) {
      int[] there = routes.forward(flow);
      int[] back = routes.reverse(flow);
      return there.length == 0
          ? List.of()
          : new PathCover(fabric, there, flow.destination()).paths().stream().map(path -> new Way(path, back)).toList();
    }
    var ways = new ArrayList<Way>();
    for (int entropy = 0; entropy < sourcePorts; entropy++) {
      int[] there = routes.forward(flow, entropy);
      if (entropy == 0 && there.length == 0) {
        return List.of();
      }
      boolean fromNic = entropy == 0 || there.length > 0 && there[0] == ways.getFirst().there[0];
      if (fromNic) {
        add(new Way(there, routes.reverse(flow, entropy)), ways);
      }
    }
    return ways;
  }

  private static void add(Way way, List<Way> ways) {
    if (ways.stream().noneMatch(way::isSame)) {
      ways.add(way);
    }
  }

  /**
   * Time until the sender of a WRITE or a flow has the acknowledgement of its last byte, in picoseconds.
   *
   * @param over the flow, or the stream that carries the WRITE
   * @param sizeBytes above 0
   * @return 0 when no route leads there
   */
  public long writePs(Flow over, long sizeBytes) {
    List<Way> ways = ways(over);
    if (ways.isEmpty()) {
      return 0;
    }
    if (!together || ways.size() == 1) {
      return least(ways, way -> alone.writePs(way.there, way.back, sizeBytes));
    }
    long ackPs = least(ways, way -> oneFramePs(way.back, framing.ackBytes(0)));
    return new ParallelPaths(fabric, paths(ways), ackPs).leastPs(Frames.ofWrite(framing, payloadBytes, sizeBytes));
  }

  /**
   * Time until a host has all bytes that it requested with a READ, in picoseconds.
   *
   * @param over the stream that carries the request
   * @param sizeBytes 1 to 2^31
   * @return 0 when no route leads there
   */
  public long readPs(Flow over, long sizeBytes) {
    List<Way> asking = ways(over);
    List<Way> answering = ways(opposite(over));
    if (asking.isEmpty() || answering.isEmpty()) {
      return 0;
    }
    long requestPs = least(asking, way -> alone.requestPs(way.there));
    List<int[]> paths = paths(answering);
    return requestPs + (!together || paths.size() == 1
        ? least(answering, way -> alone.responsePs(way.there, sizeBytes))
        : new ParallelPaths(fabric, paths, 0).leastPs(Frames.ofResponse(framing, payloadBytes, sizeBytes)));
  }

  private static Flow opposite(Flow over) {
    return new Flow(over.id(), over.destination(), over.source(), over.destinationPort(), over.sourcePort(), over.priority(), 0,
        over.startPs());
  }

  private static long least(List<Way> ways, ToLongFunction<Way> time) {
    return ways.stream().mapToLong(time).min().orElse(0);
  }

  private static List<int[]> paths(List<Way> ways) {
    var paths = new ArrayList<int[]>();
    for (Way way : ways) {
      if (paths.stream().noneMatch(known -> Arrays.equals(known, way.there))) {
        paths.add(way.there);
      }
    }
    return paths;
  }

  private long oneFramePs(int[] path, int frameBytes) {
    return ParallelPaths.oneFramePs(fabric, path, frameBytes);
  }
}
