package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Invariant 10, as far as class files show it: classes that every packet passes through use no streams, box nothing and make no
 * capturing lambdas. Whole runs: {@code NoAllocationTest} of module bench.
 */
class HotPathArchitectureTest {
  private static final Set<String> HOT = Set.of("telemetry.Hops", "telemetry.NativeFormat", "telemetry.NativeRecord",
      "telemetry.AuthorsFormat",
      "cc.InflightMeter", "cc.Hpcc", "cc.HpccAuthors", "net.Packet", "net.PacketPool", "net.EgressPort", "net.SwitchPort",
      "net.Nic",
      "net.FlowScheduler", "net.Sender", "net.RetransmitTimer", "net.Receiver", "net.Host", "net.Switch", "net.PauseMeter",
      "net.Clock", "net.Framing", "net.SplitMix", "net.SharedBuffer", "net.ArrivalCheck", "net.QueueWatch",
      "sim.VirtualLoop",
      "sim.FarEvents", "sim.Cable", "sim.Fingerprint");
  private static final String BOXING = "java/lang/(Long|Integer|Double|Short|Byte|Character|Boolean)\\.valueOf";
  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

  @Test
  void invariant10_hotClassesUseNoStreamsBoxesOrCapturingLambdas() throws IOException {
    var violations = new ArrayList<String>();
    var seen = new HashSet<String>();
    for (JavaClass type : ArchitectureTestClasses.ALL) {
      String name = ArchitectureTestClasses.topLevelName(type).replaceFirst("^dev\\.inflight\\.", "");
      if (HOT.contains(name)) {
        seen.add(name);
        ClassModel model = read(type);
        for (MethodModel method : model.methods()) {
          String place = type.getName() + "." + method.methodName().stringValue();
          if (method.methodName().equalsString("describe")) {
            continue; // for people
          }
          method.code().ifPresent(code -> violations.addAll(violations(place, code)));
        }
      }
    }
    assertThat(seen).isEqualTo(HOT);
    assertThat(violations).isEmpty();
  }

  private static ClassModel read(JavaClass type) throws IOException {
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return ClassFile.of().parse(in.readAllBytes());
    }
  }

  private static List<String> violations(String place, CodeModel code) {
    var violations = new ArrayList<String>();
    for (CodeElement element : code) {
      if (element instanceof InvokeInstruction call) {
        String target = call.owner().asInternalName() + "." + call.name().stringValue();
        if (target.startsWith("java/util/stream/")
            || call.typeSymbol().returnType().descriptorString().contains("java/util/stream/")) {
          violations.add(place + " uses a stream: " + target);
        } else if (target.matches(BOXING)) {
          violations.add(place + " boxes: " + target);
        }
      } else if (element instanceof InvokeDynamicInstruction lambda && captures(lambda)) {
        violations.add(place + " makes a capturing lambda");
      }
    }
    return violations;
  }

  private static boolean captures(InvokeDynamicInstruction made) {
    return made.bootstrapMethod().owner().descriptorString().equals("L" + LAMBDAS + ";")
        && made.typeSymbol().parameterCount() > 0;
  }
}
