package dev.inflight.lab.explain.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Scheme;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Wrapper of a scheme that makes the controls of its flows watchable. */
public final class WatchedScheme {
  private WatchedScheme() {
  }

  /** Returns a scheme that behaves the same, with {@link WatchedControl}s as its flows' controls. */
  public static Scheme around(Scheme scheme) {
    InvocationHandler handler = (_, method, arguments) -> {
      try {
        Object result = method.invoke(scheme, arguments);
        return method.getName().equals("start") && result instanceof CongestionControl flow ? new WatchedControl(flow) : result;
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    };
    return (Scheme) Proxy.newProxyInstance(Scheme.class.getClassLoader(), new Class<?>[] {Scheme.class}, handler);
  }
}
