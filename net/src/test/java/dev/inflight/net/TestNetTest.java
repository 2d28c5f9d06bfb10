package dev.inflight.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The test driver's own behavior where tests rely on it. */
class TestNetTest {
  private static final Flow FLOW = new Flow(1, 0, 1, 10_000, 4791, 3, 1000, 0);

  /** All fields of a packet, except its account in a switch, which each switch sets anew. */
  static List<Field> fields() {
    return Stream.of(Packet.class.getDeclaredFields()).filter(field -> Modifier.isPublic(field.getModifiers())
        && !Modifier.isStatic(field.getModifiers()) && !field.getName().equals("ingress")).toList();
  }

  /** Bytes, numbers, flags and a kind that no packet has by default. */
  private static Packet filled() throws IllegalAccessException {
    var packet = new Packet(8);
    Arrays.fill(packet.telemetry, (byte) 7);
    packet.flow = FLOW;
    packet.path = new Port[1];
    packet.kind = Packet.Kind.CONTROL;
    for (Field field : fields()) {
      switch (field.getType().getName()) {
        case "long" -> field.setLong(packet, 77);
        case "int" -> field.setInt(packet, 76);
        case "short" -> field.setShort(packet, (short) 75);
        case "byte" -> field.setByte(packet, (byte) 5);
        case "boolean" -> field.setBoolean(packet, true);
        default -> {
        }
      }
    }
    return packet;
  }

  @ParameterizedTest
  @MethodSource("fields")
  void aPacketThatArrivesTwiceIsTheSameTwice(Field field) throws IllegalAccessException {
    Packet packet = filled();
    Packet copy = TestNet.copyOf(packet, new Packet(8));
    assertThat(field.get(copy)).isEqualTo(field.get(packet));
  }

  @Test
  void copyHasTheSameMessageHeaders() throws IllegalAccessException {
    Packet packet = filled();
    packet.rdma().memoryBytes = 12;
    packet.rdma().last = true;
    Packet copy = TestNet.copyOf(packet, new Packet(8));
    assertThat(copy.rdma()).isNotSameAs(packet.rdma()).usingRecursiveComparison().isEqualTo(packet.rdma());
  }

  @Test
  void copyHasTheSameSackBlocks() throws IllegalAccessException {
    Packet packet = filled();
    packet.sack().add(2000, 3000);
    Packet copy = TestNet.copyOf(packet, new Packet(8));
    assertThat(copy.sack()).isNotSameAs(packet.sack()).hasToString(packet.sack().toString());
  }

  @Test
  void theCopyHasItsOwnTelemetry() throws IllegalAccessException {
    Packet packet = filled();
    assertThat(TestNet.copyOf(packet, new Packet(8)).telemetry).isNotSameAs(packet.telemetry);
  }
}
