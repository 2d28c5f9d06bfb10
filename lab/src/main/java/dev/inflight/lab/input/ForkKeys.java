package dev.inflight.lab.input;

import static dev.inflight.lab.input.ForkKey.honored;
import static dev.inflight.lab.input.ForkKey.ignored;
import static dev.inflight.lab.input.ForkKey.ofScheme;
import static dev.inflight.lab.input.ForkKey.only;
import static dev.inflight.lab.input.ForkKey.refused;

import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;

/** Keys of simulators related to the HPCC authors', by name. The documentation repeats this table. */
public final class ForkKeys {
  static final String FLOW_FILE_NAME = "FLOW_FILE_NAME";
  static final String FLOWGEN_START = "FLOWGEN_START_TIME";
  static final String FLOWGEN_STOP = "FLOWGEN_STOP_TIME";
  static final String RANDOM_SEED = "RANDOM_SEED";
  static final String KMIN = "KMIN";
  static final String KMAX = "KMAX";
  static final String PMAX = "PMAX";
  static final String TCP_FLOW_FILE = "TCP_FLOW_FILE";

  private static final String RDMA = "ns3-rdma";
  private static final String CONWEAVE = "ConWeave";
  static final String SIMAI = "SimAI";
  static final String ASTRA = "astra-sim";
  private static final String HAWKEYE = "Hawkeye";
  private static final String PYRRHA = "Pyrrha";
  private static final String INTCC = "intcc";
  private static final String LIBRA = "LIBRA";
  private static final String SRNIC = "SRNIC";
  private static final String PARALEON = "Paraleon";
  private static final String HAWKEYE_SIM = "Hawkeye-sim";
  static final String RDI = "ns3-hpcc RDI";
  private static final String PB_FS = "ns3-PB-FS";
  private static final String RAND_OFFSET = "HPCC rand_offset";
  private static final String OCS = "ocs-mprdma";
  private static final String SIMPLE = "HPCC simple.cc";

  private static final String OUTPUT = "output goes to the run's folder; `series`, `sample` and `--pcap` add files";
  private static final String GENERATOR = "traffic comes from FLOW_FILE";
  private static final String IRN = "its IRN is not supported; closest is --set recovery=irn --set framing=rocev2; with CC_MODE"
      + " 3, add --set scheme=hpcc --set telemetry=native";
  private static final String DIAGNOSIS = "its diagnosis of anomalies is not simulated";

  /** Programs that may have flow files with other columns than the authors'. */
  static final Set<String> OTHER_FLOW_COLUMNS = Set.of(RDMA, CONWEAVE, PYRRHA, SIMPLE);

  /** Keys by name, in the order of the documentation. */
  static final SequencedMap<String, ForkKey> ALL = all();

  private ForkKeys() {
  }

  /** Returns a row for each key, in Markdown: key, program, effect, meaning. */
  public static List<String> rows() {
    return ALL.values().stream().map(ForkKey::row).toList();
  }

  private static SequencedMap<String, ForkKey> all() {
    var keys = new ArrayList<ForkKey>();
    keys.addAll(ignored(SIMAI, OUTPUT, "BW_MON_FILE", "RATE_MON_FILE", "CNP_MON_FILE", "MON_START", "MON_END", "QP_MON_INTERVAL",
        "QLEN_MON_INTERVAL", "BW_MON_INTERVAL"));
    keys.addAll(
        ignored(SIMAI, "SimAI reads an environment variable instead; rings are simulated without NVLS", "AS_NVLS_ENABLE"));
    keys.add(only(ASTRA, "NIC_TOTAL_PAUSE_TIME", 0, "random NIC pauses are not supported"));
    keys.add(
        only(CONWEAVE, "LB_MODE", 0, "a config.txt supports only per-flow ECMP (not 2 DRILL, 3 CONGA, 6 LetFlow, 9 ConWeave);"
            + " in a scenario, set `routing`"));
    keys.add(only(CONWEAVE, "ENABLE_PFC", 1,
        "its drop rule without PFC is not supported; closest is --set pfc=false, which limits a queue to a share of the"
            + " free buffer"));
    keys.add(only(CONWEAVE, "ENABLE_IRN", 0, IRN));
    keys.addAll(ignored(CONWEAVE, "a parameter of LB_MODE 9", "CONWEAVE_TX_EXPIRY_TIME", "CONWEAVE_REPLY_TIMEOUT_EXTRA",
        "CONWEAVE_PATH_PAUSE_TIME", "CONWEAVE_EXTRA_VOQ_FLUSH_TIME", "CONWEAVE_DEFAULT_VOQ_WAITING_TIME"));
    keys.add(honored(CONWEAVE, FLOWGEN_START, "LINK_DOWN times are relative to this time"));
    keys.add(honored(CONWEAVE, FLOWGEN_STOP,
        "without SIMULATOR_STOP_TIME, the run ends when all flows have finished; the value has no effect"));
    keys.add(honored(CONWEAVE, RANDOM_SEED, "`seed`"));
    keys.addAll(ignored(CONWEAVE, "an output file with a copy of the flows, which `flows.csv` lists", "FLOW_INPUT_FILE"));
    keys.addAll(ignored(CONWEAVE, OUTPUT, "CNP_OUTPUT_FILE", "VOQ_MON_FILE", "VOQ_MON_DETAIL_FILE", "UPLINK_MON_FILE",
        "CONN_MON_FILE", "EST_ERROR_MON_FILE", "SW_MONITORING_INTERVAL"));
    keys.addAll(ignored(CONWEAVE, GENERATOR, "LOAD"));
    keys.add(honored(INTCC, FLOW_FILE_NAME, "value NAME: `FLOW_FILE mix/traffic/NAME.txt`"));
    keys.addAll(
        ignored(INTCC, "intcc replaces it with 2.5 base RTTs; timely-authors uses the HPCC authors' thresholds", "TimelyTHigh"));
    keys.add(only(LIBRA, "ENABLE_SEANET", 0, "its transport is not supported"));
    keys.add(only(LIBRA, "SW_FAST_CNP", 0, "fast CNP is not available with a config.txt"));
    keys.addAll(
        ignored(LIBRA, "there is no retransmission timer: a NACK triggers retransmissions", "RETRANSMISSION_TIME_FACTOR"));
    keys.addAll(ignored(LIBRA, OUTPUT, "RDMA_HW_DEBUG_LOG", "SWITCH_DEBUG_LOG"));
    keys.add(only("Themis", "ENABLE_THEMIS", 0, "its load balancing is not supported"));
    keys.addAll(
        refused("PrioMeter", "switch meters are not supported; remove it", "P4THMETER_THR", "P4THMETER_THRESHOLD"));
    keys.add(only(HAWKEYE, "NO_CC_NODE", 0, "hosts with and without congestion control cannot be mixed"));
    keys.addAll(ignored(HAWKEYE, DIAGNOSIS, "AGENT_NODE", "AGENT_THRESHOLD", "EPOCH_TIME", "FLOWTB_SIZE"));
    keys.addAll(ignored(HAWKEYE, OUTPUT, "DIR"));
    keys.addAll(ignored(SRNIC, "a parameter of its own CC_MODE", "CUSTOM_ALPHA", "CUSTOM_BETA", "MEASUREMENT_CYCLE"));
    keys.addAll(ignored(SRNIC, OUTPUT, "THROUGHPUT_FILE"));
    keys.add(only(PARALEON, "RATE_ON_FIRST_CNP", 1, "a flow's rate after its first CNP cannot be changed"));
    keys.addAll(others());
    keys.addAll(pyrrha());
    keys.addAll(rdma());
    var byName = new LinkedHashMap<String, ForkKey>();
    keys.forEach(key -> byName.put(key.name(), key));
    return byName;
  }

  private static List<ForkKey> others() {
    var keys = new ArrayList<ForkKey>();
    keys.addAll(
        ignored(HAWKEYE_SIM, OUTPUT, "LINK_UTIL_MON_FILE", "LINK_UTIL_MON_START", "LINK_UTIL_MON_END", "LINK_UTIL_MON_INTERVAL"));
    keys.addAll(ignored(RDI, "a parameter of its CC_MODE 12 and 13", "RDI_T", "RDI_BASE_VALUE", "RDI_BETA"));
    keys.addAll(ignored(RDI, OUTPUT, "RATE_TRACE_INTERVAL", "RATE_TRACE_START", "RATE_TRACE_END", "RATE_TRACE_OUTPUT_FILE"));
    keys.addAll(refused(HAWKEYE_SIM, "its attacks are not supported; remove it", "ATTACKER_FILE"));
    keys.add(only(PB_FS, "ENABLE_PBT", 0, "its burst marking is not supported"));
    keys.add(only(PB_FS, "ENABLE_SLOW_START", 0, "flows that start below the line rate are not supported"));
    keys.addAll(ignored(PB_FS, "a parameter of ENABLE_PBT", "PBT_MIN", "PBT_MAX", "PBT_MARKING_OFFSET", "PBT_MARKING_INTERVAL"));
    keys.addAll(ignored(PB_FS, "a parameter of ENABLE_IRN", "LOW_RESP_TIMEOUT", "HIGH_RESP_TIMEOUT"));
    keys.addAll(ignored(PB_FS, OUTPUT, "PBT_OUTPUT_FILE", "GPUT_OUTPUT_FILE", "GPUT_COUNT_END_TIME", "LOSS_OUTPUT_FILE",
        "LOSS_COUNT_END_TIME"));
    keys.add(only(RAND_OFFSET, "ENABLE_QBB", 1, "NICs that ignore pauses are not supported"));
    keys.add(only(RAND_OFFSET, "ENABLE_RANDOFFSET", 0, "its random start times are not supported"));
    keys.addAll(ignored(RAND_OFFSET, "a parameter of ENABLE_RANDOFFSET", "RANDOFFSET_PARAMS", "RANDOM_PARAM_FILE"));
    keys.addAll(
        ignored(RAND_OFFSET, OUTPUT, "DISPLAY_CONFIG", "QUEUE_MONITOR_FILE", "QLEN_MON_INTV_NS", "QLEN_MON_DUMP_INTV_NS"));
    keys.add(only(OCS, "OCS_CTRL_ENABLE", 0, "circuit switches are not supported"));
    keys.addAll(refused(OCS, "circuit switches are not supported; remove it", "OCS_MAP_FILE"));
    keys.addAll(ignored(OCS, "a parameter of OCS_CTRL_ENABLE", "OCS_CTRL_MODE", "OCS_CTRL_START_US", "OCS_CTRL_INTERVAL_US",
        "OCS_RECONFIG_DELAY_US"));
    keys.addAll(refused(SIMPLE, "generated traffic is not supported; remove it, and set FLOW_FILE", "WORKLOAD"));
    keys.addAll(ignored(SIMPLE, "a parameter of WORKLOAD", "UTILIZATION_FACTOR", "POISSON_DISTRIBUTION", "CREATE_INCAST",
        "NUMBER_OF_INCAST_SOURCES", "FLOW_SIZE_IN_INCAST", "INTER_DC_TRAFFIC"));
    return keys;
  }

  private static List<ForkKey> pyrrha() {
    var keys = new ArrayList<ForkKey>();
    keys.add(
        only(PYRRHA, "FLOW_FROM_FILE", 1, "generated traffic is not supported; traffic comes from FLOW_FILE"));
    keys.addAll(ignored(PYRRHA, GENERATOR, "FLOW_CDF", "FLOW_NUM", "FLOW_SEED", "FLOW_SIZE", "FLOW_SIZE_MUL", "SEED",
        "ARRIVAL_MODE", "TIME_SHIFT", "INCAST_CDF", "INCAST_FLOW_SIZE", "INCAST_INTERVAL", "INCAST_LOAD", "INCAST_MAX",
        "INCAST_MIN", "INCAST_MIX", "INCAST_SCALE", "INCAST_TIME", "AVG_MESSAGE_PER_QP", "STORAGE_IODEPTH",
        "STORAGE_MESSAGE_SIZE", "STORAGE_QP_NUM", "STORAGE_TIMES"));
    keys.addAll(ignored(PYRRHA, OUTPUT, "REALTIME_BUFFER_BW_FILE", "BW_INTERVAL", "BUFFER_INTERVAL", "QUEUEING_OUTPUT_FILE",
        "BW_OUTPUT_FILE", "QUEUE_STATISTIC_INTERVAL_US"));
    keys.addAll(ignored(PYRRHA, "a parameter of FC_MODE", "ADAPTIVE_WHOLE_SWITCH", "ASSIGN_STICKY_Q", "CONGESTION_MERGE",
        "NEAREST_MATCH", "ONLY_DOWN_PORT_ENABLE", "QUOTA_NUM", "RESET_ONLY_TOR_SWITCH_WIN", "SRCTOR_DST_PFC", "STICKY_TH",
        "SWITCHWIN_CONFIG_FILE", "SWITCH_ABSOLUTE_PSN", "SWITCH_ACK_TH_M", "SWITCH_SYN_TIMEOUT_US", "SWITCH_WIN_M",
        "SWTICH_ACK_MODE", "SWTICH_BYTE_COUNTER", "SWTICH_CREDIT_INTERVAL", "TH_CONGESTION", "TH_HOL", "TH_RESUME",
        "USE_HASH_FID"));
    keys.addAll(ignored(PYRRHA, "a parameter of ROUTING_MODE", "DRILL_LOAD_MODE"));
    keys.addAll(ignored(PYRRHA, GENERATOR, "RESET_PER_QP_MSG"));
    keys.addAll(ignored(PYRRHA, "a NACK always triggers retransmissions", "NACK_REACTION"));
    keys.add(only(PYRRHA, "HOST_CNP", 2, "receivers echo marks in acknowledgements, and send no separate CNPs"));
    String mode = "only the behavior of the HPCC authors' simulator is supported";
    for (String name : List.of("FC_MODE", "ROUTING_MODE", "SYMMETRIC_ROUTING_MODE", "QUOTA_MODE", "QOS_MODE", "L4_TOKEN_MODE",
        "NIC_TOKEN_MODE", "RESET_QP_RATE", "USE_SWITCH_WIN", "ADAPTIVE_WIN", "RTO_us")) {
      keys.add(only(PYRRHA, name, 0, mode));
    }
    keys.add(only(PYRRHA, "USE_IRN", 0, IRN));
    return keys;
  }

  private static List<ForkKey> rdma() {
    var keys = new ArrayList<ForkKey>();
    keys.add(only(RDMA, "PACKET_LEVEL_ECMP", 0, "per-packet ECMP is not available with a config.txt"));
    keys.add(only(RDMA, "FLOW_LEVEL_ECMP", 1, "switches choose paths per flow"));
    keys.add(only(RDMA, "SEND_IN_CHUNKS", 0, "sending flows in chunks is not supported"));
    keys.add(only(RDMA, "L2_WAIT_FOR_ACK", 0, "senders that wait for each acknowledgement are not supported"));
    keys.add(only(RDMA, "L2_TEST_READ", 0, "READ is not available with a config.txt"));
    keys.add(only(RDMA, "CLAMP_TARGET_RATE_AFTER_TIMER", 0, "dcqcn-authors supports only CLAMP_TARGET_RATE"));
    keys.add(only(RDMA, "NP_SAMPLING_INTERVAL", 0, "receivers that sample packets are not supported"));
    keys.add(honored(RDMA, KMIN, "with KMAX and PMAX, ECN thresholds at every link rate; KMIN and KMAX in 1030-byte packets"));
    keys.add(honored(RDMA, KMAX, "see KMIN"));
    keys.add(honored(RDMA, PMAX, "see KMIN"));
    keys.add(ofScheme(RDMA, "BYTE_COUNTER", "byteCounter"));
    keys.add(ofScheme(RDMA, "CNP_INTERVAL", "cnpInterval"));
    keys.add(ofScheme(RDMA, "DCTCP_GAIN", "gain"));
    keys.add(honored(RDMA, TCP_FLOW_FILE, "the file must list 0 flows: TCP is not available with a config.txt"));
    keys.addAll(ignored(RDMA, "FLOW_FILE sets start and end times of flows", "APP_START_TIME", "APP_STOP_TIME"));
    return keys;
  }

  /** Rejects keys that would change the result in their own program. Warns once per reason about the keys without effect. */
  static void check(Map<String, Tokens> set, boolean otherScheme, Faults faults) {
    var ignored = new LinkedHashMap<String, List<String>>();
    var places = new LinkedHashMap<String, SourceLocation>();
    set.forEach((name, values) -> {
      ForkKey key = ALL.get(name);
      if (key == null) {
        return;
      }
      key.refusal(values, otherScheme).ifPresent(why -> faults.add(values.place().error(why)));
      if (key.isIgnored(otherScheme)) {
        String why = key.effect() == ForkKey.Effect.IGNORED ? key.meaning() : "the command line names another scheme";
        ignored.computeIfAbsent(why, _ -> new ArrayList<>()).add(name);
        places.putIfAbsent(why, values.place());
      }
    });
    ignored.forEach((meaning, names) -> Notices.add(Objects.requireNonNull(places.get(meaning)), "no effect: " + meaning,
        String.join(", ", names) + (names.size() == 1 ? " has" : " have") + " no effect: " + meaning.replace("`", "")));
  }

  /** Names of keys that have a count and then that many values. */
  static Set<String> lists() {
    return Set.of("NO_CC_NODE", "AGENT_NODE");
  }
}
