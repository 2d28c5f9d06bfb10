package dev.inflight.lab.capture;

import dev.inflight.lab.print.TextWriter;
import dev.inflight.wire.pcap.CaptureReader;

/**
 * Printer of a line for each packet: number, seconds, source and destination, bytes, kind, then {@code name=value} for the rest.
 */
public final class TextPackets implements PacketPrinter {
  private static final long NS_PER_S = 1_000_000_000;
  private static final String UNAVAILABLE = "n/a";

  private final TextWriter out;
  private int bytes;
  private boolean first; // in its group

  public TextPackets(TextWriter out) {
    this.out = out;
  }

  @Override
  public void begin(long number, long timeNs, int bytes, int capturedBytes) {
    out.number(number).mark(' ');
    if (timeNs == CaptureReader.NO_TIME) {
      out.text(UNAVAILABLE);
    } else {
      time(timeNs);
    }
    this.bytes = bytes;
    first = false;
  }

  private void time(long timeNs) {
    if (timeNs < 0) { // a clock that was set before 1970
      out.mark('-');
    }
    long ns = Math.abs(timeNs);
    out.number(ns / NS_PER_S).mark('.').text(Long.toString(NS_PER_S + ns % NS_PER_S).substring(1));
  }

  @Override
  public void way(String source, String destination) {
    out.mark(' ').text(source).text(" > ").text(destination);
  }

  @Override
  public void kind(String word) {
    out.mark(' ').number(bytes).mark(' ').text(word);
  }

  private TextWriter name(String name) {
    if (!first) {
      out.mark(' ');
    }
    first = false;
    return out.text(name);
  }

  @Override
  public void field(String name, long value) {
    name(name).mark('=').number(value);
  }

  @Override
  public void field(String name, String value) {
    name(name).mark('=');
    boolean quoted = value.isEmpty() || value.indexOf(' ') >= 0;
    out.text(quoted ? '"' + value + '"' : value);
  }

  @Override
  public void field(String name, boolean value) {
    if (value) {
      name(name);
    }
  }

  @Override
  public void unavailable(String name) {
    name(name).mark('=').text(UNAVAILABLE);
  }

  @Override
  public void open(String name) {
    name(name).mark('{');
    first = true;
  }

  @Override
  public void close() {
    out.mark('}');
    first = false;
  }

  @Override
  public void openList(String name) {
  }

  @Override
  public void closeList() {
  }

  @Override
  public void end() {
    out.mark('\n');
  }
}
