package dev.inflight.lab.explain;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A scheme as it is, whose flows can be listened to. */
final class ListeningScheme {
  private ListeningScheme() {
  }

  /** The same scheme in all but that its flows are {@link Heard}. */
  static Scheme around(Scheme scheme) {
    InvocationHandler handler = (_, method, arguments) -> {
      try {
        Object result = method.invoke(scheme, arguments);
        return method.getName().equals("start") && arguments != null && result instanceof CongestionControl flow
            ? new Heard(flow, (PathFacts) arguments[0])
            : result;
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    };
    return (Scheme) Proxy.newProxyInstance(Scheme.class.getClassLoader(), new Class<?>[] {Scheme.class}, handler);
  }

  /** A flow's control, which somebody may listen to. */
  static final class Heard extends ForwardingControl {
    final PathFacts path;
    @Nullable
    Consumer<Feedback> listener;

    Heard(CongestionControl flow, PathFacts path) {
      super(flow);
      this.path = path;
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (listener != null) {
        listener.accept(ack);
      }
      return super.onAck(ack);
    }
  }
}
