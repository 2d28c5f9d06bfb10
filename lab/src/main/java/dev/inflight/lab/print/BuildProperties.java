package dev.inflight.lab.print;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** Resources that the build generates ({@code lab/src/build}): Javadoc texts and the commit. */
public final class BuildProperties {
  private static final String FOLDER = "/dev/inflight/lab/";

  private BuildProperties() {
  }

  /** Loads a resource by name. */
  public static Properties load(String resource) {
    var properties = new Properties();
    try (InputStream in = BuildProperties.class.getResourceAsStream(FOLDER + resource)) {
      if (in == null) {
        throw new IllegalStateException(
            "this build lacks the resource " + resource + ", which Maven makes: mvn -pl lab -am process-resources");
      }
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return properties;
  }
}
