package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.util.LinkedHashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecTest {
  private static final SourceLocation PLACE = SourceLocation.of("--scheme");

  private static Spec parse(String text) {
    return Spec.parse(text, PLACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fat-tree", "fat-tree()", " fat-tree ( ) "})
  void nameAloneHasNoArguments(String text) {
    assertThat(parse(text)).isEqualTo(new Spec("fat-tree", new LinkedHashMap<>()));
  }

  @Test
  void valuesEndAtCommas() {
    Spec spec = parse("hpcc( eta = 0.95 ,wAi=80 B, react=per-rtt )");
    assertThat(spec.name()).isEqualTo("hpcc");
    assertThat(spec.arguments()).containsExactly(entry("eta", "0.95"), entry("wAi", "80 B"), entry("react", "per-rtt"));
  }

  @Test
  void quotesAndParenthesesKeepCommasTogether() {
    assertThat(parse("poisson(sizes=\"0 0, 10 100\", load=1)").arguments()).containsExactly(entry("sizes", "0 0, 10 100"),
        entry("load", "1"));
    assertThat(parse("poisson(sizes=file(\"my, sizes).txt\"))").arguments()).containsExactly(
        entry("sizes", "file(\"my, sizes).txt\")"));
    assertThat(parse("x(y=\"a\\\"b\\\\c\\nd\")").arguments()).containsExactly(entry("y", "a\"b\\c\nd"));
  }

  @Test
  void fileNeedsNoKey() {
    assertThat(parse("file(topology.txt)")).isEqualTo(parse("file(path=topology.txt)"));
    assertThat(parse("file(\"my topology.txt\")").arguments()).containsExactly(entry("path", "my topology.txt"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "hpcc(eta=0.95    | --scheme: 'hpcc(eta=0.95' has no closing ')' for the '(' at character 5; in a [...] list of YAML,"
          + " quote an entry that has commas",
      "hpcc(eta=1, size=file(a |  --scheme: 'hpcc(eta=1, size=file(a' has no closing ')' for the '(' at character 22",
      "hpcc(eta         | --scheme: 'eta' in 'hpcc(eta' must have the form key=value",
      "hpcc(            | --scheme: 'hpcc(' has no closing ')' for the '(' at character 5; in a [...] list of YAML, quote an entry that"
          + " has commas",
      "star(16)         | --scheme: '16' in 'star(16)' must have the form key=value",
      "hpcc(eta=)       | --scheme: parameter eta in 'hpcc(eta=)' has no value",
      "hpcc(eta=1,)     | --scheme: '' in 'hpcc(eta=1,)' must have the form key=value",
      "hpcc(eta=1)x     | --scheme: 'x' follows the closing ')' of 'hpcc(eta=1)'",
      "hpcc(eta=1, ETA=2) | --scheme: parameter ETA of hpcc is set twice",
      "x(y=\"z)         | --scheme: 'x(y=\"z)' has no closing '\"'", "x(y=\"z\"w)      | --scheme: 'w)' follows the value of y",
      "(eta=1)          | --scheme: '(eta=1)' must have the form name or name(key=value, ...)",
      "''               | --scheme: '' must have the form name or name(key=value, ...)"})
  void rejectsInvalidText(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> parse(text)).withMessage(message);
  }

  @Test
  void readsWrittenValuesBack() {
    var random = new Random(2);
    for (int i = 0; i < 5000; i++) {
      var arguments = new LinkedHashMap<String, String>();
      for (int n = random.nextInt(4); n > 0; n--) {
        arguments.put("key" + n, anyText(random));
      }
      var spec = new Spec("some-name", arguments);
      assertThat(parse(spec.format())).isEqualTo(spec);
    }
  }

  private static String anyText(Random random) {
    String letters = "ab1.-/ ,()=\"'\\\n\t\r:#äλ";
    var text = new StringBuilder();
    for (int length = random.nextInt(12); length >= 0; length--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
