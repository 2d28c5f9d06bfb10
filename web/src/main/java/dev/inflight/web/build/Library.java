package dev.inflight.web.build;

import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/**
 * Policy by which classes missing in TeaVM's library come from {@code dev.inflight.web.library}, in which their names start
 * with a T.
 */
public final class Library extends SimpleSubstitutionPolicy {
  @Override
  public void contribute(SubstitutionSink sink) {
    for (String name : LibraryNames.CLASSES) {
      sink.selectClasses(named(name)).packagePrefix(LibraryNames.PACKAGE).simpleNamePrefix("T");
    }
  }
}
