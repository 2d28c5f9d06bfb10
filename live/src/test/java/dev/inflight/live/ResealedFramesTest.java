package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frames of a connection, changed anywhere and with corrected checksums, so that both endpoints accept them as far as possible. The
 * connection may end in any way; the endpoints keep a valid state, and accept another one.
 */
class ResealedFramesTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 60_000;

  private final FrameView view = new FrameView(List.of(NativeFormat.DEFAULT));
  private final Icrc icrc = new Icrc();

  private static EndpointConfig config(int address, Scheme scheme, Recovery recovery, boolean sealed) {
    EndpointConfig made = EndpointConfig.of(address).scheme(scheme).recovery(recovery, 2 * MS).path(1_000_000_000L, MS / 5)
        .bounds(64, 1 << 20, 20 * MS);
    return sealed ? made.seal(new ReportKeys(1, 2)) : made;
  }

  private byte[] changed(byte[] frame, SplittableRandom random) {
    byte[] made = random.nextInt(16) == 0 ? Arrays.copyOf(frame, random.nextInt(20, frame.length + 1)) : frame.clone();
    for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
      int at = random.nextInt(8) == 0 ? random.nextInt(made.length) : Math.min(made.length - 1, 42 + random.nextInt(40));
      made[at] = (byte) (random.nextBoolean() ? random.nextInt() : made[at] ^ 1 << random.nextInt(8));
    }
    view.parse(made, 0, made.length);
    if (view.icrc != FrameView.ABSENT) {
      Ipv4.writeChecksum(made, 14);
      Icrc.write(made, view.icrc, view.computeIcrc(icrc));
    }
    return made;
  }

  @ParameterizedTest
  @ValueSource(strings = {"swift", "hpcc", "hpcc sealed", "dcqcn go back", "swift irn"})
  void endpointsSurviveResealedFrames(String how) {
    assertThat(Formats.ALL).contains(NativeFormat.DEFAULT);
    Scheme scheme = how.startsWith("hpcc") ? Hpcc.DEFAULT : how.startsWith("dcqcn") ? Dcqcn.DEFAULT : Swift.DEFAULT;
    Recovery recovery = how.endsWith("irn")
        ? new Irn(MS / 2, 2 * MS, 3, 2)
        : how.endsWith("go back") ? GoBackN.DEFAULT : new Selective(0, 2 * MS, 8);
    for (long seed = 1; seed <= 16; seed++) {
      var random = new SplittableRandom(seed);
      boolean sealed = how.endsWith("sealed");
      var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT, scheme, recovery, sealed),
          config(RIGHT, scheme, recovery, sealed));
      List<List<byte[]>> sent = List.of(new ArrayList<>(), new ArrayList<>());
      for (int end = 0; end < 2; end++) {
        two.cable.ends[end].record = sent.get(end);
      }
      two.right.listen(ConnectionHandler.NONE);
      two.left.listen(ConnectionHandler.NONE);
      byte[] from = new byte[BYTES];
      random.nextBytes(from);
      byte[] at = new byte[BYTES];
      Region source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
      Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
      Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
      var all = new ArrayList<CompletableFuture<Void>>();
      for (int n = 0; n < 6; n++) {
        all.add(connection.write(source, 0, BYTES / 2, target.key(), target.address() + n));
        all.add(connection.read(source, 0, BYTES / 2, target.key(), target.address() + n));
        all.add(connection.send(from));
      }
      for (int step = 0; step < 400; step++) {
        two.run(random.nextLong(1000, 20_000));
        int end = random.nextInt(2);
        List<byte[]> frames = sent.get(random.nextInt(4) == 0 ? 1 - end : end);
        if (!frames.isEmpty()) {
          byte[] frame = changed(frames.get(random.nextInt(frames.size())), random);
          two.cable.ends[end].inject(frame, frame.length);
        }
        if (connection.queuePair() != null && step % 8 == 0) {
          var forger = new Forger(connection.queuePair().stream(), config(LEFT, scheme, recovery, false),
              sealed ? Forger.Seal.WRONG : Forger.Seal.NOT_WANTED, 1, 2);
          Packet.Kind[] kinds = {Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL, Packet.Kind.TRIM_NACK,
              Packet.Kind.NOTIFICATION, Packet.Kind.TALLY, Packet.Kind.WINDOW, Packet.Kind.SWITCH_ANSWER, Packet.Kind.CNP,
              Packet.Kind.RETURNED};
          byte[] forged = forger.frame(kinds[random.nextInt(kinds.length - (step < 200 ? 7 : 0))], random.nextLong(0, 700));
          two.cable.ends[1].inject(forged, forged.length);
        }
      }
      two.cable.ends[0].record = null;
      two.cable.ends[1].record = null;
      try {
        two.until(() -> all.stream().allMatch(CompletableFuture::isDone));
      } catch (AssertionError hangs) {
        throw new AssertionError("seed " + seed + ", at " + two.nanos + ": " + Diagnosis.of(connection), hangs);
      }
      Arrays.fill(at, (byte) 0);
      Connection next = two.left.connect(RIGHT, ConnectionHandler.NONE);
      CompletableFuture<Void> write = next.write(source, 0, BYTES / 2, target.key(), target.address());
      two.until(write::isDone);
      assertThat(write).as("seed %d", seed).isCompleted();
      connection.close();
      next.close();
      two.until(() -> connection.gone().isDone() && next.gone().isDone());
      two.until(() -> two.left.connections() + two.right.connections() == 0);
    }
  }
}
