package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("live")
class TestNamespacesTest {
  private static final int TIMES = 300;

  /** Without explicit closing, in one of thirty runs the pipes of the tool's process stay open for some moments. */
  @Test
  void toolLeavesNoDescriptorOpen() {
    TestNamespaces.ip("-V"); // descriptors that the JVM opens for it stay
    List<String> before = OpenFiles.names();
    for (int time = 0; time < TIMES; time++) {
      TestNamespaces.ip("-V");
      assertThat(OpenFiles.names()).hasSizeLessThanOrEqualTo(before.size());
    }
  }
}
