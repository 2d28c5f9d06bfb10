package dev.inflight.live.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaMachineTest {
  @Test
  void ignoresJavaOptionsOfTheEnvironment() throws Exception {
    var process = new ProcessBuilder(JavaMachine.program().toString(), "-XX:+UseSerialGC", "-cp",
        JavaMachine.classPath(JavaMachine.classes()), Saying.class.getName()).redirectErrorStream(true);
    process.environment().putAll(Map.of("JAVA_TOOL_OPTIONS", "-Da=1", "JDK_JAVA_OPTIONS", "-Db=1", "_JAVA_OPTIONS", "-Dc=1"));
    Process started = JavaMachine.alone(process).start();
    assertThat(new String(started.getInputStream().readAllBytes())).isEqualTo("said\n");
    assertThat(started.waitFor()).isZero();
  }

  /** Program in the other JVM. */
  public static final class Saying {
    private Saying() {
    }

    public static void main(String[] arguments) {
      System.out.println("said");
    }
  }
}
