package dev.inflight.app;

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
      "net.switching.stamp.TimedGate", "net.switching.stamp.StampTimes", "net.switching.stamp.QueueGate", "cc.WindowFlow",
      "cc.hpcc.WindowDivision", "cc.hpcc.Hpcc", "cc.hpcc.HpccAuthors", "cc.hpcc.InflightMeter", "lab.capture.TelemetryCodecs",
      "livetools.watch.Counts", "livetools.watch.FormatCounts", "livetools.watch.FrameCounts", "livetools.watch.LinkStats",
      "livetools.watch.WatchedLinks", "livetools.watch.TelemetryCollector", "livetools.watch.ValueHistogram",
      "livetools.watch.WatchedLink", "live.cable.Departures", "live.cable.ReceivedPauses", "live.device.FrameMemory",
      "live.device.FramePipe", "live.device.DiscardTaker", "live.device.InterfaceDevice", "live.device.MemoryDevice",
      "live.device.SendQueue", "live.device.ring.BlockRing", "live.device.ring.ListeningDevice", "live.device.ring.PacketRing",
      "live.device.ring.PacketSocket", "live.device.ring.RingDevice", "live.device.udp.Bytes", "live.device.udp.Headers",
      "live.device.udp.Inbox", "live.device.udp.Ipv4Headers", "live.device.udp.Ipv6Headers", "live.device.udp.UdpDevice",
      "live.device.xdp.XdpDevice", "live.device.xdp.XdpRing", "live.forward.ForwardingEnd", "live.forward.FrameHead",
      "live.forward.FrameReader", "live.forward.FrameWriter", "live.forward.KnownFlows", "live.loop.EventHeap",
      "live.loop.Lateness", "live.loop.RealLoop", "live.os.Libc", "live.os.Messages", "live.os.PollSleeper",
      "net.codec.frame.FlowLookup", "net.codec.frame.FrameAddresses", "net.codec.frame.FrameCheck", "net.codec.frame.FrameDraft",
      "net.codec.frame.Reflections", "net.codec.RoceCheck", "net.codec.RoceDecoder", "net.codec.RoceDraft",
      "net.codec.RoceEncoder", "net.codec.tcp.Segments", "net.codec.tcp.TcpDecoder", "net.codec.tcp.TcpEncoder",
      "net.codec.FrameDecoder", "net.codec.FrameEncoder", "net.codec.ArrivingFlow", "net.codec.MessageHeaders",
      "net.codec.PlainMessages", "net.codec.Psn", "net.endpoint.SendTimes", "net.event.SerializationTime", "net.event.Timer",
      "net.host.FlowExtensions", "net.host.Host", "net.host.PacedFlow", "net.host.Receiver", "net.host.ReportReader",
      "net.host.timer.RetransmitTimer", "net.host.BurstingSender", "net.host.SendStats", "net.host.Sender",
      "net.link.ArrivalFilter", "net.link.Framing", "net.link.Packet", "net.link.PacketNumbers", "net.link.PacketPool",
      "net.link.PauseStats", "net.link.Port", "net.nic.EngineScheduler", "net.nic.FlowScheduler", "net.nic.Nic",
      "net.nic.NicSlot", "net.nic.RoundRobin", "net.nic.SchedulingEngine", "net.link.Segmentation", "net.rdma.ArrivedHeaders",
      "net.rdma.memory.MemoryRegion", "net.rdma.memory.MemoryRegions", "net.rdma.MessageLog", "net.rdma.Responder",
      "net.route.Paths", "net.recovery.GoBackNReceiver", "net.recovery.GoBackNSender", "net.recovery.SelectiveRepeatReceiver",
      "net.recovery.SelectiveRepeatSender", "net.recovery.Selective", "net.recovery.memory.Transmissions", "net.paths.Spray",
      "net.recovery.TcpReceiver", "net.recovery.TcpSender", "net.recovery.memory.ByteRanges", "net.recovery.memory.SentPackets",
      "net.recovery.memory.RoundTripTimes", "net.switching.DynamicThreshold", "net.switching.LongQueues",
      "net.switching.SharedBuffer", "net.switching.Switch", "net.switching.SwitchPort", "net.switching.TrimmingAdmission",
      "net.switching.queue.QueueLoads", "net.switching.queue.StrictOverDeficit", "net.switching.scope.QueueStamper",
      "net.validation.ClaimCheck", "net.validation.GuardedControl", "net.validation.OwnPace", "net.validation.QueueClaims",
      "sim.loop.Cable", "sim.loop.FarEvents", "sim.loop.Fingerprint", "sim.loop.LookAhead", "sim.loop.VirtualLoop",
      "sim.loop.Wheel", "sim.mpi.Exchange", "sim.mpi.MpiCalls", "sim.mpi.MpiWait", "telemetry.Hops", "telemetry.LinkRates",
      "telemetry.PortSnapshot", "telemetry.format.csig.CsigFormat", "telemetry.format.csig.CsigCodec",
      "telemetry.format.csig.CsigLocator", "telemetry.format.csig.CsigRanges", "telemetry.format.csig.CsigSignal",
      "telemetry.format.csig.CsigStamper", "telemetry.format.csig.CsigSteps", "telemetry.format.csig.CsigTag",
      "telemetry.format.csig.CsigWideFormat", "telemetry.format.hpcc.AuthorsFormat", "telemetry.format.hpcc.DraftFormat",
      "telemetry.format.hpcc.NativeFormat", "telemetry.format.hpcc.NativeRecord", "telemetry.format.ifa.IfaBlock",
      "telemetry.format.ifa.IfaFormat", "telemetry.format.ifa.IfaHeader", "telemetry.format.ioam.IoamFormat",
      "telemetry.format.ioam.IoamCodec", "telemetry.format.ioam.IoamIncrementalFormat", "telemetry.format.ioam.IoamLayout",
      "telemetry.format.ioam.IoamLinux", "telemetry.format.ioam.IoamNodeWriter", "telemetry.format.ioam.IoamNodes",
      "telemetry.format.ioam.IoamOption", "telemetry.format.ioam.IoamStamper", "telemetry.format.ioam.IoamTimestampFormat",
      "telemetry.format.ioam.IoamTrace", "telemetry.format.ioam.IoamTraceType", "telemetry.format.p4int.IntBorder",
      "telemetry.format.p4int.IntFormat", "telemetry.format.p4int.IntHeader", "telemetry.format.p4int.IntReader",
      "telemetry.format.p4int.IntStamper", "telemetry.format.pint.PintCodes", "telemetry.format.busiest.BusiestFormat",
      "telemetry.format.busiest.BusiestCodec", "telemetry.format.busiest.BusiestRecord",
      "telemetry.format.busiest.BusiestStamper", "telemetry.util.PortInflightMeter", "telemetry.format.pint.PintFormat",
      "telemetry.format.pint.PintCodec", "telemetry.format.pint.PintStamper", "telemetry.report.LinkReport",
      "telemetry.report.Reflection", "telemetry.report.ReportKeys", "telemetry.report.ReplayWindow", "telemetry.report.ReportMac",
      "telemetry.report.SipHash", "telemetry.util.BigEndian", "telemetry.NetworkCodec", "telemetry.util.RateCodes",
      "telemetry.util.SplitMix", "telemetry.util.UtilizationMeter", "wire.frame.FrameForwarder", "wire.frame.FrameParser",
      "wire.frame.FrameRewriter", "wire.frame.FrameView", "wire.frame.TelemetryHeaders", "wire.frame.TelemetryMarkers",
      "wire.frame.TransportParser", "wire.header.Aeth", "wire.header.ArrivedPsn", "wire.header.Bth", "wire.header.Ethernet",
      "wire.header.Icrc", "wire.header.InternetChecksum", "wire.header.Ipv4", "wire.header.Ipv6", "wire.header.Opcode",
      "wire.header.Pfc", "wire.header.Reth", "wire.header.Udp", "wire.header.tcp.TcpHeader", "wire.header.tcp.TcpOptions",
      "wire.header.tcp.TcpProbe", "wire.header.tcpint.TcpIntEcho", "wire.header.tcpint.TcpIntLoad",
      "wire.header.tcpint.TcpIntOption", "wire.header.tcpint.TcpIntPort");
  private static final Set<String> FOR_PEOPLE = Set.of("describe", "toString");
  private static final String FIELD = "dev/inflight/telemetry/DecodedHeader$Field";
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
          method.code().filter(code -> !isForPeople(method, code)).ifPresent(code -> violations.addAll(violations(place, code)));
        }
      }
    }
    assertThat(seen).isEqualTo(HOT);
    assertThat(violations).isEmpty();
  }

  /** Reports whether a method describes a header: a field's value is an object there, and only printed output uses it. */
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
