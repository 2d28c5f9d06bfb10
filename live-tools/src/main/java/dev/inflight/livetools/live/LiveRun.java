package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.livetools.live.machine.Ip;
import dev.inflight.livetools.live.machine.FabricNamespaces;
import dev.inflight.livetools.live.machine.FrameRoom;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.OsException;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Port;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Run of a scenario in real time, with real packets: each host and each switch has its own network namespace until the run ends.
 *
 * @param wanted kind of device; null: the best that this machine allows
 * @param whyNotXdp output: reasons why the device is not AF_XDP; empty at first
 */
public record LiveRun(Scenario scenario, @Nullable Path folder, boolean overwrite, boolean quiet, RunFolder.Opener opener,
    Device.@Nullable Kind wanted, Waiting waiting, PrintStream out, PrintStream err, List<String> whyNotXdp) {
  /** Same run with its results in another folder. */
  LiveRun into(Path other) {
    return new LiveRun(scenario, other, overwrite, quiet, opener, wanted, waiting, out, err, whyNotXdp);
  }

  /**
   * Rejects a scenario that cannot run live.
   *
   * @throws InputError with the unsupported feature
   */
  public FrameRules check() {
    if (folder != null) {
      Run.checkFolder(folder, overwrite);
    }
    return LiveChecks.check(scenario);
  }

  /**
   * Runs and returns the program's exit code.
   *
   * @throws InputError if this machine does not allow it
   */
  public int run() {
    FrameRules rules = check();
    Privileges.require();
    try {
      return run(rules);
    } catch (Ip.Failure | OsException refused) {
      throw SourceLocation.of("live").error("this machine does not allow it: " + refused.getMessage());
    }
  }

  private int run(FrameRules rules) {
    List<String> orphans = FabricNamespaces.removeOrphans();
    if (!orphans.isEmpty()) {
      err.println("inflight: removed " + orphans.size() + " namespaces that an earlier run has left");
    }
    int largest = LiveChecks.largestFrameBytes(scenario.setup());
    int chunkBytes = LiveChecks.chunkBytes(largest);
    var rehearsal = new Rehearsal(scenario.setup());
    try (var interruption = new Interruption();
        var namespaces = FabricNamespaces.make(scenario.setup().topology(), largest);
        var devices = new LiveDevices(scenario.setup().topology(), (port, memory) -> open(port, memory, namespaces), chunkBytes,
            0);
        var sleeper = new PollSleeper()) {
      FrameRoom.require(devices.frameBytes(_ -> true), SourceLocation.of(scenario.source()));
      rehearsal.virtual(rules, chunkBytes);
      if (!interruption.hasCome()) {
        rehearsal.real(world(rules, devices, sleeper));
        devices.awaitUp();
        devices.drain();
      }
      if (interruption.hasCome()) {
        return Run.INTERRUPTED; // before anything is written
      }
      return run(world(rules, devices, sleeper), interruption);
    }
  }

  private int run(LiveWorld world, Interruption interruption) {
    var one = Threads.one(scenario.setup());
    CaptureFiles none = CaptureFiles.of(List.of(), null, scenario.setup());
    Path to = folder != null ? folder : RunFolder.createNew(Run.RUNS, scenario.name());
    var options = new Run.Options(to, overwrite || folder == null, quiet, opener, none, one, () -> {
    }, Follower.NONE, world);
    int code = new Run(scenario, options, out, err).run(interruption);
    String said = LiveText.of(world);
    try {
      Files.writeString(to.resolve(RunFolder.LIVE), said);
    } catch (IOException failed) {
      throw new OutputError(to.resolve(RunFolder.LIVE), "write", failed);
    }
    if (!quiet) {
      out.print(said);
      out.flush();
    }
    err.print(LiveText.warning(world));
    err.flush();
    return code;
  }

  private LiveWorld world(FrameRules rules, LiveDevices devices, PollSleeper sleeper) {
    return new LiveWorld(scenario.setup().topology(), rules, new RealLoop(waiting, sleeper), devices);
  }

  private Device open(Port port, FrameMemory memory, FabricNamespaces namespaces) {
    return new PortOpener(wanted, whyNotXdp, err).open(namespaces.of(port.node()), FabricNamespaces.of(port), memory);
  }
}
