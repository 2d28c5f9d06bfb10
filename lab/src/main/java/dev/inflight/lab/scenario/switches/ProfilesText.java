package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reader and writer of buffer profiles of single priorities. */
public final class ProfilesText {
  /** The key. */
  public static final String KEY = "bufferProfiles";
  private static final String PRIORITY = "priority";
  private static final String PFC_PROFILE = "pfcProfile";
  private static final String ALPHA = "egressAlpha";
  private static final List<String> ENTRIES = List.of(PRIORITY, PFC_PROFILE, ALPHA);

  private ProfilesText() {
  }

  /** Places of an entry. */
  public static Layout layout(SpecBinder<PfcProfile> profiles) {
    return Layout.entries(PRIORITY, Layout.VALUE, PFC_PROFILE, new Layout.Named(profiles), ALPHA, Layout.VALUE);
  }

  /** Form of an entry in the JSON Schema. */
  public static Shape shape(SpecBinder<PfcProfile> profiles) {
    var entries = new LinkedHashMap<String, Shape>();
    entries.put(PRIORITY, Shape.whole(1, Packet.PRIORITIES - 1).described("priority of packets"));
    entries.put(PFC_PROFILE, Shape.spec(profiles).described("for a lossless priority: its profile").orSweep());
    entries.put(ALPHA, Shape.aboveZero().described("for a lossy priority: its egressAlpha").orSweep());
    return Shape.map(List.of(PRIORITY), entries);
  }

  /**
   * Returns the profiles of a value.
   *
   * @param profile reader of a PFC profile
   */
  public static BufferProfiles read(YamlNode value, Faults faults, Function<YamlNode, PfcProfile> profile) {
    var lossless = new TreeMap<Integer, PfcProfile>();
    var alphas = new TreeMap<Integer, Double>();
    var priorities = new TreeSet<Integer>();
    value.items().forEach(item -> faults.collect(() -> {
      Map<String, YamlNode> entry = item.called("an entry of " + KEY).entries(ENTRIES);
      YamlNode of = entry.get(PRIORITY);
      YamlNode ofLossless = entry.get(PFC_PROFILE);
      YamlNode alpha = entry.get(ALPHA);
      if (of == null || (ofLossless == null) == (alpha == null)) {
        throw item.place().error("an entry of " + KEY + " needs priority, and either pfcProfile or egressAlpha");
      }
      int priority = priority(of);
      if (!priorities.add(priority)) {
        throw item.place().error(KEY + " has two entries for priority " + priority);
      }
      if (ofLossless != null) {
        lossless.put(priority, profile.apply(ofLossless));
      }
      if (alpha != null) {
        alphas.put(priority, alpha.text(ProfilesText::alpha));
      }
    }));
    return new BufferProfiles(lossless, alphas);
  }

  /** Returns the places of all entries of a readable value, by priority. */
  public static Map<Integer, SourceLocation> places(YamlNode value) {
    var places = new TreeMap<Integer, SourceLocation>();
    value.items()
        .forEach(item -> places.put(priority(Objects.requireNonNull(item.entries(ENTRIES).get(PRIORITY))), item.placeOfChange()));
    return places;
  }

  private static double alpha(String word) {
    double alpha = Units.real(ALPHA, word);
    if (!(alpha > 0)) {
      throw new IllegalArgumentException(ALPHA + " must be above 0, found " + word);
    }
    return alpha;
  }

  private static int priority(YamlNode of) {
    return (int) of.whole(1, Packet.PRIORITIES - 1);
  }

  /** Key of an entry's place, among the places of keys. */
  public static String key(int priority) {
    return KEY + "{" + priority + "}";
  }

  /**
   * Returns entries from which the same profiles can be read.
   *
   * @param profile writer of a PFC profile
   */
  public static List<String> write(Setup setup, Function<PfcProfile, String> profile) {
    BufferProfiles profiles = setup.pfcRules().byPriority();
    var entries = new ArrayList<String>();
    IntStream.range(1, Packet.PRIORITIES).forEach(priority -> {
      PfcProfile lossless = profiles.lossless().get(priority);
      Double alpha = profiles.alphas().get(priority);
      if (lossless != null) {
        entries.add("{priority: " + priority + ", pfcProfile: " + profile.apply(lossless) + "}");
      } else if (alpha != null) {
        entries.add("{priority: " + priority + ", egressAlpha: " + Units.formatReal(alpha) + "}");
      }
    });
    return entries;
  }
}
