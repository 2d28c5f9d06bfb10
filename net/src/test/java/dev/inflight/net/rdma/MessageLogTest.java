package dev.inflight.net.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Messages of a stream, their packets and their bytes: payload of 1000, so that 2500 bytes are packets of 1000, 1000 and 500. */
class MessageLogTest {
  private final MessageLog log = new MessageLog(1000, false);

  private Message write(long bytes) {
    Message message = Message.of(new Operation(0, Operation.Kind.WRITE, bytes, 0, 0));
    log.append(message);
    return message;
  }

  private Message read() {
    Message message = Message.of(new Operation(0, Operation.Kind.READ, 5_000, 0, 0));
    log.append(message);
    return message;
  }

  private String packet(long sequence) {
    var packet = new Packet(0);
    log.fill(packet, sequence);
    RdmaHeader header = packet.rdma();
    return packet.number + ": " + packet.payloadBytes + " of " + header.kind + (header.first ? " first" : "")
        + (header.last ? " last" : "");
  }

  @Test
  void eachMessageIsPackedOnItsOwn() {
    Message first = write(2500);
    Message request = read();
    Message last = write(1000);
    assertThat(log.endBytes()).as("a request takes 16 bytes").isEqualTo(2500 + 16 + 1000);
    assertThat(List.of(packet(0), packet(1000), packet(2000), packet(2500), packet(2516))).containsExactly(
        "0: 1000 of WRITE first", "1: 1000 of WRITE", "2: 500 of WRITE last", "3: 16 of READ_REQUEST first last",
        "4: 1000 of WRITE first last");
    assertThat(List.of(log.at(0), log.at(2499), log.at(2500), log.at(2515), log.at(2516), log.at(3515))).containsExactly(first,
        first, request, request, last, last);
    assertThat(List.of(log.numberOf(0), log.numberOf(2000), log.numberOf(2500), log.numberOf(2516), log.numberOf(3516)))
        .containsExactly(0L, 2L, 3L, 4L, 5L);
    assertThat(List.of(log.sequenceOf(0), log.sequenceOf(2), log.sequenceOf(3), log.sequenceOf(4), log.sequenceOf(5)))
        .containsExactly(0L, 2000L, 2500L, 2516L, 3516L);
    assertThat(List.of(first.serial(), request.serial(), last.serial())).containsExactly(0L, 1L, 2L);
  }

  @Test
  void missingMessagesAreRejectedOrReportedMissing() {
    write(2500);
    write(1000);
    assertThatThrownBy(() -> log.at(3500)).hasMessage("byte 3500 is in none of the 2 messages kept");
    assertThatThrownBy(() -> log.at(-1)).hasMessage("byte -1 is in none of the 2 messages kept");
    assertThatThrownBy(() -> log.numberOf(1500)).hasMessageStartingWith("byte 1500 is not where a packet of WRITE of 2500 B");
    assertThat(log.sequenceOf(5)).as("the next but one").isEqualTo(-1);
    assertThat(log.sequenceOf(4)).as("the next one").isEqualTo(3500);
  }

  @Test
  void anEmptyStreamHasANextPacketAndNoMessage() {
    assertThat(log.numberOf(0)).isZero();
    assertThat(log.sequenceOf(0)).isZero();
    assertThat(log.sequenceOf(1)).isEqualTo(-1);
    assertThatThrownBy(() -> log.at(0)).hasMessage("byte 0 is in none of the 0 messages kept");
  }

  @Test
  void theAnswerToARequestIsFound() {
    Message request = read();
    Message second = read();
    var answers = new MessageLog(1000, false);
    assertThat(answers.responseTo(request)).isNull();
    Message response = Message.response(5_000, 1);
    answers.append(response);
    assertThat(answers.responseTo(request)).isSameAs(response);
    assertThat(answers.responseTo(second)).isNull();
  }

  @Test
  void manyMessagesOfAnySizeAreFoundAgainByByteAndByNumber() {
    var random = new SplittableRandom(1);
    List<Message> all = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      all.add(random.nextBoolean() ? write(random.nextInt(1, 5000)) : read());
    }
    for (int probe = 0; probe < 2000; probe++) {
      Message message = all.get(random.nextInt(all.size()));
      long packet = random.nextLong(Math.ceilDiv(message.streamBytes(), 1000));
      long sequence = message.start() + packet * 1000;
      assertThat(log.at(sequence)).isSameAs(message);
      assertThat(log.numberOf(sequence)).isEqualTo(message.firstNumber() + packet);
      assertThat(log.sequenceOf(message.firstNumber() + packet)).isEqualTo(sequence);
    }
  }

  @Test
  void acknowledgedMessagesAreKeptForAMillionPackets() {
    long kept = 1 << 20;
    write(1000);
    Message second = write(kept * 1000);
    Message third = write(1000);
    log.acknowledged(third.start());
    assertThat(log.sequenceOf(0)).as("the last packet of the first message may still be spoken of").isZero();
    log.acknowledged(third.end());
    assertThat(log.sequenceOf(0)).isEqualTo(-1);
    assertThatThrownBy(() -> log.at(0)).hasMessage("byte 0 is in none of the 2 messages kept");
    assertThat(log.at(1000)).isSameAs(second);
    assertThat(log.sequenceOf(1)).isEqualTo(1000);
  }

  /** An endpoint that sends small messages for days must not gather them. */
  @Test
  void messagesWithBytesAreKeptForSomeThousandPackets() {
    log.holdsBytes(true);
    for (int n = 0; n < 10_000; n++) {
      write(1000);
      log.acknowledged(log.endBytes());
    }
    assertThat(log.sequenceOf(5904)).as("a late acknowledgement may speak of it").isEqualTo(5_904_000);
    assertThat(log.sequenceOf(5902)).isEqualTo(-1);
    log.release();
    assertThat(log.sequenceOf(9_999)).isEqualTo(-1);
    assertThat(log.endBytes()).isEqualTo(10_000_000);
  }

  @Test
  void logGrowsForAnyPositionOfItsFirstMessage() {
    // Large messages release old ones, so that the ring's start moves before it is full.
    long large = (1L << 20) * 1000;
    for (int n = 0; n < 6; n++) {
      write(large);
      log.acknowledged(log.endBytes());
    }
    List<Message> late = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      late.add(write(1500));
    }
    for (Message message : late) {
      assertThat(log.at(message.start())).isSameAs(message);
      assertThat(log.at(message.end() - 1)).isSameAs(message);
    }
  }

  /** Logs of a job with very many connections, each of which sends for long. */
  @Test
  void logsOfJobsKeepLittle() {
    var ofJob = new MessageLog(1000, true);
    for (int message = 0; message < 100_000; message++) {
      ofJob.append(Message.response(1000, message));
      ofJob.acknowledged(ofJob.endBytes());
    }
    assertThat(ofJob.sequenceOf(100_000 - 256)).isEqualTo((100_000 - 256) * 1000L);
    assertThat(ofJob.sequenceOf(100_000 - 1000)).isEqualTo(-1);
  }
}
