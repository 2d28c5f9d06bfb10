package dev.inflight.sim.ranks;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.Part;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.mpi.Exchange;
import dev.inflight.sim.mpi.Mpi;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.workload.FlowTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a run that an mpirun has started; each has some parts of the fabric. At each meeting one collective combines
 * the state of all, and batches of packets go between processes. Process 0 receives the results of all.
 */
public final class Ranks implements RankCollectives {
  private static final int FIRST_BATCH_BYTES = 1 << 16;
  /** Words of a state message: bytes of packets for the receiver, next event, parts, finished parts, stop, events. */
  private static final int WORDS = 6;

  private final Mpi mpi;
  private final Division division;
  private final Exchange exchange;
  private final PacketBatch[] departures; // by rank; unused for the own one
  private final List<FarCable> cables = new ArrayList<>();
  private final long[] toSend;
  private final long[] received;
  private final int[] bytesToSend;
  private final int[] bytesToReceive;
  private final RankMessages notes = new RankMessages();
  private Recorder results = Recorder.NONE;
  private @Nullable Inside inside;

  /** This process's objects of the run. */
  private record Inside(Fabric fabric, List<PacketPool> pools, DividedLoop loop, FlowsBetween flows) {
  }

  /**
   * Makes the processes of a run.
   *
   * @param division this one's {@linkplain Division#share share}
   */
  public Ranks(Mpi mpi, Division division) {
    this.mpi = mpi;
    this.division = division;
    exchange = mpi.newExchange(FIRST_BATCH_BYTES);
    departures = new PacketBatch[mpi.size()];
    for (int rank = 0; rank < departures.length; rank++) {
      departures[rank] = new PacketBatch(exchange, rank);
    }
    toSend = new long[WORDS * mpi.size()];
    received = new long[WORDS * mpi.size()];
    bytesToSend = new int[mpi.size()];
    bytesToReceive = new int[mpi.size()];
  }

  @Override
  public int rank() {
    return mpi.rank();
  }

  @Override
  public int size() {
    return mpi.size();
  }

  @Override
  public Wire cable(Port from, int to, int toNode, PacketPool pool) {
    var cable = new FarCable(departures[division.rankOf(toNode)], pool, from, to);
    cables.add(cable);
    return cable;
  }

  @Override
  public long fingerprint() {
    return cables.stream().mapToLong(FarCable::fingerprint).sum();
  }

  @Override
  public void begin(Fabric fabric, DividedLoop loop, FlowTable flows) {
    List<PacketPool> pools = fabric.parts().stream().map(Part::pool).toList();
    inside = new Inside(fabric, pools, loop, new FlowsBetween(fabric, division, flows));
  }

  private Inside inside() {
    Inside started = inside;
    if (started == null) {
      throw new IllegalStateException("the run has not started");
    }
    return started;
  }

  @Override
  public void started(Flow flow) {
    inside().flows.started(flow);
  }

  @Override
  public void finished(Flow flow) {
    inside().flows.finished(flow);
  }

  @Override
  public void meet(Standing standing) {
    int self = mpi.rank();
    for (int rank = 0; rank < departures.length; rank++) {
      PacketBatch to = departures[rank];
      standing.nextPs = Math.min(standing.nextPs, to.earliestPs());
      bytesToSend[rank] = rank == self ? 0 : to.bytes();
    }
    for (int rank = 0; rank < departures.length; rank++) {
      int at = WORDS * rank;
      toSend[at] = bytesToSend[rank];
      toSend[at + 1] = standing.nextPs;
      toSend[at + 2] = standing.parts;
      toSend[at + 3] = standing.partsOver;
      toSend[at + 4] = standing.stopped ? 1 : 0;
      toSend[at + 5] = standing.longestEvents;
    }
    mpi.allToAll(toSend, received, WORDS);
    standing.parts = 0;
    standing.partsOver = 0;
    for (int rank = 0; rank < departures.length; rank++) {
      int at = WORDS * rank;
      bytesToReceive[rank] = (int) received[at];
      standing.nextPs = Math.min(standing.nextPs, received[at + 1]);
      standing.parts += received[at + 2];
      standing.partsOver += received[at + 3];
      standing.stopped |= received[at + 4] != 0;
      standing.longestEvents = Math.max(standing.longestEvents, received[at + 5]);
    }
    exchange.exchange(bytesToSend, bytesToReceive);
    for (int rank = 0; rank < departures.length; rank++) {
      departures[rank].clear();
      if (rank != self) {
        arrive(exchange.incoming(rank));
      }
    }
  }

  private void arrive(ByteBuffer batch) {
    Inside here = inside();
    while (batch.hasRemaining()) {
      Port at = here.fabric.port(batch.getInt());
      int part = division.partOf(at.node());
      Packet packet = here.pools.get(part).take();
      PacketForm.read(batch, packet, here.flows);
      packet.at = at;
      packet.path = here.flows.path(packet);
      here.loop.loop(part).schedule(packet, packet.timePs);
    }
  }

  @Override
  public long most(long mine) {
    return -mpi.allMin(-mine);
  }

  @Override
  public long sum(long mine) {
    return mpi.allSum(mine);
  }

  @Override
  public byte[][] gather(byte[] mine) {
    return mpi.gather(mine);
  }

  /** Returns a recorder of this process's notifications, for the observer of all in process 0. */
  public static Recorder recorder(RankCollectives others, Recorder real) {
    if (others instanceof Ranks ranks) {
      ranks.results = real;
      return ranks.notes;
    }
    return real;
  }

  @Override
  public void placeAt(long timePs, long order) {
    notes.at(timePs, order);
  }

  @Override
  public void ship() {
    RankMessages.deliver(mpi.gather(notes.take()), results);
  }
}
