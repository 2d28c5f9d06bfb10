package dev.inflight.bench;

import com.sun.management.ThreadMXBean;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.control.AllocationMeter;
import dev.inflight.sim.loop.TieOrder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of a scheme from a jar, next to the same classes as a built-in scheme: HPCC in a fabric of 32 hosts, where an operation is 10 us of
 * simulated time. A scheme from a jar has another class loader, so that the simulator checks its results and the memory that it allocates.
 * {@code java -jar bench/target/benchmarks.jar ExtensionBenchmark} also prints packet-hops per second of processor time for each
 * iteration, because other programs affect it less than the elapsed time.
 */
public class ExtensionBenchmark extends SteadyBenchmark {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The origin of the scheme. */
  @Param({"built-in", "jar"})
  public String origin;

  private SteadyFabric fabric;
  private long hopsBefore;
  private long cpuBeforeNs;

  /** Loads HPCC's classes again, as those of an extension. */
  private static final class Loader extends ClassLoader implements AllocationMeter {
    private static final String PACKAGE = Hpcc.class.getPackageName() + ".";

    Loader() {
      super("extension", Scheme.class.getClassLoader());
    }

    @Override
    public long allocatedBytes() {
      return THREADS.getCurrentThreadAllocatedBytes();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  private Scheme scheme() throws ReflectiveOperationException {
    Scheme scheme = origin.equals("jar")
        ? (Scheme) new Loader().loadClass(Hpcc.class.getName()).getField("DEFAULT").get(null)
        : Hpcc.DEFAULT;
    if (origin.equals("jar") == scheme instanceof Hpcc) {
      throw new IllegalStateException(scheme.getClass() + " is not from " + origin);
    }
    return scheme;
  }

  /** Starts the flows and lets them settle. */
  @Setup
  public void settle() throws ReflectiveOperationException {
    Scheme scheme = scheme();
    fabric = new SteadyFabric(LeafSpine.DEFAULT, TieOrder.PORT, setup -> setup.scheme = scheme);
  }

  /** Begins to count packet-hops and processor time. */
  @Setup(Level.Iteration)
  public void begin() {
    hopsBefore = fabric.packetHops();
    cpuBeforeNs = THREADS.getCurrentThreadCpuTime();
  }

  /** Prints packet-hops per second of processor time. */
  @TearDown(Level.Iteration)
  public void report() {
    double seconds = (THREADS.getCurrentThreadCpuTime() - cpuBeforeNs) / 1e9;
    System.out.printf("%s: %.3f million packet-hops/s of processor time%n", origin,
        (fabric.packetHops() - hopsBefore) / seconds / 1e6);
  }

  /** Simulates one slice of time. */
  @Benchmark
  public void advance() {
    fabric.advance(SLICE_PS);
  }
}
