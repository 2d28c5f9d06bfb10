package dev.inflight.sim.ranks;

import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the results say of ports, as bytes from one process to another. */
public final class PortTotalsForm {
  private PortTotalsForm() {
  }

  /** The bytes for some ports. */
  public static byte[] write(List<PortTotals> all) {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    try {
      for (PortTotals totals : all) {
        PortName port = totals.port();
        out.writeInt(port.index());
        out.writeInt(port.node());
        out.writeInt(port.number());
        out.writeInt(port.peerNode());
        out.writeInt(port.peerNumber());
        out.writeLong(port.rateBitsPerSec());
        out.writeLong(totals.sentBytes());
        out.writeLong(totals.sentFrames());
        out.writeLong(totals.sendingPs());
        out.writeLong(totals.pausesReceived());
        out.writeLong(totals.pausedPs());
        out.writeLong(totals.longestQueueBytes());
        out.writeInt(totals.queueBins().length);
        for (long samples : totals.queueBins()) {
          out.writeLong(samples);
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** All processes' ports, in order of their numbers. */
  public static List<PortTotals> read(byte[][] all) {
    var ports = new ArrayList<PortTotals>();
    try {
      for (byte[] some : all) {
        var from = new DataInputStream(new ByteArrayInputStream(some));
        while (from.available() > 0) {
          ports.add(read(from));
        }
      }
    } catch (IOException cutOff) {
      throw new UncheckedIOException(cutOff);
    }
    ports.sort(Comparator.comparingInt(totals -> totals.port().index()));
    return ports;
  }

  private static PortTotals read(DataInputStream from) throws IOException {
    var port = new PortName(from.readInt(), from.readInt(), from.readInt(), from.readInt(), from.readInt(), from.readLong());
    long sentBytes = from.readLong();
    long sentFrames = from.readLong();
    long sendingPs = from.readLong();
    long pausesReceived = from.readLong();
    long pausedPs = from.readLong();
    long longestQueueBytes = from.readLong();
    long[] queueBins = new long[from.readInt()];
    for (int at = 0; at < queueBins.length; at++) {
      queueBins[at] = from.readLong();
    }
    return new PortTotals(port, sentBytes, sentFrames, sendingPs, pausesReceived, pausedPs, longestQueueBytes, queueBins);
  }
}
