package dev.inflight.net.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.TestNet;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.Host;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A {@link TestNet} with hosts that make connections, and a diary of their applications' events. */
final class RdmaNet {
  /** Start and size of each host's memory. */
  static final long BASE = 0x10_0000;
  static final long ROOM = 1L << 30;

  final TestNet net;
  final List<String> diary = new ArrayList<>();
  final List<Operation> completed = new ArrayList<>();
  final List<QueuePair> accepted = new ArrayList<>();
  LongConsumer whenCompleted = nowPs -> {
  };
  final QueuePairConnection.Controls controls = new QueuePairConnection.Controls() {
    @Override
    public PathFacts path(Flow stream, long rate) {
      var paths = new UnloadedPaths(net.topology, Framing.ROCEV2, net.payloadBytes, NativeFormat.DEFAULT);
      return PathFacts.of(rate, paths.largestRttPs(), net.payloadBytes);
    }

    @Override
    public CongestionControl start(Flow stream, PathFacts path) {
      return net.scheme.start(path);
    }

    @Override
    public Pacing pacing() {
      return net.scheme.pacing();
    }
  };
  private int connections;

  private RdmaNet(TestNet net) {
    this.net = net;
  }

  /** Makes a built net in which all hosts accept connections. */
  static RdmaNet of(TestNet built) {
    var rdma = new RdmaNet(built);
    for (Host host : built.fabric.hosts()) {
      rdma.net.fabric.connections(host.node()).acceptor(
          _ -> new ConnectionListener.Acceptance(rdma.new Diary("host " + host.node(), true), rdma.controls));
    }
    return rdma;
  }

  /** Records the events of a queue pair's application. */
  private final class Diary implements QueuePairListener {
    private final String who;
    private final boolean acceptor;

    Diary(String who, boolean acceptor) {
      this.who = who;
      this.acceptor = acceptor;
    }

    @Override
    public void connected(QueuePair queuePair, long nowPs) {
      diary.add(who + " connected");
      if (acceptor) {
        accepted.add(queuePair);
      }
    }

    @Override
    public void completed(QueuePair queuePair, Operation operation, long nowPs) {
      diary.add(who + " " + operation.kind() + " " + operation.id() + " " + operation.status());
      completed.add(operation);
      whenCompleted.accept(nowPs);
    }

    @Override
    public void closed(QueuePair queuePair, long nowPs) {
      diary.add(who + " closed");
    }
  }

  /** Makes host {@code from} request a connection from host {@code to}, now. */
  QueuePair connect(int from, int to, long nowPs) {
    int number = connections++;
    return net.fabric.connect(2 * number, new QueuePairConnection.Request(from, to, 20_000 + number, 4791, 3), controls,
        new Diary("host " + from, false), nowPs);
  }

  /** A key to all of a host's memory. */
  int key(int host) {
    return net.fabric.connections(host).memory().register(BASE, ROOM, true, true).key();
  }

  /** Sets losses by a model on all cables. */
  RdmaNet losing(LossModel model) {
    for (int link = 0; link < net.topology.links().size(); link++) {
      net.fabric.setLoss(link, model, model);
    }
    return this;
  }

  long payloadFrom(int host) {
    return net.fabric.host(host).nics()[0].sentBytes();
  }

  @Nullable
  QueuePair lastAccepted() {
    return accepted.isEmpty() ? null : accepted.getLast();
  }
}
