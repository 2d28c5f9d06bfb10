package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Invariant 3: nothing static is mutable. A static field is final; its type is a value, or a class of the project whose fields are final
 * and such types in turn, or a collection's or another interface where the static initializer constructs nothing mutable.
 */
class StaticsArchitectureTest {
  private static final Set<String> VALUES = Set.of("java.lang.String", "java.lang.Long", "java.lang.Integer", "java.lang.Double",
      "java.lang.Boolean", "java.lang.Class", "java.lang.ScopedValue", "java.lang.invoke.VarHandle",
      "java.lang.invoke.MethodHandle", "java.math.BigDecimal", "java.math.BigInteger", "java.nio.charset.Charset",
      "java.nio.file.Path", "java.time.Duration", "java.util.Locale", "java.util.regex.Pattern",
      "java.util.random.RandomGeneratorFactory", "java.awt.Color", "java.awt.Font");
  private static final String COLLECTIONS = "java\\.util\\.(Collection|List|Set|Map|Sequenced(Collection|Set|Map))";
  private static final String MUTABLE = "java\\.util\\.(?!function|Optional|OptionalInt|OptionalLong|Locale|regex).*"
      + "|java\\.lang\\.(StringBuilder|StringBuffer|ThreadLocal)|java\\.io\\..*|java\\.text\\..*";
  private static final String MUTABLE_MADE_BY = "java\\.util\\.(Arrays\\.asList|stream\\.Collectors\\.to.*)";

  /**
   * Static fields that are mutable by type, private, and written to by no method after class initialization; with the reason to keep each.
   */
  private static final Map<String, String> EXPLAINED = Map.ofEntries( //
      Map.entry("net.link.FlowEnd.NO_PATH", "empty"), //
      Map.entry("net.link.Packet.NO_PATH", "empty"), //
      Map.entry("net.route.Routes.NONE", "empty"), //
      Map.entry("net.route.Routes.NO_PATH", "empty"), //
      Map.entry("net.route.RouteTable.NONE", "empty"), //
      Map.entry("net.route.Neighbors.NONE", "empty"), //
      Map.entry("sim.ranks.FlowsBetween.NO_PATH", "empty"), //
      Map.entry("sim.ranks.PacketForm.KINDS", "constants, read by index"), //
      Map.entry("sim.ranks.RankMessages.KINDS", "the same"), //
      Map.entry("net.route.ReferenceFlowOrder.BUCKETS", "constants, read by index"), //
      Map.entry("sim.random.Mrg32k3a.A1", "a matrix of the generator's definition; products are new arrays"), //
      Map.entry("sim.random.Mrg32k3a.A2", "the same"), //
      Map.entry("cc.hpcc.Reciprocals.entries", "filled by the constructor, read by index for each decision"), //
      Map.entry("telemetry.util.RateCodes.rateBitsPerSec", "filled by the constructor, read by index for each hop"), //
      Map.entry("lab.print.Humanize.TIMES", "names of units, read by index"), //
      Map.entry("lab.print.Humanize.SIZES", "the same"), //
      Map.entry("lab.print.Humanize.RATES", "the same"), //
      Map.entry("lab.print.Humanize.COUNTS", "the same"), //
      Map.entry("lab.read.Units.RATES", "an unmodifiable map in order of insertion"), //
      Map.entry("lab.read.Units.TIMES", "the same"), //
      Map.entry("lab.read.Units.SIZES", "the same"));

  private final Set<String> explainedSeen = new TreeSet<>();
  private final Map<JavaClass, String> known = new HashMap<>();
  private final Set<JavaClass> asked = new HashSet<>();

  @Test
  void invariant3_nothingStaticIsMutable() {
    var violations = new ArrayList<String>();
    for (JavaClass type : ArchitectureTestClasses.ALL) {
      for (JavaField field : type.getFields()) {
        if (isStatic(field)) {
          String why = whyMutable(field);
          if (why != null) {
            violations.add(field.getFullName() + " " + why);
          }
        }
      }
      if (type.getFields().stream().anyMatch(field -> isStatic(field) && !isValue(field.getRawType()) && !isExplained(field))) {
        violations.addAll(mutableInStaticInitializer(type));
      }
    }
    assertThat(violations).as("mutable statics").isEmpty();
    assertThat(explainedSeen).as("what is explained and still there").isEqualTo(EXPLAINED.keySet());
  }

  private static boolean isStatic(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC) && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
  }

  private static boolean isValue(JavaClass type) {
    return type.isPrimitive() || VALUES.contains(type.getName());
  }

  private String whyMutable(JavaField field) {
    if (!field.getModifiers().contains(JavaModifier.FINAL)) {
      return "is not final";
    }
    JavaClass type = field.getRawType();
    if (type.isArray()) {
      return isExplained(field) ? null : "is an array";
    }
    return whyMutable(type);
  }

  private boolean isExplained(JavaField field) {
    String name = field.getOwner().getName().replaceFirst("^dev\\.inflight\\.", "") + "." + field.getName();
    boolean explained = field.getModifiers().contains(JavaModifier.PRIVATE) && EXPLAINED.containsKey(name);
    if (explained) {
      explainedSeen.add(name);
    }
    return explained;
  }

  private String whyMutable(JavaClass type) {
    String name = type.getName();
    if (isValue(type) || name.matches(COLLECTIONS)) {
      return null;
    }
    if (type.isInterface()) {
      return name.matches("dev\\.inflight\\..*|java\\.util\\.function\\..*") ? null : "is a " + name;
    }
    if (!name.startsWith("dev.inflight.")) {
      return "is a " + name;
    }
    if (asked.add(type)) { // a type that contains itself adds nothing new
      known.put(type, whyFieldsMutable(type));
    }
    return known.get(type);
  }

  private String whyFieldsMutable(JavaClass type) {
    for (JavaField field : type.getAllFields()) {
      boolean ours = field.getOwner().getName().startsWith("dev.inflight.");
      if (ours && !field.getModifiers().contains(JavaModifier.STATIC) && !field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
        String why = whyMutable(field);
        if (why != null) {
          return "has " + field.getOwner().getSimpleName() + "." + field.getName() + ", which " + why;
        }
      }
    }
    return null;
  }

  private List<String> mutableInStaticInitializer(JavaClass type) {
    var violations = new ArrayList<String>();
    type.getStaticInitializer().ifPresent(initializer -> {
      for (JavaConstructorCall call : initializer.getConstructorCallsFromSelf()) {
        JavaClass made = call.getTargetOwner();
        String why = made.getName().matches(MUTABLE)
            ? "is mutable"
            : made.getName().startsWith("dev.inflight.") ? whyMutable(made) : null;
        if (why != null) {
          violations.add(call.getSourceCodeLocation() + " makes a " + made.getName() + ", which " + why);
        }
      }
      for (JavaMethodCall call : initializer.getMethodCallsFromSelf()) {
        String target = call.getTargetOwner().getName() + "." + call.getName();
        if (target.matches(MUTABLE_MADE_BY)) {
          violations.add(call.getSourceCodeLocation() + " calls " + target + ", which makes a mutable collection");
        }
      }
    });
    return violations;
  }
}
