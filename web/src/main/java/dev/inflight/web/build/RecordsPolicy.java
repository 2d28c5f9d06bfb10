package dev.inflight.web.build;

import java.util.List;
import org.teavm.extension.introspect.IntrospectClass;
import org.teavm.extension.introspect.IntrospectField;
import org.teavm.extension.introspect.IntrospectMember;
import org.teavm.extension.introspect.IntrospectMethod;
import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;

/** Policy that selects the classes of scenarios' specs for reflection: records, by their components and constructors. */
public final class RecordsPolicy extends SimpleReflectionPolicy {
  private static final List<String> PACKAGES = List.of("dev.inflight.cc.", "dev.inflight.net.", "dev.inflight.sim.",
      "dev.inflight.telemetry.", "dev.inflight.lab.files.", "dev.inflight.lab.graph.", "dev.inflight.lab.spec.");

  @Override
  protected void setup() {
    selectClasses(type -> type.isRecord() && PACKAGES.stream().anyMatch(type.name()::startsWith))
        .reflectableMembers(RecordsPolicy::isPart);
  }

  private static boolean isPart(IntrospectMember member) {
    if (member instanceof IntrospectMethod method) {
      return method.isConstructor() || method.parameters().isEmpty() && isComponent(method.declaringClass(), method.name());
    }
    return true;
  }

  private static boolean isComponent(IntrospectClass<?> type, String name) {
    return type.declaredFields().stream().map(IntrospectField::name).anyMatch(name::equals);
  }
}
