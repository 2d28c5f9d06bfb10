package dev.inflight.live.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.OpenFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class NetworkInterfaceTest {
  @Test
  void reportsTheKernelsValues() {
    try (var loopback = new NetworkInterface(null, "lo")) {
      assertThat(loopback.index()).isEqualTo(1);
      assertThat(loopback.isUp()).isTrue();
      assertThat(loopback.mac()).isZero();
      assertThat(loopback.mtuBytes()).isEqualTo(65536);
      assertThat(loopback.ipv4()).isEqualTo(0x7F000001);
      loopback.close();
      assertThat(loopback.isUp()).isFalse();
    }
  }

  @Test
  void namesAMissingInterfaceAndLeavesNothingOpen() {
    new NetworkInterface(null, "lo").close();
    long before = OpenFiles.count();
    assertThatThrownBy(() -> new NetworkInterface(null, "ifl-tnone")).isInstanceOf(OsException.class)
        .hasMessage("interface ifl-tnone: ENODEV, there is no such interface");
    assertThatThrownBy(() -> new NetworkInterface(null, "a-name-that-is-too-long")).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("interface 'a-name-that-is-too-long': the name must have 1 to 15 bytes");
    assertThat(OpenFiles.count()).isEqualTo(before);
  }

  @Test
  void exceptionNamesTheCallAndTheRemedy() {
    assertThat(new OsException("socket of AF_PACKET", Errno.EPERM))
        .hasMessage("socket of AF_PACKET: EPERM, needs root or CAP_NET_RAW"
            + " (AF_XDP also CAP_BPF and CAP_NET_ADMIN, namespaces CAP_SYS_ADMIN)");
    assertThat(new OsException("x", 77).getMessage()).isEqualTo("x: errno 77, the kernel refused");
    assertThat(new OsException("x", 77).errno()).isEqualTo(77);
  }
}
