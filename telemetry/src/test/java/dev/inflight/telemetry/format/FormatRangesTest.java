package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of a format's parameters: their ends are accepted; values beyond, and values with another meaning, are rejected. */
class FormatRangesTest {
  private static TelemetryFormat with(String name, String component, long value) throws ReflectiveOperationException {
    TelemetryFormat format = Formats.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    RecordComponent[] components = format.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    boolean found = false;
    for (int i = 0; i < components.length; i++) {
      values[i] = components[i].getAccessor().invoke(format);
      if (components[i].getName().equals(component)) {
        values[i] = components[i].getType() == long.class ? (Object) value : (Object) Math.toIntExact(value);
        found = true;
      }
    }
    assertThat(found).as("%s has %s", name, component).isTrue();
    Constructor<?> made = format.getClass()
        .getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    return (TelemetryFormat) made.newInstance(values);
  }

  private static void assertRefused(ThrowingCallable made, String start) {
    assertThatThrownBy(made).isInstanceOf(InvocationTargetException.class).cause().isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(start);
  }

  @ParameterizedTest
  @CsvSource({"native, udpPort, 1, 65535, UDP port", "draft, udpPort, 1, 65535, UDP port", "int, udpPort, 1, 65535, UDP port",
      "ioam-incremental, udpPort, 1, 65535, UDP port", "pint, udpPort, 1, 65535, UDP port",
      "busiest, udpPort, 1, 65535, UDP port", "busiest, tPs, 0, , T in ps", "authors, multiplier, 1, 65535, multiplier",
      "pint, bytes, 1, 2, bytes", "pint, tPs, 0, , T in ps", "csig, tpid, 1536, 65535, TPID",
      "csig, intervalPs, 0, , interval in ps", "csig-wide, tpid, 1536, 65535, TPID", "csig-wide, intervalPs, 0, , interval in ps",
      "ifa, protocol, 2, 255, IP protocol", "ifa, version, 0, 15, version", "ifa, gns, 0, 15, global name space",
      "ifa, lns, 0, 15, local name space", "ifa, maxLengthWords, 8, 255, max length in words", "ifa, hopLimit, 1, 255, hop limit",
      "ifa, queueUnitBytes, 1, , queue unit in bytes", "ifa, txUnitBytes, 1, , tx unit in bytes",
      "int, remainingHops, 1, 255, remaining hops", "int, queueUnitBytes, 1, , queue unit in bytes",
      "int, utilizationScale, 1, , utilization scale", "int, intervalPs, 0, , interval in ps",
      "ioam, optionType, 2, 255, option type", "ioam, namespaceId, 0, 65535, namespace ID",
      "ioam, txBytesBit, 12, 21, bit of the transmitted bytes", "ioam, hops, 0, 12, hops",
      "ioam, queueUnitBytes, 1, 65536, unit of queue depth", "ioam, txUnitBytes, 1, 65536, unit of transmitted bytes",
      "ioam-incremental, namespaceId, 0, 65535, namespace ID", "ioam-incremental, hops, 0, , hops"})
  void acceptsEndsOfRangesAndRejectsValuesBeyond(String format, String component, long least, Long most, String what)
      throws ReflectiveOperationException {
    assertThat(with(format, component, least).toString()).contains(component + "=" + least);
    int below = least == 2 && component.equals("protocol") ? 0 : (int) least - 1; // 1 is ICMP, which has its own message
    assertRefused(() -> with(format, component, below), what + " " + below + " is outside ");
    if (most != null) {
      assertThat(with(format, component, most).toString()).contains(component + "=" + most);
      assertRefused(() -> with(format, component, most + 1), what + " " + (most + 1) + " is outside ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "draft", "int", "ioam-incremental", "pint", "busiest"})
  void portOfRoceV2DoesNotMarkTelemetry(String format) {
    assertRefused(() -> with(format, "udpPort", 4791), "UDP port 4791 is that of RoCEv2 without telemetry; use another port");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 6, 17, 41, 43, 44, 50, 51, 58, 59, 60, 132})
  void aProtocolInUseDoesNotMarkTelemetry(int protocol) {
    assertRefused(() -> with("ifa", "protocol", protocol), "IP protocol " + protocol + " is in use; 253 and 254 are free");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0800, 0x0806, 0x86DD, 0x8100, 0x88A8, 0x8808, 0x8915, 0x88CC})
  void anEtherTypeInUseDoesNotMarkTelemetry(int tpid) {
    for (String format : new String[] {"csig", "csig-wide"}) {
      assertRefused(() -> with(format, "tpid", tpid), "TPID 0x" + Integer.toHexString(tpid) + " is an EtherType in use");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"abwBaseMbitPerSec", "abwStepMbitPerSec", "delayBaseNs", "delayStepNs"})
  void theWideTagsStepsArePowersOfTwo(String component) throws ReflectiveOperationException {
    boolean base = component.contains("Base");
    for (int odd : new int[] {-8, -1, 3, 12, Integer.MIN_VALUE}) {
      assertRefused(() -> with("csig-wide", component, odd), component + " " + odd + " is not a power of two");
    }
    assertThat(with("csig-wide", component, 1)).isNotNull();
    assertThat(with("csig-wide", component, 1 << 30)).isNotNull();
    if (base) {
      assertThat(with("csig-wide", component, 0)).as("no base").isNotNull();
    } else {
      assertRefused(() -> with("csig-wide", component, 0), component + " 0 is not a power of two");
    }
  }

  @Test
  void aLinkHasANodeAPortAndARate() {
    assertThat(new EgressLink(0, 0, 1)).isEqualTo(new EgressLink(0, 0, 1));
    assertThatThrownBy(() -> new EgressLink(-1, 1, 1)).hasMessage("no egress link: node -1, port 1, 1 b/s");
    assertThatThrownBy(() -> new EgressLink(1, -1, 1)).hasMessage("no egress link: node 1, port -1, 1 b/s");
    assertThatThrownBy(() -> new EgressLink(1, 1, 0)).hasMessage("no egress link: node 1, port 1, 0 b/s");
  }

  @Test
  void aDomainHasABaseRtt() {
    LinkRates links = (node, port) -> 0;
    assertThat(new NetworkFacts(links, 1, 0)).isEqualTo(new NetworkFacts(links, 1, 0));
    assertThatThrownBy(() -> new NetworkFacts(links, 0, 1)).hasMessage("no domain: base RTT 0 ps, 1 hops");
    assertThatThrownBy(() -> new NetworkFacts(links, 1, -1)).hasMessage("no domain: base RTT 1 ps, -1 hops");
  }

  @Test
  void aReportHasRoomForAHop() {
    assertThat(new Hops(1).count()).isZero();
    assertThatThrownBy(() -> new Hops(0)).hasMessage("capacity 0 is below 1");
  }
}
