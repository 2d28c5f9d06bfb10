package dev.inflight.live.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.OpenFiles;
import dev.inflight.live.TestNamespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class NamespacesTest {
  private static String present() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")).toString();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Test
  @Tag("live")
  void threadReturnsInEveryCase() {
    try (var all = new TestNamespaces()) {
      String name = all.namespace("x");
      String own = present();
      long descriptors = OpenFiles.count();
      String inside = Namespaces.within(name, NamespacesTest::present);
      assertThat(inside).isNotEqualTo(own);
      assertThat(present()).isEqualTo(own);
      assertThatThrownBy(() -> Namespaces.within(name, () -> {
        throw new IllegalStateException("within " + present());
      })).isInstanceOf(IllegalStateException.class).hasMessage("within " + inside);
      assertThat(present()).isEqualTo(own);
      assertThat(OpenFiles.count()).isLessThanOrEqualTo(descriptors);
    }
  }

  @Test
  void nullIsTheThreadsOwnNamespace() {
    assertThat(Namespaces.<String>within(null, NamespacesTest::present)).isEqualTo(present());
  }

  @Test
  void namesAMissingNamespace() {
    assertThatThrownBy(() -> Namespaces.within("ifl-tnone", () -> 1)).isInstanceOf(OsException.class)
        .hasMessage("network namespace ifl-tnone: open: ENOENT, there is no such file or namespace");
    assertThatThrownBy(() -> Namespaces.within("../x", () -> 1)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("network namespace '../x': the name must be one that `ip netns list` shows");
  }
}
