package dev.inflight.lab.graph;

import java.util.Arrays;
import java.util.Random;

/** Kinds of damage to files. */
public final class Damage {
  private Damage() {
  }

  /** The bytes with some of them changed, lost or doubled, or cut off. */
  public static byte[] of(byte[] sound, Random random) {
    int from = random.nextInt(sound.length);
    int length = Math.min(1 + random.nextInt(30), sound.length - from);
    switch (random.nextInt(5)) {
      case 0:
        return Arrays.copyOf(sound, from);
      case 1:
        byte[] changed = sound.clone();
        for (int at = from; at < from + length; at++) {
          changed[at] = (byte) random.nextInt(256);
        }
        return changed;
      case 2:
        byte[] digits = sound.clone();
        for (int at = 0; at < digits.length; at++) {
          if (digits[at] >= '0' && digits[at] <= '9' && random.nextInt(200) == 0) {
            digits[at] = (byte) ('0' + random.nextInt(10));
          }
        }
        return digits;
      case 3:
        byte[] lost = new byte[sound.length - length];
        System.arraycopy(sound, 0, lost, 0, from);
        System.arraycopy(sound, from + length, lost, from, lost.length - from);
        return lost;
      default:
        byte[] doubled = new byte[sound.length + length];
        System.arraycopy(sound, 0, doubled, 0, from + length);
        System.arraycopy(sound, from, doubled, from + length, sound.length - from);
        return doubled;
    }
  }
}
