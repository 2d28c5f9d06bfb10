package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("live")
class TestNamespacesTest {
  private static final int TIMES = 300;

  /** Without care, each thirtieth time the pipes of the tool's process are open for some moments more. */
  @Test
  void ofTheToolNothingIsLeftOpen() {
    TestNamespaces.ip("-V"); // what the virtual machine makes for it stays
    List<String> before = OpenFiles.names();
    for (int time = 0; time < TIMES; time++) {
      TestNamespaces.ip("-V");
      assertThat(OpenFiles.names()).hasSizeLessThanOrEqualTo(before.size());
    }
  }
}
