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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** Project folder for a user's own scheme: a worked example, a scenario, a test and the files for Maven. */
public final class SchemeProject {
  private static final String TEMPLATES = "scheme/";
  private static final String SCHEME = "Scheme.java.txt";
  private static final String TEST = "SchemeTest.java.txt";
  private static final List<String> SOURCES = List.of(SCHEME, TEST);

  private final String name;
  private final Map<String, String> words;

  /**
   * Creates a project.
   *
   * @param name the scheme's name in scenarios
   * @param launcher the command that starts the program, for the commands of the project's README
   * @param place place of the name on the command line
   * @throws dev.inflight.lab.read.InputError when the name is invalid for a scheme
   */
  public SchemeProject(String name, String launcher, SourceLocation place) {
    if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || name.length() > 40) {
      throw place.error("a scheme cannot be called " + Quoted.of(name)
          + ": a name has lower-case letters, digits and '-', and begins with a letter, as in my-scheme");
    }
    if (Catalog.SCHEMES.names().contains(name)) {
      throw place.error("a scheme has the name " + name + " already; give another name, as in my-" + name);
    }
    this.name = name;
    String className = className(name);
    String packageName = packageName(name);
    words = Map.of("@NAME@", name, "@CLASS@", className, "@PACKAGE@", "scheme." + packageName, "@FOLDER@",
        "scheme/" + packageName, "@LAUNCHER@", launcher, "@VERSION@", Version.number());
  }

  /**
   * Returns the class name. It is longer where a type or constant of the sources has the same name: a record Flow would hide the
   * class Flow.
   */
  private static String className(String name) {
    String joined = Arrays.stream(name.split("-")).map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
    var used = Pattern.compile("\\b" + joined + "\\b");
    boolean isTaken = SOURCES.stream()
        .anyMatch(file -> used.matcher(text(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "")).find());
    return isTaken ? joined + "Scheme" : joined;
  }

  private static String packageName(String name) {
    String joined = name.replace("-", "");
    return SourceVersion.isKeyword(joined) ? joined + "scheme" : joined;
  }

  /** Files of the project, by their paths in the folder. */
  Map<String, String> files() {
    String source = filled("src/main/java/@FOLDER@/@CLASS@.java");
    String test = filled("src/test/java/@FOLDER@/@CLASS@Test.java");
    var files = new LinkedHashMap<String, String>();
    files.put("README.md", template("README.md.txt"));
    files.put("scenario.yaml", template("scenario.yaml.txt"));
    files.put(source, template(SCHEME));
    files.put("src/main/resources/META-INF/services/dev.inflight.cc.Scheme", template("service.txt"));
    files.put(test, template(TEST));
    files.put("pom.xml", template("pom.xml.txt"));
    return files;
  }

  private String template(String file) {
    return filled(text(file));
  }

  private static String text(String file) {
    try (InputStream in = SchemeProject.class.getResourceAsStream(TEMPLATES + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
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
   * Writes the folder, which must not exist.
   *
   * @param place place of the folder's name on the command line
   */
  public void write(Path folder, SourceLocation place) {
    Map<String, String> files = files();
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException there) {
      throw place.error(Quoted.shortened(folder.toString()) + " exists already; give another folder with --out");
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
