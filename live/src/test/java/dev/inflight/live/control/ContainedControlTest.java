package dev.inflight.live.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions of a scheme are contained, for every method that throws. */
class ContainedControlTest {
  private static final PathFacts PATH = PathFacts.of(1_000_000_000L, 200_000_000, 1024);

  /** All methods except the one that returns a copy to run ahead of the flow: a delegating control has none. */
  static Stream<Method> methods() {
    return Arrays.stream(CongestionControl.class.getMethods()).filter(method -> !method.getName().equals("ahead"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void containsEachMethod(Method method) throws ReflectiveOperationException {
    var failures = new ArrayList<Throwable>();
    var error = new AssertionError("on purpose");
    var throwing = (CongestionControl) Proxy.newProxyInstance(CongestionControl.class.getClassLoader(),
        new Class<?>[] {CongestionControl.class}, (_, _, _) -> {
          throw error;
        });
    var control = ContainedControl.start(_ -> throwing, PATH, failures::add);
    Object[] arguments = Arrays.stream(method.getParameterTypes()).map(ContainedControlTest::argument).toArray();
    method.invoke(control, arguments);
    assertThat(failures).containsExactly(error);
    assertThat(control.windowBytes()).isEqualTo(PATH.payloadBytes());
    assertThat(failures).hasSize(1);
  }

  private static Object argument(Class<?> type) {
    if (type == Feedback.class) {
      return new Feedback();
    }
    return type == double.class ? (Object) 1.0 : type == int.class ? (Object) 0 : (Object) 1L;
  }
}
