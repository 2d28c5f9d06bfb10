package dev.inflight.lab.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of a YAML file. */
class YamlNodeTest {
  /** Known keys that count reads of their elements. */
  private static final class CountedKeys extends AbstractList<String> {
    private int looks;

    @Override
    public String get(int index) {
      looks++;
      return "key" + index;
    }

    @Override
    public int size() {
      return 30;
    }
  }

  private static int looks(int unknownKeys) {
    String yaml = IntStream.range(0, unknownKeys).mapToObj(at -> "other" + at + ": 1\n").collect(Collectors.joining());
    var known = new CountedKeys();
    var faults = new Faults();
    YamlNode root = YamlNode.root(InputText.of(Path.of("s.yaml"), yaml.getBytes(UTF_8)), UnaryOperator.identity());
    assertThat(root.entries(known, Map.of(), faults)).isEmpty();
    assertThat(faults.isEmpty()).isFalse();
    return known.looks;
  }

  /** After the reported errors, no unknown key is compared with known ones. */
  @Test
  void stopsAfterTheLargestNumberOfErrors() {
    assertThat(looks(50)).isPositive().isLessThan(looks(200));
    assertThat(looks(20_000)).isEqualTo(looks(200));
  }
}
