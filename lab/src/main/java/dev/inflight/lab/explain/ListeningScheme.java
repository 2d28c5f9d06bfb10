package dev.inflight.lab.explain;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.telemetry.PathQuery;
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
  static final class Heard implements CongestionControl {
    private final CongestionControl flow;
    final PathFacts path;
    @Nullable
    Consumer<Feedback> listener;

    Heard(CongestionControl flow, PathFacts path) {
      this.flow = flow;
      this.path = path;
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (listener != null) {
        listener.accept(ack);
      }
      return flow.onAck(ack);
    }

    @Override
    public void onTimeout(long nowPs) {
      flow.onTimeout(nowPs);
    }

    @Override
    public void onPathChange(double room, long nowPs) {
      flow.onPathChange(room, nowPs);
    }

    @Override
    public boolean onCnp(long nowPs) {
      return flow.onCnp(nowPs);
    }

    @Override
    public boolean onWindow(long windowBytes) {
      return flow.onWindow(windowBytes);
    }

    @Override
    public void restrict(long windowBytes) {
      flow.restrict(windowBytes);
    }

    @Override
    public int timers() {
      return flow.timers();
    }

    @Override
    public long timerPs(int timer) {
      return flow.timerPs(timer);
    }

    @Override
    public boolean onTimer(int timer, long nowPs) {
      return flow.onTimer(timer, nowPs);
    }

    @Override
    public PathQuery nextQuestion() {
      return flow.nextQuestion();
    }

    @Override
    public long windowBytes() {
      return flow.windowBytes();
    }

    @Override
    public long paceBitsPerSec() {
      return flow.paceBitsPerSec();
    }
  }
}
