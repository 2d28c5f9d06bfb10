package dev.inflight.lab.report;

import dev.inflight.sim.StallReport.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A flow that did not finish, as the results tell it.
 *
 * @param silentPs how long it has heard nothing
 * @param where its packets are, in words
 * @param why it did not finish, in words
 */
record StalledFlow(int flow, int source, int destination, long sizeBytes, long startPs, long sentBytes, long ackedBytes,
    Reason reason, long silentPs, String where, String why) {
  /** The bytes for some flows. */
  static byte[] write(List<StalledFlow> flows) {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    try {
      for (StalledFlow each : flows) {
        out.writeInt(each.flow);
        out.writeInt(each.source);
        out.writeInt(each.destination);
        out.writeLong(each.sizeBytes);
        out.writeLong(each.startPs);
        out.writeLong(each.sentBytes);
        out.writeLong(each.ackedBytes);
        out.writeByte(each.reason.ordinal());
        out.writeLong(each.silentPs);
        out.writeUTF(each.where);
        out.writeUTF(each.why);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** The flows of all processes, in order of their numbers. */
  static List<StalledFlow> read(byte[][] all) {
    var flows = new ArrayList<StalledFlow>();
    try {
      for (byte[] some : all) {
        var from = new DataInputStream(new ByteArrayInputStream(some));
        while (from.available() > 0) {
          flows.add(new StalledFlow(from.readInt(), from.readInt(), from.readInt(), from.readLong(), from.readLong(),
              from.readLong(), from.readLong(), Reason.values()[from.readByte()], from.readLong(), from.readUTF(),
              from.readUTF()));
        }
      }
    } catch (IOException cutOff) {
      throw new UncheckedIOException(cutOff);
    }
    flows.sort(Comparator.comparingInt(StalledFlow::flow));
    return flows;
  }
}
