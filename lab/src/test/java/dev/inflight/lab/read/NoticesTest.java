package dev.inflight.lab.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticesTest {
  @Test
  void keepsOneWarningOfEachKindInEachFileWithTheNumberOfPlaces() {
    assertThat(warnings(() -> {
      warn("a.txt", 3, "unit", "no unit, read as bit/s");
      warn("b.txt", 1, "unit", "no unit, read as bit/s");
      warn("a.txt", 7, "end", "1 line behind the last flow is not read");
      warn("a.txt", 9, "unit", "no unit, read as bit/s");
    })).containsExactly("a.txt:3: no unit, read as bit/s (and 1 more like this)", "b.txt:1: no unit, read as bit/s",
        "a.txt:7: 1 line behind the last flow is not read");
  }

  @Test
  void countsWarningsAboveTheLimit() {
    List<String> found = warnings(() -> {
      for (int line = 1; line <= 103; line++) {
        warn("a.txt", line, "kind " + line, "odd");
      }
    });
    assertThat(found).hasSize(101).last().isEqualTo("there are 3 more warnings; these are the first 100");
  }

  @Test
  void makesOnlySentencesThatAreKept() {
    var made = new ArrayList<Integer>();
    List<String> found = warnings(() -> {
      for (int number = 0; number < 300; number++) {
        int line = 1 + number / 2;
        Notices.add(new SourceLocation("a.txt", line), "kind " + line, () -> {
          made.add(line);
          return "odd";
        });
      }
    });
    assertThat(made).hasSize(100).doesNotHaveDuplicates();
    assertThat(found).hasSize(101).startsWith("a.txt:1: odd (and 1 more like this)").last()
        .isEqualTo("there are 100 more warnings; these are the first 100");
  }

  @Test
  void isAnErrorWhereNothingCollectsWarnings() {
    assertThatThrownBy(() -> warn("a.txt", 3, "unit", "no unit, read as bit/s")).isInstanceOf(InputError.class)
        .hasMessage("a.txt:3: no unit, read as bit/s");
  }

  @Test
  void keepsTheWarningsOfNestedReadingsApart() {
    var inner = new ArrayList<String>();
    assertThat(warnings(() -> {
      warn("a.txt", 1, "unit", "outer");
      Notices.collect(inner, () -> {
        warn("a.txt", 2, "unit", "inner");
        return "";
      });
    })).containsExactly("a.txt:1: outer");
    assertThat(inner).containsExactly("a.txt:2: inner");
  }

  private static void warn(String file, int line, String kind, String sentence) {
    Notices.add(new SourceLocation(file, line), kind, sentence);
  }

  private static List<String> warnings(Runnable reading) {
    var found = new ArrayList<String>();
    Notices.collect(found, () -> {
      reading.run();
      return "";
    });
    return found;
  }
}
