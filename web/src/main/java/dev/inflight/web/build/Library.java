package dev.inflight.web.build;

import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Has classes of Java's library that TeaVM's lacks taken from {@code dev.inflight.web.library}, where their names have a T in front. */
public final class Library extends SimpleSubstitutionPolicy {
  @Override
  public void contribute(SubstitutionSink sink) {
    for (String name : LibraryNames.CLASSES) {
      sink.selectClasses(named(name)).packagePrefix(LibraryNames.PACKAGE).simpleNamePrefix("T");
    }
  }
}
