package dev.inflight.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.ComparisonFile;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.measure.Column;
import dev.inflight.sim.measure.PortValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A value of ports is declared once, and tables, series, summary and comparisons have it by this declaration. */
class PortValueTest {
  private static void assertThatHas(ResultFile file, @Nullable Column column) {
    if (column != null) {
      assertThat(file.fields()).filteredOn(field -> field.name().equals(column.name())).as(file.name()).extracting(Field::meaning)
          .containsExactly(column.meaning());
    }
  }

  @ParameterizedTest
  @EnumSource
  void valueIsInAllFilesOfItsDeclaration(PortValue value) {
    assertThatHas(ResultFiles.PORTS, value.columns().atEnd());
    assertThatHas(ResultFiles.PORT_SERIES, value.columns().overTime());
    assertThatHas(ResultFiles.PORT_SERIES, value.columns().rate());
    Measure total = value.total();
    Measure.Compared compared = total.compared();
    assertThat(SummaryJson.FILE.fields()).filteredOn(field -> field.name().equals(total.key())).extracting(Field::meaning)
        .isEqualTo(total.isInSummary() ? List.of(total.meaning()) : List.of());
    assertThat(ComparisonFile.DESCRIPTION.fields()).filteredOn(field -> field.name().equals("runs[]." + total.key()))
        .extracting(Field::meaning).isEqualTo(compared == null ? List.of() : List.of(compared.meaning()));
    assertThat(ComparedValue.ALL).filteredOn(one -> one.key().equals(total.key())).hasSize(compared == null ? 0 : 1);
  }

  /** One column for all: the name of its column is in one source file. */
  @Test
  void valueIsNamedInOneSourceFile() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> sources = modules.map(module -> module.resolve("src/main")).filter(Files::isDirectory).toList();
      assertThat(sources).hasSizeGreaterThan(6);
      assertThat(sources.stream().flatMap(PortValueTest::filesBelow).filter(file -> contains(file, "ecn_marks"))
          .map(file -> file.getFileName().toString())).containsExactly("PortValue.java");
    }
  }

  private static Stream<Path> filesBelow(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().matches(".*\\.(java|js)")).toList().stream();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }
}
