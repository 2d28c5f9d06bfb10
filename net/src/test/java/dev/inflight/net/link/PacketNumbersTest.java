package dev.inflight.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Packet.Kind;
import dev.inflight.net.link.PacketNumbers.Meaning;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind declares the meanings of its numbers, and methods that name a meaning read and write it. */
class PacketNumbersTest {
  private static final Set<Kind> ACKS = EnumSet.of(Kind.ACK, Kind.NACK, Kind.TRIM_NACK, Kind.REFUSAL, Kind.NOTIFICATION);
  private static final Set<Kind> SWITCH_ANSWERS = EnumSet.of(Kind.SWITCH_ANSWER, Kind.SWITCH_ANSWER_AHEAD);

  private static final Map<Consumer<Packet>, Set<Kind>> ACCESS = Map.ofEntries( //
      Map.entry(Packet::expectedByte, ACKS), //
      Map.entry(Packet::expectedNumber, ACKS), //
      Map.entry(packet -> packet.acknowledge(2000, 2), ACKS), //
      Map.entry(Packet::trimmedNumber, EnumSet.of(Kind.TRIM_NACK)), //
      Map.entry(Packet::gapArrival, EnumSet.of(Kind.NACK)), //
      Map.entry(Packet::arrivedBytes, EnumSet.of(Kind.TALLY)), //
      Map.entry(packet -> packet.countArrived(2000), EnumSet.of(Kind.TALLY)), //
      Map.entry(Packet::reportedNumber, EnumSet.of(Kind.NOTIFICATION, Kind.TALLY, Kind.PATH_REPORT)), //
      Map.entry(packet -> packet.report(2), EnumSet.of(Kind.NOTIFICATION, Kind.TALLY, Kind.PATH_REPORT)), //
      Map.entry(Packet::isOfProbe, EnumSet.of(Kind.NOTIFICATION, Kind.TALLY, Kind.SWITCH_ANSWER, Kind.SWITCH_ANSWER_AHEAD)), //
      Map.entry(Packet::probeNumber, EnumSet.of(Kind.PROBE, Kind.PATH_PROBE, Kind.PATH_REPORT)), //
      Map.entry(Packet::messageNumber, EnumSet.of(Kind.WINDOW)), //
      Map.entry(Packet::answeredNumber, SWITCH_ANSWERS), //
      Map.entry(Packet::answeredEnd, SWITCH_ANSWERS), //
      Map.entry(packet -> packet.answer(2000, 1), SWITCH_ANSWERS), //
      Map.entry(Packet::controlMessage, EnumSet.of(Kind.CONTROL)), //
      Map.entry(Packet::pathSignal, EnumSet.of(Kind.PATH_SIGNAL)), //
      Map.entry(Packet::signaled, EnumSet.of(Kind.PATH_SIGNAL)), //
      Map.entry(Packet::request, EnumSet.of(Kind.DATA, Kind.TRIMMED)));

  private static Packet packet(Kind kind) {
    var packet = new Packet(40);
    packet.kind = kind;
    return packet;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void numbersAreReadAndWrittenByTheirMeaning(Kind kind) {
    ACCESS.forEach((access, kinds) -> {
      if (kinds.contains(kind)) {
        assertThatCode(() -> access.accept(packet(kind))).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(() -> access.accept(packet(kind))).isInstanceOf(AssertionError.class);
      }
    });
  }

  @Test
  void everyMeaningIsOfSomeKind() {
    var declared = EnumSet.noneOf(Meaning.class);
    Arrays.stream(Kind.values()).forEach(kind -> declared.addAll(meanings(kind)));
    assertThat(declared).containsExactly(Meaning.values());
  }

  /** A meaning belongs to one field, so that a table by fields can be read by meanings. */
  @Test
  void noMeaningIsInTwoFields() {
    for (Meaning meaning : EnumSet.complementOf(EnumSet.of(Meaning.UNUSED))) {
      long fields = Arrays.stream(Kind.values()).mapToInt(kind -> meanings(kind).indexOf(meaning)).filter(at -> at >= 0)
          .distinct().count();
      assertThat(fields).as(meaning.name()).isEqualTo(1);
    }
  }

  private static List<Meaning> meanings(Kind kind) {
    return List.of(kind.sequence, kind.number, kind.arrivedNumber, kind.code);
  }

  /** A packet's acknowledgement is sealed separately, by its sequence; and its number follows from that. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void sealCoversTheNumbersOfAnAnswer(Kind kind) {
    boolean own = kind.number == Meaning.MESSAGE || kind.number == Meaning.ANSWERED;
    if (kind.taker == Kind.Taker.SENDER || kind == Kind.SWITCH_ANSWER_AHEAD) {
      assertThat(changes(kind, packet -> packet.number++)).as("number").isEqualTo(own);
      assertThat(changes(kind, packet -> packet.arrivedNumber++)).as("arrived number")
          .isEqualTo(kind.arrivedNumber != Meaning.UNUSED);
      assertThat(changes(kind, packet -> packet.code++)).as("code").isEqualTo(kind.code != Meaning.UNUSED);
      assertThat(changes(kind, packet -> packet.ecnMarked = true)).as("mark").isTrue();
    }
  }

  private static boolean changes(Kind kind, Consumer<Packet> change) {
    Packet packet = packet(kind);
    long before = packet.says();
    change.accept(packet);
    return packet.says() != before;
  }
}
