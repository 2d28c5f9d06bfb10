package dev.inflight.lab.author;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A folder in which a scheme of one's own begins: a worked example, a scenario, a test, and what Maven needs. */
public final class SchemeProject {
  private static final String TEMPLATES = "scheme/";

  private final String name;
  private final Map<String, String> words;

  /**
   * A project.
   *
   * @param name the scheme's name in scenarios
   * @param launcher the command that starts the program, for the commands of its README
   * @param place where the user says the name
   * @throws dev.inflight.lab.read.InputError when no scheme can be called so
   */
  public SchemeProject(String name, String launcher, SourceLocation place) {
    if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || name.length() > 40) {
      throw place.error("a scheme cannot be called " + Quoted.of(name)
          + ": a name has lower-case letters, digits and '-', and begins with a letter, as in my-scheme");
    }
    if (Catalog.SCHEMES.names().contains(name)) {
      throw place.error("a scheme is called " + name + " already; give another name, as in my-" + name);
    }
    this.name = name;
    String className = Arrays.stream(name.split("-"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1)).collect(Collectors.joining());
    words = Map.of("@NAME@", name, "@CLASS@", className, "@PACKAGE@", "scheme." + name.replace("-", ""), "@FOLDER@",
        "scheme/" + name.replace("-", ""), "@LAUNCHER@", launcher, "@VERSION@", Version.number());
  }

  /** Its files, by their paths in the folder. */
  Map<String, String> files() {
    String source = filled("src/main/java/@FOLDER@/@CLASS@.java");
    String test = filled("src/test/java/@FOLDER@/@CLASS@Test.java");
    var files = new LinkedHashMap<String, String>();
    files.put("README.md", template("README.md.txt"));
    files.put("scenario.yaml", template("scenario.yaml.txt"));
    files.put(source, template("Scheme.java.txt"));
    files.put("src/main/resources/META-INF/services/dev.inflight.cc.Scheme", template("service.txt"));
    files.put(test, template("SchemeTest.java.txt"));
    files.put("pom.xml", template("pom.xml.txt"));
    return files;
  }

  private String template(String file) {
    try (InputStream in = SchemeProject.class.getResourceAsStream(TEMPLATES + file)) {
      return filled(new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> word : words.entrySet()) {
      filled = filled.replace(word.getKey(), word.getValue());
    }
    return filled;
  }

  /**
   * Writes the folder, which must not be there.
   *
   * @param place where the user says its name
   */
  public void write(Path folder, SourceLocation place) {
    Map<String, String> files = files();
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException there) {
      throw place.error(Quoted.shortened(folder.toString()) + " is there already; give another folder with --out");
    } catch (IOException failed) {
      throw new OutputError(folder, "make it", failed);
    }
    files.forEach((file, text) -> {
      Path path = folder.resolve(file);
      try {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
      } catch (IOException failed) {
        throw new OutputError(path, "write it", failed);
      }
    });
  }
}
