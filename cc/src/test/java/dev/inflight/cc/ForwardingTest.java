package dev.inflight.cc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forwarding classes override all methods with a default, because a default would hide the delegate's method. */
class ForwardingTest {
  @Test
  void everyCallIsForwarded() {
    List<String> asked = signatures(CongestionControl.class);
    assertThat(asked).hasSizeGreaterThan(10);
    assertThat(signatures(ForwardingControl.class)).containsAll(asked);
  }

  @Test
  void everySchemePropertyIsForwarded() {
    List<String> asked = signatures(Scheme.class).stream().filter(one -> !one.startsWith("start[")).toList();
    assertThat(asked).hasSizeGreaterThan(10);
    assertThat(signatures(ForwardingScheme.class)).containsAll(asked);
  }

  private static List<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods()).filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> Modifier.isPublic(method.getModifiers())).map(ForwardingTest::signature).toList();
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
