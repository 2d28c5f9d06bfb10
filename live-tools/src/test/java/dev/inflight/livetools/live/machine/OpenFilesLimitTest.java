package dev.inflight.livetools.live.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The message for {@code ip} without free descriptors has the cause and the limit. */
class OpenFilesLimitTest {
  private static final String SAID = "Error: argument \"inflight-7-3\" is wrong: Invalid \"netns\" value\n";

  @Test
  void readsTheSoftLimit() {
    List<String> limits = List.of("Limit                     Soft Limit           Hard Limit           Units     ",
        "Max processes             63443                63443                processes ",
        "Max open files            40                   1048576              files     ");
    assertThat(OpenFilesLimit.of(limits)).isEqualTo(40);
    assertThat(OpenFilesLimit.of(limits.subList(0, 2))).isEqualTo(Long.MAX_VALUE);
    assertThat(OpenFilesLimit.of(List.of("Max open files            unlimited            unlimited            files     ")))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(OpenFilesLimit.ofProcess()).isPositive();
  }

  @Test
  void namesLackOfDescriptorsAsTheCause() {
    assertThat(Ip.outOfDescriptors(SAID, 44, 40))
        .isEqualTo(". The cause: too many open files. It needs one for each of 44 lines, "
            + "and may have 40 (ulimit -n): a limit of 4096 is enough");
    assertThat(Ip.outOfDescriptors("Invalid netns value", 44, 40)).isNotEmpty();
    assertThat(Ip.outOfDescriptors(SAID, 44, 1024)).as("there were enough").isEmpty();
    assertThat(Ip.outOfDescriptors("RTNETLINK answers: File exists", 44, 40)).as("another error").isEmpty();
  }
}
