package dev.inflight.web.build;

import org.teavm.vm.spi.TeaVMHost;
import org.teavm.vm.spi.TeaVMPlugin;

/** This module's extension of TeaVM. */
public final class LibraryPlugin implements TeaVMPlugin {
  @Override
  public void install(TeaVMHost host) {
    host.add(new LibraryTransformer());
  }
}
