package dev.inflight.lab;

import java.util.Map;

/**
 * Where each part of a scenario was set, so that what only shows when the parts come together can be reported there.
 *
 * @param whole for what was not set anywhere
 * @param byKey places by the key of a scenario file; the entries of a list may have their own, as in {@code flows[1]}
 */
record Places(Place whole, Map<String, Place> byKey) {
  /** Where this key was set. */
  Place of(String key) {
    Place place = byKey.get(key);
    return place == null ? whole : place;
  }

  /** Where an entry of this key's list was set. */
  Place of(String key, int entry) {
    Place place = byKey.get(entryKey(key, entry));
    return place == null ? of(key) : place;
  }

  static String entryKey(String key, int entry) {
    return key + "[" + entry + "]";
  }
}
