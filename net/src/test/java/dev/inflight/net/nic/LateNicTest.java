package dev.inflight.net.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.LateLoop;
import dev.inflight.net.link.FarEnd;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A NIC in a late loop: frames come, and are handled, before events that were due earlier. */
class LateNicTest {
  private static final int BYTES = 1000;
  private static final long TAKES_PS = 100;
  private static final long GAP_PS = 1000;

  private final LateLoop loop = new LateLoop(0, 1);
  private final Nic nic = new Nic(new Port.Site(0, 0, 1, FarEnd.UNKNOWN, 1, 0, takes(), loop), new Owner(),
      new NicConfig(UnlimitedNic.DEFAULT, false, -1, false, false), new NicCounters());
  private final List<Long> startsPs = new ArrayList<>();
  private final Paced flow = new Paced();

  private static long[] takes() {
    var takes = new long[BYTES + 1];
    Arrays.fill(takes, TAKES_PS);
    return takes;
  }

  private static final class Owner extends NicOwner {
    @Override
    public Packet pauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
      throw new IllegalStateException("nothing is paused here");
    }

    @Override
    public void receive(Packet packet, Nic in) {
      throw new IllegalStateException("nothing arrives here");
    }

    @Override
    public void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
      throw new IllegalStateException("nothing is lost here");
    }
  }

  /** A flow with packets for ever, one in each gap. */
  private final class Paced extends NicFlow {
    Paced() {
      super(1, nic);
      windowBytes = Long.MAX_VALUE - 1;
    }

    @Override
    public void receive(Packet packet) {
      throw new IllegalStateException("nothing arrives here");
    }

    @Override
    public long expectedNumber() {
      return 0;
    }

    @Override
    public Packet nextPacket(long startPs) {
      startsPs.add(startPs);
      nextSendPs = startPs + GAP_PS;
      Packet packet = new Packet(0);
      packet.sizeBytes = BYTES;
      return packet;
    }
  }

  @Test
  void anAnswerDoesNotMakeAPacketLate() {
    nic.attach((_, _) -> {
    });
    flow.moveTo(nic);
    nic.flows().add(flow, 0);
    nic.changed(flow, 0);
    loop.run(TAKES_PS);
    nic.changed(flow, GAP_PS + 400); // an acknowledgement, before the event that was due at the gap's end
    loop.run(GAP_PS + 400);
    nic.changed(flow, 3 * GAP_PS + 10); // and two packets later
    loop.run(3 * GAP_PS + 10);
    assertThat(startsPs).containsExactly(0L, GAP_PS, 2 * GAP_PS, 3 * GAP_PS);
  }

  /** A window that was used up has lost its time, which is not made up for. */
  @Test
  void aWindowThatOpensSendsFromNowOn() {
    nic.attach((_, _) -> {
    });
    flow.moveTo(nic);
    nic.flows().add(flow, 0);
    nic.changed(flow, 0);
    flow.windowBytes = 0;
    nic.changed(flow, 50);
    loop.run(2 * GAP_PS);
    flow.windowBytes = Long.MAX_VALUE - 1;
    nic.changed(flow, 2 * GAP_PS + 1);
    assertThat(startsPs).containsExactly(0L, 2 * GAP_PS + 1);
  }
}
