package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments of other programs' files in another encoding than UTF-8. */
class ForeignEncodingTest {
  private static final String REFUSED = "found bytes that are not UTF-8, so this is not a text file";

  @TempDir
  private Path folder;
  private ConfigFolder config;

  @BeforeEach
  void write() throws IOException {
    config = new ConfigFolder(folder).write();
  }

  private void write(String file, String text, String charset) throws IOException {
    Files.write(folder.resolve(file), text.getBytes(Charset.forName(charset)));
  }

  @ParameterizedTest
  @CsvSource({"GBK, 拥塞控制", "ISO-8859-1, Stauüberwachung", "UTF-8, 拥塞控制"})
  void passesOverCommentsOfAnyEncoding(String charset, String note) throws IOException {
    write("config.txt",
        "# " + note + "\n" + ConfigFolder.PLAIN + "// " + note + "\nHAS_WIN 1 # " + note + "\nFCT_OUTPUT_FILE " + note + ".txt\n",
        charset);
    write("topology.txt", "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n" + note + "\n", charset);
    write("flow.txt", "1\n0 1 3 100 20000 2.0\n\n" + note + "\n", charset);
    assertThat(config.read().warnings()).hasSize(2)
        .allSatisfy(one -> assertThat(one).contains("1 line from here on is not read"));
    assertThat(Program.run("check", config.config().toString()).exit()).isZero();
  }

  @Test
  void namesUnknownWordsOfAnyEncoding() throws IOException {
    write("config.txt", ConfigFolder.PLAIN + "模式 3\n", "GBK");
    assertThat(config.read().warnings()).singleElement().asString().startsWith(config.config() + ":14: unknown key ");
  }

  @ParameterizedTest
  @CsvSource({"config.txt, CC_MODE 3, CC_MODE 三, 3", "config.txt, topology.txt, 拓扑.txt, 1", "topology.txt, 100Gbps, 三, 3",
      "topology.txt, 3 1 2, 拓扑, 1", "flow.txt, 20000, 二, 2", "flow.txt, 2.0, 2.0 二, 2"})
  void refusesWordsThatAreUsed(String file, String from, String to, int line) throws IOException {
    String text = Files.readString(folder.resolve(file));
    write(file, text.replaceFirst(Pattern.quote(from), to), "GBK");
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class)
        .hasMessageStartingWith(folder.resolve(file) + ":" + line + ": " + REFUSED);
  }

  @Test
  void refusesScenariosInAnotherEncoding() throws IOException {
    write("s.yaml", "topology: star(hosts=2)\n# für zwei\nflows: incast(senders=1)\n", "ISO-8859-1");
    assertThatThrownBy(() -> ScenarioReader.read(folder.resolve("s.yaml"))).isInstanceOf(InputError.class)
        .hasMessage(folder.resolve("s.yaml") + ":2: " + REFUSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32"})
  void refusesNulBytes(String charset) throws IOException {
    write("config.txt", ConfigFolder.PLAIN, charset);
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class)
        .hasMessage(config.config() + ":1: found a NUL byte, so this is not a text file");
  }

  @Test
  void passesOverAByteOrderMark() throws IOException {
    for (String file : new String[] {"config.txt", "topology.txt", "flow.txt"}) {
      write(file, "\uFEFF" + Files.readString(folder.resolve(file)), "UTF-8");
    }
    assertThat(config.read().warnings()).isEmpty();
  }
}
