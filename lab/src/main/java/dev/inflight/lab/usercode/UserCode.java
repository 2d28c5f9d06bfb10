package dev.inflight.lab.usercode;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.CodeOrigin;
import dev.inflight.lab.spec.Extensions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Loads extensions: users' records for scenarios. Code is loaded only if the user names it, because it has the user's rights. */
public final class UserCode {
  private static final String SERVICES = "META-INF/services/";

  private UserCode() {
  }

  /**
   * Loads the code that the command line names, and the code in the user's folder.
   *
   * @param folder user's folder of jars and source files to load; it need not exist
   * @param given jars, source files and folders of sources on the command line
   * @param option option that names them
   * @param allowsScenarios true if scenarios may name more code
   * @throws InputError if one of them cannot be loaded, or two choices have the same name
   */
  public static Extensions load(Path folder, List<Path> given, SourceLocation option, boolean allowsScenarios) {
    var loaded = new ConcurrentHashMap<CodeOrigin, Extensions>(); // a changed file is other code
    Extensions.More more = (path, sha256, place) -> {
      CodeBytes code = CodeBytes.read(path, place);
      if (sha256 != null) {
        code.require(sha256, place);
      }
      return loaded.computeIfAbsent(code.origin(), _ -> load(code, place));
    };
    var all = new Extensions(List.of(), Map.of(), allowsScenarios ? more : null);
    for (Path path : own(folder)) {
      SourceLocation place = SourceLocation.of(path);
      all = and(all, load(path, place), place);
    }
    for (Path path : given) {
      all = and(all, load(path, option), option);
    }
    return all;
  }

  private static Extensions and(Extensions all, Extensions more, SourceLocation place) {
    return place.check(() -> all.and(more));
  }

  /** Folder of the user's own extensions. */
  public static Path folder(Map<String, String> environment) {
    String config = environment.get("XDG_CONFIG_HOME");
    Path base = config != null && Path.of(config).isAbsolute() // the specification requires that relative paths are ignored
        ? Path.of(config)
        : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".config");
    return base.resolve("inflight").resolve("extensions");
  }

  /** Reports whether all commands load the code of this path without an option, because it is in the user's folder. */
  public static boolean isAlwaysLoaded(Path path, Map<String, String> environment) {
    return folder(environment).toAbsolutePath().normalize().equals(path.getParent());
  }

  private static List<Path> own(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(CodeBytes::isCode).filter(Files::isRegularFile).sorted().toList();
    } catch (IOException failed) {
      throw CodeBytes.unreadable("this folder", failed, SourceLocation.of(folder));
    } catch (UncheckedIOException failed) { // while it is being listed
      throw CodeBytes.unreadable("this folder", Objects.requireNonNull(failed.getCause()), SourceLocation.of(folder));
    }
  }

  /**
   * Loads one jar, source file or folder of sources.
   *
   * @param place place of its path
   * @throws InputError if the code cannot be loaded, or adds nothing
   */
  private static Extensions load(Path path, SourceLocation place) {
    return load(CodeBytes.read(path, place), place);
  }

  private static Extensions load(CodeBytes bytes, SourceLocation place) {
    CodeFiles code = CodeFiles.of(bytes, place);
    SourceLocation in = SourceLocation.of(bytes.path());
    var loader = new CodeLoader(code.origin(), code.files());
    for (String name : code.classNames()) {
      if (CodeLoader.isOfProgram(name)) {
        throw in.error("class " + name + " is one of the program's own; give it another name or package");
      }
    }
    try {
      List<Extensions.Added> added = code.isJar() ? provided(code, loader, in) : written(code, loader, in);
      return in.check(() -> Extensions.NONE.and(new Extensions(added, code.texts(), null)));
    } catch (LinkageError broken) {
      throw in.error("a class cannot be loaded: " + broken);
    } catch (RuntimeException thrown) {
      throw thrown instanceof InputError known ? known : UserFault.find(thrown).map(in::error).orElseThrow(() -> thrown);
    }
  }

  /**
   * Returns the providers that a jar declares for {@link java.util.ServiceLoader}; they need no constructor without parameters.
   */
  private static List<Extensions.Added> provided(CodeFiles code, CodeLoader loader, SourceLocation in) {
    var added = new ArrayList<Extensions.Added>();
    for (String file : code.files().keySet().stream().filter(name -> name.startsWith(SERVICES)).sorted().toList()) {
      String service = file.substring(SERVICES.length());
      if (service.isEmpty() || !service.startsWith("dev.inflight.")) {
        continue; // a provider of another program
      }
      Kind<?> kind = Kind.named(service, in);
      String text = new String(code.files().get(file), StandardCharsets.UTF_8);
      for (String line : text.lines().map(one -> one.replaceFirst("#.*", "").strip()).filter(one -> !one.isEmpty()).toList()) {
        Class<?> found = named(line, loader, in, file);
        if (!kind.open().isAssignableFrom(found)) {
          throw in.error(file + " names " + found.getName() + ", which does not implement " + kind.open().getSimpleName());
        }
        added.add(in.check(() -> kind.added(found, loader.origin())));
      }
    }
    if (added.isEmpty()) {
      throw in.error("this jar provides nothing: it lacks a file " + SERVICES
          + "dev.inflight.cc.Scheme (or of another interface: " + Kind.names() + ") with the name of a record");
    }
    return added;
  }

  private static Class<?> named(String name, CodeLoader loader, SourceLocation in, String file) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException missing) {
      throw in.error(file + " names the class " + Quoted.of(name) + ", which the jar does not hold");
    }
  }

  /** Public records of sources that implement one of the interfaces. */
  private static List<Extensions.Added> written(CodeFiles code, CodeLoader loader, SourceLocation in) {
    var added = new ArrayList<Extensions.Added>();
    var almost = new ArrayList<String>();
    for (String name : code.classNames()) {
      Class<?> found = named(name, loader, in, name);
      for (Kind<?> kind : Kind.all()) {
        if (kind.open().isAssignableFrom(found) && !found.isInterface()) {
          if (found.isRecord() && isPublic(found)) {
            added.add(in.check(() -> kind.added(found, loader.origin())));
          } else {
            almost.add(name + " implements " + kind.open().getSimpleName() + " and is no public record");
          }
        }
      }
    }
    if (added.isEmpty()) {
      throw in.error("there is no public record that implements one of " + Kind.names()
          + (almost.isEmpty() ? "" : "; " + String.join("; ", almost)));
    }
    return added;
  }

  private static boolean isPublic(Class<?> of) {
    for (Class<?> at = of; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers())) {
        return false;
      }
    }
    return true;
  }
}
