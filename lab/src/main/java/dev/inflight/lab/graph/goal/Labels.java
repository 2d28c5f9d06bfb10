package dev.inflight.lab.graph.goal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Operations of one rank by label. A label of a letter and a number, as in generated files, takes 24 bytes or less. */
final class Labels {
  static final int NONE = -1;

  private static final int MOST_DIGITS = 15;
  private static final int FIRST = 64;

  private long[] keys = new long[FIRST];
  private int[] operations = new int[FIRST];
  private int count;
  private final Map<String, Integer> others = new HashMap<>();

  Labels() {
    Arrays.fill(operations, NONE);
  }

  /** Returns whether the label was free. */
  boolean add(String label, int operation) {
    long key = key(label);
    if (key < 0) {
      return others.putIfAbsent(label, operation) == null;
    }
    if (2 * count >= keys.length) {
      grow();
    }
    int slot = slot(key);
    if (operations[slot] != NONE) {
      return false;
    }
    put(slot, key, operation);
    return true;
  }

  /** Returns the operation, or {@link #NONE}. */
  int find(String label) {
    long key = key(label);
    return key < 0 ? others.getOrDefault(label, NONE) : operations[slot(key)];
  }

  private void put(int slot, long key, int operation) {
    keys[slot] = key;
    operations[slot] = operation;
    count++;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] old = operations;
    keys = new long[2 * oldKeys.length];
    operations = new int[keys.length];
    Arrays.fill(operations, NONE);
    count = 0;
    for (int at = 0; at < old.length; at++) {
      if (old[at] != NONE) {
        put(slot(oldKeys[at]), oldKeys[at], old[at]);
      }
    }
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (operations[slot] != NONE && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** Returns the letter and the number; -1 for a label of another form. */
  private static long key(String label) {
    int length = label.length();
    char letter = label.charAt(0);
    if (length < 2 || length > MOST_DIGITS + 1 || letter < 'a' || letter > 'z' || length > 2 && label.charAt(1) == '0') {
      return -1;
    }
    long number = 0;
    for (int at = 1; at < length; at++) {
      int digit = label.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number << 5 | letter - 'a';
  }
}
