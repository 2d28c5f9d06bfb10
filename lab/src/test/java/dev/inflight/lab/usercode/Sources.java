package dev.inflight.lab.usercode;

import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Sources of extensions for tests. */
final class Sources {
  private static final String SCHEME = """
      import dev.inflight.cc.CongestionControl;
      import dev.inflight.cc.Feedback;
      import dev.inflight.cc.PathFacts;
      import dev.inflight.cc.Scheme;
      import dev.inflight.cc.Signal;
      import java.util.Set;

      /**
       * A window of so many products.
       *
       * @param bdps the window as a multiple of line rate times base RTT, above 0 to 100
       */
      public record Mine(double bdps) implements Scheme {
        public static final Mine DEFAULT = new Mine(%s);

        public Mine {
          if (!(bdps > 0 && bdps <= 100)) {
            throw new IllegalArgumentException("bdps " + bdps + " is outside 0 to 100");
          }
        }

        @Override
        public String name() {
          return "mine";
        }

        @Override
        public Set<Signal> signals() {
          return Set.of();
        }

        @Override
        public CongestionControl start(PathFacts path) {
          return new Flow(path, bdps);
        }

        private record Flow(PathFacts path, double bdps) implements CongestionControl {
          @Override
          public boolean onAck(Feedback ack) {
            return true;
          }

          @Override
          public long windowBytes() {
            return (long) (path.bdpBytes() * bdps);
          }

          @Override
          public long paceBitsPerSec() {
            return path.lineRateBitsPerSec();
          }
        }
      }
      """;

  private Sources() {
  }

  /** Returns a scheme {@code mine} with a window of {@code bdps} bandwidth-delay products. */
  static String mine(String bdps) {
    return SCHEME.formatted(bdps);
  }

  /** Returns the scheme with other text in one place. */
  static String mine(String from, String to) {
    String source = mine("0.5");
    if (!source.contains(from)) {
      throw new IllegalArgumentException(from);
    }
    return source.replace(from, to);
  }

  /** Writes a file. */
  static Path write(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** A jar of a source, compiled, with the source and these services. */
  static Path jar(Path folder, String name, Path source, Map<String, String> services) throws IOException {
    CodeFiles compiled = CodeFiles.of(CodeBytes.read(source, SourceLocation.of(source)), SourceLocation.of(source));
    var files = new LinkedHashMap<>(compiled.files());
    files.put(String.valueOf(source.getFileName()), Files.readAllBytes(source));
    services.forEach((service, text) -> files.put("META-INF/services/" + service, text.getBytes(StandardCharsets.UTF_8)));
    Path jar = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return jar;
  }
}
