package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys and values are words, as for the authors' simulator, whatever separates them. */
class ReferenceLinesTest {
  private final List<String> warnings = new ArrayList<>();

  private String read(String file) {
    String text = file.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("<BOM>", "\uFEFF");
    InputText input = InputText.of(Path.of("c.txt"), text.getBytes(StandardCharsets.UTF_8));
    return Notices.collect(warnings, () -> ReferenceLines.of(input)).entrySet().stream()
        .map(entry -> entry.getKey() + "="
            + entry.getValue().stream().map(tokens -> String.join(" ", tokens.words())).collect(Collectors.joining("|")))
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {"CC_MODE 3; CC_MODE=3", "CC_MODE\\n3; CC_MODE=3", "CC_MODE\\n\\n  3\\n; CC_MODE=3",
      "CC_MODE\\t3\\tHAS_WIN\\t1; CC_MODE=3, HAS_WIN=1", "CC_MODE 3\\r\\nHAS_WIN 1\\r\\n; CC_MODE=3, HAS_WIN=1",
      "<BOM>CC_MODE 3; CC_MODE=3", "LINK_DOWN 5\\n2 3\\nHAS_WIN 1; LINK_DOWN=5 2 3, HAS_WIN=1",
      "KMIN_MAP\\n2\\n100 40 200\\n80\\nHAS_WIN 1; KMIN_MAP=2 100 40 200 80, HAS_WIN=1",
      "KMIN_MAP 2 100 40\\n200 80; KMIN_MAP=2 100 40 200 80", "CC_MODE 3 // HPCC\\nHAS_WIN 1{on}; CC_MODE=3, HAS_WIN=1{on}",
      "HAS_WIN 1 {on}\\nCC_MODE\\n3 # HPCC; HAS_WIN=1, CC_MODE=3", "NO_CC_NODE 2 5\\n6\\nHAS_WIN 1; NO_CC_NODE=2 5 6, HAS_WIN=1",
      "AGENT_NODE 3 CC_MODE 3; AGENT_NODE=3, CC_MODE=3", "LINK_DOWN 0 CC_MODE 3; LINK_DOWN=0, CC_MODE=3"})
  void readsWordByWord(String text, String values) {
    assertThat(read(text)).isEqualTo(values);
    assertThat(warnings).isEmpty();
  }

  /** A template with missing values: there, the next key would be the value. */
  @Test
  void takesNoKeyOfAnotherLineForAValue() {
    assertThat(read("TOPOLOGY_FILE\nFLOW_FILE\nLINK_DOWN 1 2\nHAS_WIN 1\n"))
        .isEqualTo("TOPOLOGY_FILE=, FLOW_FILE=, LINK_DOWN=1 2, HAS_WIN=1");
  }

  @Test
  void endsValuesAtAComment() {
    assertThat(read("CC_MODE # which one?\n3\n")).isEqualTo("CC_MODE=");
    assertThat(warnings).singleElement().asString().startsWith("c.txt:2: unknown key '3'");
  }

  @Test
  void readsKeysBehindUnknownWords() {
    assertThat(read("my run CC_MODE 3\n")).isEqualTo("CC_MODE=3");
    assertThat(warnings).singleElement().asString().startsWith("c.txt:1: unknown key 'my'");
  }

  @Test
  void readsKeysBehindAnUnknownKeyAndItsValue() {
    assertThat(read("MY_KEY 3 CC_MODE 3 OTHER 4 HAS_WIN 1\n")).isEqualTo("CC_MODE=3, HAS_WIN=1");
    assertThat(warnings).containsExactly("c.txt:1: unknown key 'MY_KEY' has no effect here; no known key is like it",
        "c.txt:1: 'OTHER 4' behind the value of CC_MODE has no effect");
  }

  @Test
  void suggestsOnlyNearKeys() {
    read("RATE_BUOND 1\nDUMMY_PARAM_FILE x\n");
    assertThat(warnings).containsExactly("c.txt:1: unknown key 'RATE_BUOND' has no effect here; did you mean RATE_BOUND?",
        "c.txt:2: unknown key 'DUMMY_PARAM_FILE' has no effect here; no known key is like it");
  }

  @Test
  void namesKeysInCommentsThatTheAuthorsSimulatorReads() {
    assertThat(read("CC_MODE 3\nHAS_WIN 1 # not VAR_WIN 1\n")).isEqualTo("CC_MODE=3, HAS_WIN=1");
    assertThat(warnings).singleElement().asString().startsWith("c.txt:2: VAR_WIN in this comment is not read here");
  }

  @Test
  void namesTheRestOfALine() {
    assertThat(read("CC_MODE\n3 4 5 HAS_WIN 1\n")).isEqualTo("CC_MODE=3, HAS_WIN=1");
    assertThat(warnings).singleElement().asString().isEqualTo("c.txt:2: '4 5' behind the value of CC_MODE has no effect");
  }
}
