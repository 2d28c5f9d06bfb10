package dev.inflight.lab.cables;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import java.util.List;

/** One cable as a file states it: its ends and its known properties. */
public final class StatedCable {
  /** Value of a rate or a delay that a file does not state. */
  static final long NOT_STATED = -1;

  private final SourceLocation place;
  private final int a;
  private final int b;
  private String portA = "";
  private String portB = "";
  private long rateBitsPerSec = NOT_STATED;
  private CableKey.Side rateOf = CableKey.Side.NONE;
  private long delayPs = NOT_STATED;
  private long delayOfLengthPs = NOT_STATED;
  private double lossRate;
  private String lengthUnit = "";

  /**
   * Creates a cable with known ends and no other properties.
   *
   * @param place place in the file
   * @param a index of one end's node among the stated nodes
   * @param b index of the other end's node
   */
  public StatedCable(SourceLocation place, int a, int b) {
    this.place = place;
    this.a = a;
    this.b = b;
  }

  /** Sets the port of an end; an empty name states none. */
  public void port(CableKey.Side side, String name) {
    if (side == CableKey.Side.A) {
      portA = name.strip();
    } else {
      portB = name.strip();
    }
  }

  /** Sets the unit of {@linkplain CableKey.Field#LENGTH lengths} without one. */
  public void lengthUnit(String unit) {
    lengthUnit = unit;
  }

  /**
   * Sets the property that an attribute states. Attributes of other subjects, and empty values, have no effect.
   *
   * @throws dev.inflight.lab.read.InputError when the value is invalid, or the two ends have different rates
   */
  public void set(CableKey key, String value) {
    if (value.isBlank()) {
      return;
    }
    switch (key.field()) {
      case RATE -> rate(key, value);
      case DELAY -> delayPs = CableUnits.delay(place, value, key.unit());
      case LENGTH -> delayOfLengthPs = CableUnits.delayOfLength(place, value, key.unit().isEmpty() ? lengthUnit : key.unit());
      case LOSS -> lossRate = place.check(() -> Units.fraction("loss", value.strip()));
      case PORT -> port(key.side(), value);
      default -> {
      }
    }
  }

  /**
   * Joins cables in series, from this cable's first end to its second, into one with their common rate, the sum of their delays,
   * and all their losses.
   *
   * @return number of parts without delay and length, which count as 0; 0 when no part states either
   * @throws dev.inflight.lab.read.InputError when their rates differ
   */
  public int joinInSeries(List<StatedCable> parts) {
    long delays = 0;
    int without = 0;
    double passes = 1;
    for (StatedCable part : parts) {
      if (part.rateBitsPerSec != NOT_STATED && rateBitsPerSec != NOT_STATED && part.rateBitsPerSec != rateBitsPerSec) {
        throw part.place.error("this cable has " + Units.formatRate(part.rateBitsPerSec) + ", and the one that leads on from it"
            + " through a patch panel " + Units.formatRate(rateBitsPerSec) + "; a cable has one rate");
      }
      rateBitsPerSec = Math.max(rateBitsPerSec, part.rateBitsPerSec);
      without += part.delayPs() == NOT_STATED ? 1 : 0;
      delays += Math.max(0, part.delayPs());
      passes *= 1 - part.lossRate;
    }
    lossRate = 1 - passes;
    if (without == parts.size()) {
      return 0;
    }
    delayPs = delays;
    return without;
  }

  private void rate(CableKey key, String value) {
    long rate = CableUnits.rate(place, value, key.unit());
    if (rateBitsPerSec != NOT_STATED && rateBitsPerSec != rate) {
      throw place.error("the ends of this cable have different rates, " + Units.formatRate(rateBitsPerSec)
          + (rateOf == key.side() ? "" : " at end " + name(rateOf)) + " and " + Units.formatRate(rate)
          + (rateOf == key.side() ? "" : " at end " + name(key.side())) + "; a cable has one rate, that of its slower end");
    }
    rateBitsPerSec = rate;
    rateOf = key.side();
  }

  private static String name(CableKey.Side side) {
    return side == CableKey.Side.B ? "b" : "a";
  }

  /** Place in the file. */
  public SourceLocation place() {
    return place;
  }

  int a() {
    return a;
  }

  int b() {
    return b;
  }

  String portA() {
    return portA;
  }

  String portB() {
    return portB;
  }

  /** Rate, in bit/s, or {@link #NOT_STATED}. */
  long rateBitsPerSec() {
    return rateBitsPerSec;
  }

  /** Delay, in picoseconds, or {@link #NOT_STATED}; a stated delay takes precedence over that of a length. */
  long delayPs() {
    return delayPs == NOT_STATED ? delayOfLengthPs : delayPs;
  }

  double lossRate() {
    return lossRate;
  }

  /**
   * Joins this entry of a cable with another one.
   *
   * @param back the same cable, from the other end where ports are missing
   * @param entries both entries in an error, as in {@code the two directions of the cable from a to b}
   */
  void join(StatedCable back, String entries) {
    if (rateBitsPerSec != back.rateBitsPerSec && back.rateBitsPerSec != NOT_STATED && rateBitsPerSec != NOT_STATED) {
      throw back.place.error(entries + " have different rates, " + Units.formatRate(rateBitsPerSec) + " (line " + place.line()
          + ") and " + Units.formatRate(back.rateBitsPerSec) + "; a cable has one rate");
    }
    if (delayPs() != back.delayPs() && back.delayPs() != NOT_STATED && delayPs() != NOT_STATED) {
      throw back.place.error(entries + " have different delays, " + Units.formatTime(delayPs()) + " (line " + place.line()
          + ") and " + Units.formatTime(back.delayPs()) + "; a cable has one delay");
    }
    if (lossRate != back.lossRate) {
      throw back.place.error(entries + " have different losses, " + lossRate + " (line " + place.line() + ") and " + back.lossRate
          + "; a cable has one");
    }
    rateBitsPerSec = Math.max(rateBitsPerSec, back.rateBitsPerSec);
    delayPs = delayPs() == NOT_STATED ? back.delayPs() : delayPs();
    portA = portA.isEmpty() ? back.portB : portA;
    portB = portB.isEmpty() ? back.portA : portB;
  }
}
