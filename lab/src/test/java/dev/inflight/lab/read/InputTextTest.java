package dev.inflight.lab.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTextTest {
  @TempDir
  private Path folder;

  private Path write(String name, byte... content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private void refuses(Path path, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> InputText.read(path)).withMessage(path + message);
  }

  @Test
  void anyLineEndsAndBlanksAreAccepted() throws IOException {
    Path path = write("a.txt", "\uFEFF one  two \r\n\r\n \t\nthree\t4\rfive".getBytes(UTF_8));
    assertThat(InputText.read(path).fields()).extracting(line -> line.place().line() + ":" + line.words()).containsExactly(
        "1:[one, two]", "4:[three, 4]", "5:[five]");
  }

  @Test
  void reportsMissingFiles() throws IOException {
    refuses(folder.resolve("config.txt"), ": there is no such file");
    write("config.txt", (byte) 'x');
    refuses(folder.resolve("confg.txt"), ": there is no such file; did you mean " + folder.resolve("config.txt") + "?");
    refuses(folder.resolve("none/x.txt"), ": there is no such file; there is no folder " + folder.resolve("none") + " either");
    refuses(folder.resolve("config.txt/x"),
        ": there is no such file; there is no folder " + folder.resolve("config.txt") + " either");
  }

  @Test
  void rejectsBinaryFiles() throws IOException {
    refuses(folder, ": this is a folder; a file is needed");
    refuses(write("empty"), ": the file is empty");
    refuses(write("blank", " \n\t\r\n".getBytes(UTF_8)), ": the file is empty");
    refuses(write("nul", "a\nb\0c".getBytes(UTF_8)), ":2: found a NUL byte, so this is not a text file");
    refuses(write("latin1", "a\nb\n\nM\u00FC\n".getBytes(ISO_8859_1)),
        ":4: found bytes that are not UTF-8, so this is not a text file");
    refuses(write("cut", (byte) 'a', (byte) 0xC3), ":1: found bytes that are not UTF-8, so this is not a text file");
  }

  @Test
  void namesAreRelativeToTheFileThatNamesThem() throws IOException {
    InputText text = InputText.read(write("a.txt", (byte) 'x'));
    assertThat(text.sibling("b/c.txt")).isEqualTo(folder.resolve("b/c.txt"));
    assertThat(text.sibling("/b/c.txt")).isEqualTo(Path.of("/b/c.txt"));
  }
}
