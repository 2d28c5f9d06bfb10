package dev.inflight.lab.spec;

import dev.inflight.lab.print.BuildProperties;
import java.lang.reflect.RecordComponent;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Meanings of records, their components and enum constants, from their Javadoc. The build collects them ({@code lab/src/build}),
 * so that the command line needs no second text. Those of {@link Extensions} are included.
 */
public final class Meanings {
  private static final String RESOURCE = "meanings.properties";

  private final Properties texts;

  private Meanings(Properties texts) {
    this.texts = texts;
  }

  /** Reads the meanings collected by the build. */
  public static Meanings load() {
    return new Meanings(BuildProperties.load(RESOURCE));
  }

  /** Returns the meaning of a record; null without Javadoc. */
  @Nullable
  public String of(Class<?> record) {
    return text(record.getName());
  }

  /** Returns the meaning of a record's component; null without Javadoc of it. */
  @Nullable
  public String of(RecordComponent component) {
    return text(component.getDeclaringRecord().getName() + "." + component.getName());
  }

  /** Returns the meaning of a constant; null without Javadoc. */
  @Nullable
  public String of(Enum<?> constant) {
    return text(constant.getDeclaringClass().getName() + "." + constant.name());
  }

  private @Nullable String text(String name) {
    String text = texts.getProperty(name, Extensions.current().meanings().get(name));
    return text == null || text.isEmpty() ? null : text;
  }
}
