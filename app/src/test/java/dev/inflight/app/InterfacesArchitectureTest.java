package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * An interface is there for several implementations, for lambdas, or to turn the direction of a dependency: between packages, or, nested in a
 * class, between that class and the one that it calls back.
 */
class InterfacesArchitectureTest {
  @Test
  void noInterfaceHasItsOnlyImplementationInItsPackage() {
    List<String> idle = ArchitectureTestClasses.ALL.stream()
        .filter(type -> type.isInterface() && !type.isAnnotation() && !type.isNestedClass())
        .filter(type -> abstractMethods(type) > 1).filter(type -> {
          Set<JavaClass> types = type.getAllSubclasses().stream().filter(one -> !one.isInterface()).collect(Collectors.toSet());
          return types.size() == 1 && types.iterator().next().getPackageName().equals(type.getPackageName());
        }).map(JavaClass::getName).toList();
    assertThat(idle).isEmpty();
  }

  @Test
  void seesImplementations() {
    assertThat(ArchitectureTestClasses.ALL.get("dev.inflight.sim.parts.Work").getAllSubclasses()).hasSize(1);
  }

  private static long abstractMethods(JavaClass type) {
    return type.getMethods().stream().map(JavaMethod::getModifiers).filter(all -> all.contains(JavaModifier.ABSTRACT)).count();
  }
}
