package dev.inflight.lab.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** Reads the list of extensions of the program's jar. */
class ExtensionIndexTest {
  private static final ClassLoader LOADER = ExtensionIndexTest.class.getClassLoader();

  /** Extension without commands. */
  public static final class Bare implements Extension {
    @Override
    public SequencedMap<String, Entry> commands() {
      return new LinkedHashMap<>();
    }
  }

  /** A checkout on Windows may end lines with a carriage return. */
  @Test
  void ignoresBlankLinesAndCarriageReturns() {
    String name = Bare.class.getName();
    assertThat(ExtensionIndex.of("\r\n" + name + "\r\n\n  \n" + name, LOADER)).hasSize(2)
        .allSatisfy(extension -> assertThat(extension).isInstanceOf(Bare.class));
    assertThat(ExtensionIndex.of("", LOADER)).isEmpty();
  }

  @Test
  void namesAClassThatCannotBeMade() {
    assertThatThrownBy(() -> ExtensionIndex.of("dev.inflight.Missing\n", LOADER)).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("META-INF/inflight-extensions").hasMessageContaining("dev.inflight.Missing");
  }
}
