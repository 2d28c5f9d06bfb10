package dev.inflight.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.inflight.app.ArchitectureTestClasses.ALL;
import static dev.inflight.app.ArchitectureTestClasses.CC;
import static dev.inflight.app.ArchitectureTestClasses.LAB;
import static dev.inflight.app.ArchitectureTestClasses.LIVE;
import static dev.inflight.app.ArchitectureTestClasses.REPRODUCTION;
import static dev.inflight.app.ArchitectureTestClasses.LIVE_TOOLS;
import static dev.inflight.app.ArchitectureTestClasses.PROGRAM;
import static dev.inflight.app.ArchitectureTestClasses.NET;
import static dev.inflight.app.ArchitectureTestClasses.PLOT;
import static dev.inflight.app.ArchitectureTestClasses.SIM;
import static dev.inflight.app.ArchitectureTestClasses.TELEMETRY;
import static dev.inflight.app.ArchitectureTestClasses.WIRE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Permitted and forbidden dependencies. The numbers are those of the invariants in ARCHITECTURE.md. */
class ArchitectureTest {
  private static final DescribedPredicate<JavaClass> ANYONE = DescribedPredicate.alwaysTrue();
  private static final DescribedPredicate<JavaClass> OURS = resideInAnyPackage("dev.inflight..");
  private static final DescribedPredicate<JavaClass> SIMULATOR = resideInAnyPackage(TELEMETRY, CC, WIRE, NET, SIM);
  private static final DescribedPredicate<JavaClass> ALL_BUT_PROGRAM = not(resideInAnyPackage(PROGRAM));
  private static final String[] FIGURES = {"dev.inflight.reproduction.figure", "dev.inflight.plot"};
  private static final DescribedPredicate<JavaClass> PRIMITIVE = describe("primitive",
      type -> type.getBaseComponentType().isPrimitive());

  private static final String FILES = "java\\.io\\.(?!Serializable|UncheckedIOException|IOException).*|java\\.nio\\.file\\..*"
      + "|java\\.nio\\.channels\\.FileChannel|java\\.lang\\.Process.*";
  private static final String SOCKETS = "java\\.net\\.(?!URI|URLDecoder|URLEncoder).*|javax\\.net\\..*"
      + "|java\\.nio\\.channels\\.(?!FileChannel|FileLock|OverlappingFileLock|Channels$|WritableByteChannel$).*";
  private static final String LOGGERS = "java\\.util\\.logging\\..*|java\\.lang\\.System\\$Logger.*";
  private static final String THREADS = "java\\.util\\.concurrent\\..*|java\\.util\\.Timer.*"
      + "|java\\.lang\\.(Runtime|.*Thread.*|ScopedValue.*)";
  private static final String CALENDARS = "java\\.time\\..*|java\\.util\\.(Date|.*Calendar|TimeZone)";
  private static final String RANDOMNESS = "java\\.util\\.(Random|SplittableRandom|UUID)|.*\\.(ThreadLocalRandom|SecureRandom)";

  private static final String SYSTEM_BUT_ARRAYCOPY = "java\\.lang\\.System\\.(?!arraycopy).*";
  private static final String CONSOLE = "java\\.lang\\.System\\.(in|out|err|console|setOut|setErr)|.*\\.printStackTrace";
  private static final String WALL_CLOCK = "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)|java\\.util\\.Date\\.<init>"
      + "|java\\.time\\..*\\.(now|system.*|tick.*)";
  private static final String AMBIENT = "java\\.lang\\.(Math|StrictMath)\\.random|java\\.util\\.Collections\\.shuffle"
      + "|java\\.lang\\.System\\.identityHashCode|java\\.util\\.random\\.RandomGenerator(Factory)?\\.getDefault"
      + "|java\\.util\\.random\\.RandomGenerator\\.of";
  private static final String INEXACT_MATH = "java\\.lang\\.Math\\."
      + "(pow|exp|expm1|log|log10|log1p|cbrt|hypot|a?(sin|cos|tan)h?|atan2)";

  private static final ArchRule NO_CIRCLE = slices().matching("dev.inflight.(**)").should().beFreeOfCycles();

  @Test
  void checksAllModules() {
    for (String module : List.of(TELEMETRY, CC, WIRE, NET, SIM, LIVE, PLOT, LAB, LIVE_TOOLS, REPRODUCTION)) {
      assertThat(ALL).as(module).anyMatch(resideInAnyPackage(module));
    }
  }

  @Test
  void modulesDependInOneDirection() {
    check(noDependency(resideInAnyPackage(TELEMETRY), not(resideInAnyPackage(TELEMETRY)).and(OURS)),
        noDependency(resideInAnyPackage(CC), not(resideInAnyPackage(TELEMETRY, CC)).and(OURS)),
        noDependency(resideInAnyPackage(WIRE), not(resideInAnyPackage(TELEMETRY, WIRE)).and(OURS)),
        noDependency(resideInAnyPackage(NET), not(resideInAnyPackage(TELEMETRY, CC, WIRE, NET)).and(OURS)),
        noDependency(resideInAnyPackage(SIM), resideInAnyPackage(LIVE).or(resideInAnyPackage(PROGRAM))),
        noDependency(resideInAnyPackage(LIVE), resideInAnyPackage(SIM).or(resideInAnyPackage(PROGRAM))),
        noDependency(resideInAnyPackage(PLOT), not(resideInAnyPackage(PLOT)).and(OURS)),
        noDependency(resideInAnyPackage(LAB), resideInAnyPackage(LIVE, LIVE_TOOLS, REPRODUCTION)),
        noDependency(resideInAnyPackage(LIVE_TOOLS), resideInAnyPackage(REPRODUCTION)),
        noDependency(resideInAnyPackage(REPRODUCTION), resideInAnyPackage(LIVE, LIVE_TOOLS)));
  }

  @Test
  void packagesHaveNoCycles() {
    check(NO_CIRCLE);
  }

  /** The rule finds one that is there: in two packages of the tests. */
  @Test
  void findsCycles() {
    JavaClasses circle = new ClassFileImporter().importPackages("dev.inflight.app.circle");
    assertThat(NO_CIRCLE.evaluate(circle).getFailureReport().toString()).contains("Cycle detected", "Slice app.circle.one",
        "Slice app.circle.two");
  }

  @Test
  void onlyTheProgramUsesLibraries() {
    var allowed = resideInAnyPackage("dev.inflight..", "java..", "org.jspecify..").or(PRIMITIVE);
    check(classes().that(ALL_BUT_PROGRAM).should().onlyDependOnClassesThat(allowed));
  }

  @Test
  void invariant1_ccAndTelemetryOnlyCompute() {
    var ccAndTelemetry = resideInAnyPackage(TELEMETRY, CC);
    var computing = resideInAnyPackage("java.lang", "java.lang.invoke", "java.lang.runtime", "java.util", "java.util.function",
        "java.util.stream", "org.jspecify.annotations").or(named("java\\.nio\\.ByteOrder")).or(PRIMITIVE);
    var ambient = named(String.join("|", FILES, LOGGERS, THREADS, CALENDARS, RANDOMNESS,
        "java\\.util\\.(Scanner|ServiceLoader|Formatter)|java\\.lang\\.Module.*"));
    check(classes().that(ccAndTelemetry).should().onlyDependOnClassesThat(ccAndTelemetry.or(computing)),
        noDependency(ccAndTelemetry, ambient), noAccess(ccAndTelemetry, SYSTEM_BUT_ARRAYCOPY));
  }

  @Test
  void invariant2_onlyTheProgramOpensFilesAndPrints() {
    check(noDependency(ALL_BUT_PROGRAM, named(FILES)), noDependency(ANYONE, named(LOGGERS)), noAccess(ALL_BUT_PROGRAM, CONSOLE));
  }

  @Test
  void invariant2_onlyLiveAndTheServerOfRunsOpenSockets() {
    check(noDependency(not(resideInAnyPackage(LIVE, "dev.inflight.lab.serve")), named(SOCKETS)));
  }

  @Test
  void invariant2_simulatorReadsNoClockAndNoEnvironmentAndStartsThreadsInOnePackage() {
    check(noDependency(SIMULATOR, named(CALENDARS)),
        noDependency(SIMULATOR.and(not(resideInAnyPackage("dev.inflight.sim.parts"))), named(THREADS)),
        noAccess(SIMULATOR, SYSTEM_BUT_ARRAYCOPY));
  }

  @Test
  void invariant2_simulatorCallsCInOnePackage() {
    check(noDependency(SIMULATOR.and(not(resideInAnyPackage("dev.inflight.sim.mpi"))), named("java\\.lang\\.foreign\\..*")));
  }

  /** Memory that is the kernel's too may be read and written by devices; what could end the process is in one room. */
  @Test
  void invariant2_liveCallsCInOnePackage() {
    var elsewhere = resideInAnyPackage(LIVE).and(not(resideInAnyPackage("dev.inflight.live.os")));
    check(noDependency(elsewhere, named("java\\.lang\\.foreign\\.(?!Arena|MemorySegment|ValueLayout|SegmentAllocator).*")),
        noAccess(elsewhere, "java\\.lang\\.foreign\\.MemorySegment\\.(reinterpret|ofAddress)"));
  }

  @Test
  void invariant2_programReadsTheWallClockForProgressPatienceAndWallSecondsOnly() {
    check(noAccess(
        resideInAnyPackage(PROGRAM).and(not(named(".*\\.(Run|Processes|Sweep|Progress.*|Rehearsal|LiveDevices)(\\$.*)?"))),
        WALL_CLOCK));
  }

  @Test
  void invariant4_nothingIsRandomButTheSeedsOwnStreams() {
    var unguessable = resideInAnyPackage("dev.inflight.lab.serve").or(named("dev.inflight.live.Endpoint")); // a token, and numbers of connections
    check(noDependency(not(unguessable), named(RANDOMNESS)), noDependency(ANYONE, named("java\\.util\\.IdentityHashMap")), // its order is that of addresses
        noAccess(ANYONE, AMBIENT),
        noClasses().should()
            .accessTargetWhere(describe("a generator is made without a seed",
                access -> targetOf(access).equals("java.util.random.RandomGeneratorFactory.create")
                    && access instanceof JavaCall<?> call && call.getTarget().getRawParameterTypes().isEmpty())));
  }

  @Test
  void invariant4_arithmeticIsTheSameOnAnyMachine() { // StrictMath has these functions too
    check(noAccess(ANYONE, INEXACT_MATH));
  }

  @Test
  void invariant4_simulatorUsesNoParallelStreams() {
    check(noAccess(SIMULATOR, "java\\..*\\.(parallelStream|parallel)"));
  }

  @Test
  void invariant4_simulatorFormatsWithoutALocale() {
    check(noAccess(SIMULATOR, "java\\.lang\\.String\\.(format|formatted)|java\\.util\\.Formatter\\..*|java\\.text\\..*"));
  }

  @Test
  void invariant5_netAndSimNameNoScheme() {
    var scheme = resideInAnyPackage(CC).and(not(
        named(
            "dev\\.inflight\\.cc\\.(AtReceivers|CongestionControl|CreditGrants|Feedback|ForwardingControl|LinkChoice|MarkEcho|Pacing|PathFacts|Scheme|Signal)")));
    check(noDependency(resideInAnyPackage(NET), scheme),
        noDependency(resideInAnyPackage(SIM).and(not(named("dev\\.inflight\\.sim\\.setup\\.SetupBuilder"))), scheme)); // which holds a default
  }

  @Test
  void invariant5_noSchemeNamesATelemetryFormat() {
    check(
        noDependency(resideInAnyPackage(CC),
            resideInAnyPackage(TELEMETRY).and(not(named("dev\\.inflight\\.telemetry\\.(Hops|PathQuery|util\\..*)")))));
  }

  @Test
  void invariant5_netAndSimNameNoTelemetryFormat() {
    var format = describe("are telemetry formats",
        (JavaClass type) -> type.isAssignableTo(TelemetryFormat.class) && !type.isEquivalentTo(TelemetryFormat.class)
            || type.isEquivalentTo(Formats.class));
    var whoMay = named("dev\\.inflight\\.sim\\.setup\\.(SetupBuilder|Feature|Compatibility)"); // a default; which framing goes with which; which formats have a field
    check(noDependency(resideInAnyPackage(NET), format), noDependency(resideInAnyPackage(SIM).and(not(whoMay)), format));
  }

  @Test
  void invariant11_figuresAreFunctionsOfRunFolders() {
    var figures = resideInAnyPackage(FIGURES);
    var elsewhere = resideInAnyPackage(TELEMETRY, CC, WIRE, NET, SIM)
        .or(resideInAnyPackage(PROGRAM).and(not(figures)).and(not(resideInAnyPackage("dev.inflight.lab.statistics"))));
    check(noDependency(figures, elsewhere));
  }

  /**
   * Results are taken from values, as the process that writes them need not be the one that a port lives in. A capture is tapped off a cable
   * where that runs, and why flows stall is read off the fabric.
   */
  @Test
  void resultsUseOnlyValues() {
    var results = resideInAnyPackage("dev.inflight.lab.result..", "dev.inflight.lab.report..")
        .and(not(named(".*\\.(CaptureFiles|FrameFormats|StallText)(\\$.*)?")));
    var alive = resideInAnyPackage("dev.inflight.net.switching..", "dev.inflight.net.fabric..")
        .or(named("dev\\.inflight\\.(net\\.link\\.Port|sim\\.record\\.QueueMonitor)(\\$.*)?"));
    assertThat(ALL).anyMatch(results).anyMatch(alive);
    check(noDependency(results, alive));
  }

  @Test
  void noCodeUsesDeprecatedOrInternalTypes() {
    var forced = named("dev\\.inflight\\.lab\\.cli\\.author\\.FastOption\\$Attached"); // picocli hands arguments over in a stack
    check(noDependency(ANYONE.and(not(forced)),
        named("java\\.util\\.(Vector|Hashtable|Stack|Date|.*Calendar|Timer.*)|sun\\..*|jdk\\.internal\\..*")));
  }

  private static DescribedPredicate<JavaClass> named(String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return describe("are called " + pattern, type -> compiled.matcher(type.getName()).matches());
  }

  private static ArchRule noDependency(DescribedPredicate<JavaClass> of, DescribedPredicate<JavaClass> on) {
    return noClasses().that(of).should().dependOnClassesThat(on);
  }

  /** Rule that none of these classes calls or reads a member whose name, as {@code package.Class.member}, matches. */
  private static ArchRule noAccess(DescribedPredicate<JavaClass> by, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return noClasses().that(by).should()
        .accessTargetWhere(describe("the target is called " + pattern, access -> compiled.matcher(targetOf(access)).matches()));
  }

  private static String targetOf(JavaAccess<?> access) {
    return access.getTargetOwner().getName() + "." + access.getName();
  }

  private static void check(ArchRule... rules) {
    List<String> violations = Stream.of(rules).map(rule -> rule.allowEmptyShould(true).evaluate(ALL))
        .filter(EvaluationResult::hasViolation).map(result -> result.getFailureReport().toString()).toList();
    assertThat(violations).isEmpty();
  }
}
