package dev.inflight.net.route;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.LeafSpine;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lifetime of routes' values: paths of flows until a link changes, and one array for equal choices. */
class RoutesTest {
  /** Leaves 6 to 8 with two hosts each, spines 9 and 10. */
  private final TestNet net = TestNet.of(new LeafSpine(3, 2, 2, 100 * G, 400 * G, US, 1)).scheme(NoControl.DEFAULT).build();
  private final Routes routes = net.fabric.routes();

  private static Flow flow(int source, int destination) {
    return new Flow(0, source, destination, 10_000, 4791, 3, 1000, 0);
  }

  @Test
  void equalChoicesAreOneArray() {
    int[] up = routes.nextPorts(6, 2);
    assertThat(up).hasSize(2);
    assertThat(routes.nextPorts(6, 3)).as("a host of the same leaf").isSameAs(up);
    assertThat(routes.nextPorts(6, 4)).as("a host of another leaf").isSameAs(up);
    assertThat(routes.nextPorts(7, 4)).as("from another leaf").isNotEqualTo(up).hasSize(2);
  }

  private Port[] ports(int[] numbers) {
    return IntStream.range(0, net.topology.nodeCount()).boxed().flatMap(node -> net.fabric.ports(node).stream())
        .filter(port -> Arrays.stream(numbers).anyMatch(number -> number == port.index())).toArray(Port[]::new);
  }

  /** An end of a flow that only has a path. */
  private static final class End extends FlowEnd {
    @Override
    public void receive(Packet packet) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public long expectedNumber() {
      return 0;
    }
  }

  @Test
  void pathsAreKeptUntilALinkChanges() {
    Flow flow = flow(0, 5);
    var sender = new End();
    var receiver = new End();
    assertThat(routes.refreshForward(sender, flow)).isTrue();
    assertThat(receiver.path).as("each end asks for its own").isEmpty();
    assertThat(routes.refreshReverse(receiver, flow)).isTrue();
    Port[] there = sender.path;
    assertThat(there).hasSize(4).isEqualTo(routes.forwardPath(flow));
    assertThat(receiver.path).hasSize(4).isEqualTo(routes.reversePath(flow));
    assertThat(there[0].node()).isZero();
    assertThat(receiver.path[0].node()).isEqualTo(5);
    assertThat(routes.refreshForward(sender, flow)).isTrue();
    assertThat(sender.path).isSameAs(there);
    int epoch = routes.epoch();
    net.fabric.setLink(6, there[1].peer().node(), false, 0);
    assertThat(routes.epoch()).isEqualTo(epoch + 1);
    assertThat(sender.path).as("until somebody asks").isSameAs(there);
    assertThat(routes.refreshForward(sender, flow)).isTrue();
    assertThat(sender.path).hasSize(4).doesNotContain(there[1]);
    assertThat(sender.routeEpoch).isEqualTo(epoch + 1);
    assertThat(receiver.routeEpoch).isEqualTo(epoch);
  }

  @Test
  void aFlowWithoutARouteHasNoPathInEitherDirection() {
    Flow flow = flow(0, 5);
    var sender = new End();
    routes.forwardPath(flow);
    routes.reversePath(flow);
    assertThat(routes.tables()).as("all leaves are cabled alike").isEqualTo(1);
    net.fabric.setLink(5, 8, false, 0);
    assertThat(routes.tables()).as("of the routes before none is kept").isZero();
    assertThat(routes.refreshForward(sender, flow)).isFalse();
    assertThat(routes.refreshForward(sender, flow)).as("when asked again").isFalse();
    assertThat(routes.refreshReverse(new End(), flow)).isFalse();
    assertThat(sender.path).isEmpty();
    assertThat(routes.pathOf(flow)).isEmpty();
    assertThat(routes.nextPorts(6, 5)).isEmpty();
    assertThat(routes.nextPorts(5, 5)).isEmpty();
  }

  /** For packets of older routes: at a switch, on the way there or back. */
  @Test
  void packetsOfOlderRoutesGoOnByTheirKind() {
    Flow flow = flow(0, 5);
    var packet = new Packet(0);
    packet.becomeCnp(flow, 64, 0);
    assertThat(routes.reroute(packet, 8)).isIn((Object[]) ports(routes.nextPorts(8, 0)));
    assertThat(routes.reroute(packet, 6)).isSameAs(net.fabric.host(0).nics()[0].peer());
    packet.kind = Packet.Kind.DATA;
    assertThat(routes.reroute(packet, 6)).isIn((Object[]) ports(routes.nextPorts(6, 5)));
    assertThat(routes.reroute(packet, 8)).isSameAs(net.fabric.host(5).nics()[0].peer());
    net.fabric.setLink(5, 8, false, 0);
    assertThat(routes.reroute(packet, 6)).isNull();
    packet.becomePauseFrame(Packet.Kind.PAUSE, 3, 64, 0);
    assertThat(routes.reroute(packet, 6)).as("of no flow").isNull();
  }
}
