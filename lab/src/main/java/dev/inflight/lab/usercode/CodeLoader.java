package dev.inflight.lab.usercode;

import dev.inflight.cc.Scheme;
import com.sun.management.ThreadMXBean;
import dev.inflight.lab.spec.CodeOrigin;
import dev.inflight.sim.control.AllocationMeter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads classes of one jar, file or folder from bytes in memory, so that they are the ones of the recorded SHA-256. */
final class CodeLoader extends ClassLoader implements CodeOrigin.Loader, AllocationMeter {
  /** Name of the loader in stack traces. */
  static final String NAME = "extension";

  private static final String CLASS = ".class";

  private final CodeOrigin origin;
  private final Map<String, byte[]> files;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Creates a loader with the program's loader as its parent.
   *
   * @param files bytes of classes and resources, by their paths in a jar
   */
  CodeLoader(CodeOrigin origin, Map<String, byte[]> files) {
    super(NAME, Scheme.class.getClassLoader());
    this.origin = origin;
    this.files = files;
  }

  /** Reports whether the program has a class of this name, which would hide another one. */
  static boolean isOfProgram(String name) {
    return Scheme.class.getClassLoader().getResource(name.replace('.', '/') + CLASS) != null;
  }

  @Override
  public CodeOrigin origin() {
    return origin;
  }

  @Override
  public long allocatedBytes() {
    return threads.getCurrentThreadAllocatedBytes();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = files.get(name.replace('.', '/') + CLASS);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes = files.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }
}
