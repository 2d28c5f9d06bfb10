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
import java.lang.classfile.instruction.NewObjectInstruction;
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
  private static final Set<String> HOT = Set.of(
      "telemetry.AuthorsFormat", "telemetry.BigEndian", "telemetry.CsigFormat", "telemetry.CsigInNetwork",
      "telemetry.CsigLocator", "telemetry.CsigRanges", "telemetry.CsigSignal", "telemetry.CsigStamper", "telemetry.CsigSteps",
      "telemetry.CsigTag", "telemetry.CsigWideFormat", "telemetry.DomainFormat", "telemetry.DraftFormat", "telemetry.Hops",
      "telemetry.IfaBlock", "telemetry.IfaFormat", "telemetry.IfaHeader", "telemetry.IntFormat", "telemetry.IntHeader",
      "telemetry.IntReader", "telemetry.IntStamper", "telemetry.IoamFormat", "telemetry.IoamInNetwork",
      "telemetry.IoamIncrementalFormat", "telemetry.IoamLayout", "telemetry.IoamNodeWriter", "telemetry.IoamNodes",
      "telemetry.IoamOption", "telemetry.IoamStamper", "telemetry.IoamTimestampFormat", "telemetry.IoamTrace",
      "telemetry.IoamTraceType", "telemetry.LinkRates", "telemetry.NativeFormat", "telemetry.NativeRecord",
      "telemetry.PintCodes", "telemetry.PintFormat", "telemetry.PintInNetwork", "telemetry.PintStamper",
      "telemetry.RateCodes", "telemetry.Reflection", "telemetry.Replays", "telemetry.ReportSeal", "telemetry.SipHash",
      "telemetry.Snapshot", "telemetry.UtilisationMeter",
      "cc.InflightMeter", "cc.Hpcc", "cc.HpccAuthors", "net.Packet", "net.PacketPool", "net.EgressPort", "net.SwitchPort",
      "net.Nic", "net.NicSlot", "net.FlowScheduler", "net.RoundRobin", "net.Engine", "net.EngineScheduler", "net.Sender",
      "net.DataPackets",
      "net.RetransmitTimer", "net.Receiver", "net.Host", "net.Switch",
      "net.PauseMeter", "net.Clock", "net.Framing", "net.SplitMix", "net.SharedBuffer", "net.ArrivalCheck", "net.QueueWatch",
      "net.EgressThreshold", "net.GoBackResend", "net.InOrderReassembly", "net.SelectiveReassembly", "net.SelectiveResend",
      "net.SentPackets", "net.SendingTime", "net.MemoryRegion", "net.ReportReader", "net.frame.Aeth", "net.frame.Arrival",
      "net.frame.BigEndian", "net.frame.Bth",
      "net.frame.Ethernet",
      "net.frame.FrameAddresses",
      "net.frame.FrameCheck", "net.frame.FrameDecoder", "net.frame.FrameEncoder", "net.frame.FrameParser",
      "net.frame.FrameTransit", "net.frame.FrameView", "net.frame.Icrc", "net.frame.InternetChecksum", "net.frame.Ipv4",
      "net.frame.Ipv6", "net.frame.Markers", "net.frame.Messages", "net.frame.Opcode", "net.frame.Pfc", "net.frame.QueuePairs",
      "net.frame.Reth", "net.frame.TransportParser", "net.frame.Udp",
      "sim.VirtualLoop", "sim.FarEvents", "sim.Cable", "sim.Fingerprint");
  private static final Set<String> FOR_PEOPLE = Set.of("describe", "toString");
  private static final String FIELD = "dev/inflight/telemetry/Description$Field";
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
          method.code().filter(code -> !isForPeople(method, code))
              .ifPresent(code -> violations.addAll(violations(place, code)));
        }
      }
    }
    assertThat(seen).isEqualTo(HOT);
    assertThat(violations).isEmpty();
  }

  /** What describes a header: a field's value is an object, and only people look at it. */
  private static boolean isForPeople(MethodModel method, CodeModel code) {
    return FOR_PEOPLE.contains(method.methodName().stringValue()) || code.elementStream()
        .anyMatch(element -> element instanceof NewObjectInstruction made && made.className().asInternalName().equals(FIELD));
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
