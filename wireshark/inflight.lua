-- Wireshark dissector of the in-band telemetry that Inflight reads and writes: HPCC's own header, that of
-- draft-miao-rtgwg-hpccplus-00, INT-MD 2.1, IFA 2.0, IOAM's incremental trace, CSIG tags, what RoCEv2 acknowledgements bring
-- back of them, and probes beside TCP streams.
-- How to install and use it: README.md beside this file.
--
-- SPDX-License-Identifier: Apache-2.0

-- It may be a plugin and named with -X too: the second time there is nothing left to do.
if _G.inflight_is_loaded then
  return
end
_G.inflight_is_loaded = true

local ROCE_PORT = 4791
local WORD = 4

-- Protocols. Lua gives each dissector a protocol of its own; "inflight" has what they share and matches all their packets.

local inflight = Proto("inflight", "Inflight telemetry")
local native = Proto("inflight.native", "HPCC telemetry header")
local draft = Proto("inflight.draft", "HPCC++ telemetry header (draft-miao-rtgwg-hpccplus-00)")
local int = Proto("inflight.int", "INT-MD telemetry 2.1")
local ifa = Proto("inflight.ifa", "IFA telemetry 2.0")
local ioam = Proto("inflight.ioam", "IOAM trace")
local csig = Proto("inflight.csig", "CSIG tag")
local csig_wide = Proto("inflight.csig_wide", "CSIG wide tag")
local reflection = Proto("inflight.reflection", "Reflected telemetry")
local arrival = Proto("inflight.arrival", "Arrival behind a gap (selective repeat)")
local hpccpp = Proto("inflight.hpccpp", "HPCC++ packet")
local busiest = Proto("inflight.busiest", "Telemetry of the busiest link")
local probes_of_tcp = { proto = Proto("inflight.tcp", "HPCC++ probe beside a TCP stream") }

-- Preferences.

local function uint_pref(name, label, default, help)
  inflight.prefs[name] = Pref.uint(label, default, help)
end

uint_pref("native_port", "HPCC header: UDP port", 64791, "UDP destination port of packets with HPCC's own header; 0 for none")
uint_pref("draft_port", "HPCC++ draft header: UDP port", 64792, "UDP destination port of packets with this header; 0 for none")
uint_pref("int_port", "INT: UDP port", 17768, "UDP destination port of packets with INT metadata; 0 for none")
uint_pref("int_dscp", "INT: DSCP", 0, "DSCP of UDP packets with INT metadata and their own port; 0 for none")
uint_pref("int_queue_unit", "INT: bytes per unit of queue occupancy", 1, "The specification leaves it to configuration")
uint_pref("busiest_port", "Busiest link: UDP port", 64795, "UDP destination port of packets with this header; 0 for none")
uint_pref("ifa_protocol", "IFA: IP protocol", 253, "IP protocol of packets with IFA metadata; 0 for none")
uint_pref("ifa_version", "IFA: version", 2, "The version that is understood")
uint_pref("ifa_queue_unit", "IFA: bytes per unit of queue length", 80, "The draft does not say it")
uint_pref("ifa_tx_unit", "IFA: bytes per unit of txBytes", 1, "The draft does not say it")
uint_pref("ioam_port", "IOAM incremental trace: UDP port", 64793, "UDP destination port of packets with this trace; 0 for none")
uint_pref("ioam_tx_bit", "IOAM: bit of transmitted bytes", 12, "The trace type's bit that stands for them, 12 to 21; 0 for none")
uint_pref("ioam_queue_unit", "IOAM: bytes per unit of queue depth", 1, "RFC 9197 leaves it to the operator")
uint_pref("ioam_tx_unit", "IOAM: bytes per unit of transmitted bytes", 1, "No document says it")
uint_pref("csig_tpid", "CSIG: TPID", 0x9900, "EtherType of the compact tag (0x9900 = 39168); 0 for none")
uint_pref("csig_wide_tpid", "CSIG: TPID of the wide tag", 0x9901, "EtherType of the wide tag (0x9901 = 39169); 0 for none")

-- Expert information.

local function expert_info(name, label, group, severity)
  return ProtoExpert.new("inflight.expert." .. name, label, group, severity)
end

local CUT = expert_info("cut", "The capture lacks the rest", expert.group.UNDECODED, expert.severity.NOTE)
local TRUNCATED = expert_info("truncated", "The packet ends too early", expert.group.MALFORMED, expert.severity.ERROR)
local MALFORMED = expert_info("malformed", "Contradicts itself", expert.group.MALFORMED, expert.severity.ERROR)
local UNSUPPORTED = expert_info("unsupported", "Not understood", expert.group.UNDECODED, expert.severity.WARN)
local FULL = expert_info("full", "No room for another hop", expert.group.SEQUENCE, expert.severity.WARN)
local HOPS_EXCEEDED = expert_info("hops_exceeded", "A hop found no hops remaining", expert.group.SEQUENCE, expert.severity.WARN)
local MTU_EXCEEDED = expert_info("mtu_exceeded", "A hop found no room in the packet", expert.group.SEQUENCE, expert.severity.WARN)
local OVERFLOW = expert_info("overflow", "A node found no room in the trace", expert.group.SEQUENCE, expert.severity.WARN)

inflight.experts = { CUT, TRUNCATED, MALFORMED, UNSUPPORTED, FULL, HOPS_EXCEEDED, MTU_EXCEEDED, OVERFLOW }

-- Layouts: what stands where, as data. A part is { name, label, first bit, bits } with, where they apply, unit (a text), scale (a
-- number or the name of a preference, by which the number on the wire is multiplied), base, names (texts of numbers), and absent
-- (what all ones mean instead of a value).

local UNAVAILABLE = "unavailable"

local fields_of = {}

local function declare(proto, field)
  local fields = fields_of[proto] or {}
  fields_of[proto] = fields
  fields[#fields + 1] = field
  return field
end

local function maker_of(part)
  local bits = part[4]
  if bits > 32 or part.scale and bits > 16 then
    return ProtoField.uint64
  end
  return part.scale and ProtoField.uint32 or bits <= 8 and ProtoField.uint8 or bits <= 16 and ProtoField.uint16
    or bits <= 24 and ProtoField.uint24 or ProtoField.uint32
end

local function field_of(name, part)
  local label = part[2]
  if part[4] == 1 then
    return ProtoField.bool(name, label)
  end
  local make = maker_of(part)
  if part.unit then
    return make(name, label, base.UNIT_STRING, { " " .. part.unit })
  end
  return make(name, label, part.base or base.DEC, part.names)
end

local function layout(proto, prefix, bytes, parts)
  for _, part in ipairs(parts) do
    part.field = declare(proto, field_of(prefix .. "." .. part[1], part))
  end
  parts.bytes = bytes
  return parts
end

local function scale_of(part)
  return type(part.scale) == "string" and inflight.prefs[part.scale] or part.scale or 1
end

local function is_all_ones(value, bits)
  if type(value) == "number" then
    return value == 2 ^ bits - 1
  end
  return value == UInt64(0xFFFFFFFF, 2 ^ (bits - 32) - 1)
end

local function add_part(tree, part, range)
  local first, bits = part[3], part[4]
  local value = range:bitfield(first, bits)
  local from = math.floor(first / 8)
  local covered = range(from, math.ceil((first + bits) / 8) - from)
  if bits == 1 then
    tree:add(part.field, covered, value == 1)
  elseif part.absent and is_all_ones(value, bits) then
    tree:add(part.field, covered, value):append_text(" (" .. part.absent .. ")")
  else
    value = part.scale and value * scale_of(part) or value
    tree:add(part.field, covered, maker_of(part) == ProtoField.uint64 and type(value) == "number" and UInt64(value) or value)
  end
  return value
end

-- Adds all parts and returns their values by name.
local function add_parts(tree, parts, range)
  local values = {}
  for _, part in ipairs(parts) do
    values[part[1]] = add_part(tree, part, range)
  end
  return values
end

-- Windows: the bytes that a header may take, from any offset up to `stop`. The packet itself had bytes up to `whole`.

local function window(tvb)
  return { tvb = tvb, stop = tvb:captured_len(), whole = tvb:reported_len() }
end

local function narrowed(win, last)
  return { tvb = win.tvb, stop = math.min(win.stop, last), whole = math.min(win.whole, last) }
end

-- Whether bytes are missing, which the item then says.
local function lacks(win, item, at, bytes)
  if at + bytes <= win.stop then
    return false
  end
  if at + bytes <= win.whole then
    item:add_proto_expert_info(CUT)
  else
    item:add_proto_expert_info(TRUNCATED,
      string.format("The packet ends too early: %d bytes are needed, %d are there", bytes, math.max(win.whole - at, 0)))
  end
  return true
end

local function begin(tree, proto, win, at)
  if at >= win.stop then
    return tree:add(proto)
  end
  local range = win.tvb(at, win.stop - at)
  tree:add(inflight, range):set_hidden()
  return tree:add(proto, range)
end

local function hops_text(count)
  return count == 1 and "1 hop" or count .. " hops"
end

local function finish(item, from, behind, hops)
  item:set_len(behind - from)
  item:append_text(", " .. hops_text(hops))
end

-- One hop: an item with a number that counts from the first switch of the path, in which `parts` are added.
local function hop_fields(proto, prefix)
  return {
    item = declare(proto, ProtoField.none(prefix, "Hop")),
    number = declare(proto, ProtoField.uint32(prefix .. ".number", "Number", base.DEC, nil, nil, "1 is the path's first switch")),
    rate = declare(proto, ProtoField.uint32(prefix .. ".rate", "Rate", base.UNIT_STRING, { " Gb/s" })),
  }
end

local function begin_hop(tree, hop, range, number)
  local item = tree:add(hop.item, range):set_text("Hop " .. number)
  item:add(hop.number, range, number):set_generated()
  return item
end

-- Adds a summary of values to an item: pairs of name and format, where there is such a value.
local function add_text(item, values, formats)
  for _, pair in ipairs(formats) do
    local value = values[pair[1]]
    if value then
      item:append_text(", " .. string.format(pair[2], tostring(value)))
    end
  end
end

local function add_rate(item, hop, range, code, rates)
  if rates[code] then
    item:add(hop.rate, range, rates[code]):set_generated()
    item:append_text(string.format(", %d Gb/s", rates[code]))
  else
    item:add_proto_expert_info(UNSUPPORTED, string.format("Speed code %d has no meaning", code))
  end
end

-- HPCC's own header (SIGCOMM'19 Figure 7) and draft-miao-rtgwg-hpccplus-00 Figure 4 have the same record of a hop.

local RECORD_RATES = { [0] = 10, 25, 40, 50, 100, 200, 400, 800, 1600, 1 }

local RECORD_TEXT = { { "ts", "%s ns" }, { "txbytes", "%s bytes sent" }, { "qlen", "queue %s bytes" } }

local function record_layout(proto, prefix)
  return layout(proto, prefix, 8, {
    { "speed", "Speed code (B)", 0, 4 },
    { "ts", "Time (TS)", 4, 24, unit = "ns" },
    { "txbytes", "Bytes sent (txBytes)", 28, 20, unit = "bytes", scale = 128 },
    { "qlen", "Queue (qLen)", 48, 16, unit = "bytes", scale = 80 },
  })
end

local native_header = layout(native, "inflight.native", 2, {
  { "nhop", "Hops (nHop)", 0, 4 },
  { "path_id", "Path (pathID)", 4, 12, base = base.HEX },
})
local native_hop = hop_fields(native, "inflight.native.hop")
local native_record = record_layout(native, "inflight.native.hop")

local draft_header = layout(draft, "inflight.draft", 4, {
  { "nhop", "Hops (nHop)", 0, 4 },
  { "path_id", "Path (pathID)", 4, 12, base = base.HEX },
  { "padding", "Padding", 16, 16, base = base.HEX },
})
local draft_hop = hop_fields(draft, "inflight.draft.hop")
local draft_record = record_layout(draft, "inflight.draft.hop")
local draft_trailer = layout(draft, "inflight.draft", 4, {
  { "options", "Options", 0, 24, base = base.HEX },
  { "options_padding", "Padding", 24, 8, base = base.HEX },
})

local function add_record(item, hop, record, range, number)
  local one = begin_hop(item, hop, range, number)
  local values = add_parts(one, record, range)
  add_rate(one, hop, range(0, 1), values.speed, RECORD_RATES)
  add_text(one, values, RECORD_TEXT)
end

local function add_records(win, item, at, hop, record, count)
  if count == 15 then
    item:add_proto_expert_info(FULL, "nHop is 15: further hops could not add their records")
  end
  for number = 1, count do
    if lacks(win, item, at, record.bytes) then
      return nil
    end
    add_record(item, hop, record, win.tvb(at, record.bytes), number)
    at = at + record.bytes
  end
  return at
end

-- Readers: add what they find at an offset to a tree and return where the header ends (nil if unknown), what it is
-- called in the summary, and by which port, protocol or DSCP the payload goes on, if the header says so.

local function read_native(win, at, tree)
  local item = begin(tree, native, win, at)
  if lacks(win, item, at, native_header.bytes) then
    return nil, "native"
  end
  local count = add_parts(item, native_header, win.tvb(at, native_header.bytes)).nhop
  local behind = add_records(win, item, at + native_header.bytes, native_hop, native_record, count)
  if behind then
    finish(item, at, behind, count)
  end
  return behind, "native " .. hops_text(count)
end

local function read_draft(win, at, tree)
  local item = begin(tree, draft, win, at)
  if lacks(win, item, at, draft_header.bytes) then
    return nil, "draft"
  end
  local count = add_parts(item, draft_header, win.tvb(at, draft_header.bytes)).nhop
  local options = add_records(win, item, at + draft_header.bytes, draft_hop, draft_record, count)
  if not options or lacks(win, item, options, draft_trailer.bytes) then
    return nil, "draft " .. hops_text(count)
  end
  add_parts(item, draft_trailer, win.tvb(options, draft_trailer.bytes))
  local behind = options + draft_trailer.bytes
  finish(item, at, behind, count)
  return behind, "draft " .. hops_text(count)
end

-- INT-MD 2.1.

local INT_MD, INT_VERSION = 1, 2
local NPT_SAME_PORT, NPT_ORIGINAL_PORT, NPT_PROTOCOL = 0, 1, 2

local int_shim = layout(int, "inflight.int", 4, {
  { "type", "Type", 0, 4, names = { [1] = "MD", [2] = "destination", [3] = "MX" } },
  { "npt", "Next protocol type (NPT)", 4, 2,
    names = { [0] = "the payload of this port", [1] = "the payload of the original port", [2] = "another layer 4 header" } },
  { "length", "Length", 8, 8, unit = "bytes", scale = WORD },
})
local int_next = {
  [NPT_SAME_PORT] = layout(int, "inflight.int", 4, { { "dscp", "Original DSCP", 24, 6 } }),
  [NPT_ORIGINAL_PORT] = layout(int, "inflight.int", 4, { { "port", "Original UDP port", 16, 16 } }),
  [NPT_PROTOCOL] = layout(int, "inflight.int", 4, { { "protocol", "IP protocol", 24, 8 } }),
}
local int_header = layout(int, "inflight.int", 12, {
  { "version", "Version", 0, 4 },
  { "discard", "Discard at the sink (D)", 4, 1 },
  { "hops_exceeded", "Hops exceeded (E)", 5, 1 },
  { "mtu_exceeded", "MTU exceeded (M)", 6, 1 },
  { "hop_length", "Length per hop (Hop ML)", 19, 5, unit = "bytes", scale = WORD },
  { "remaining_hops", "Remaining hop count", 24, 8 },
  { "instructions", "Instruction bitmap", 32, 16, base = base.HEX },
  { "domain", "Domain specific ID", 48, 16, base = base.HEX },
  { "ds_instructions", "Domain specific instructions", 64, 16, base = base.HEX },
  { "ds_flags", "Domain specific flags", 80, 16, base = base.HEX },
})
local INT_TEXT = {
  { "node", "node %s" }, { "egress", "egress %s" }, { "ts", "%s ns" }, { "qlen", "queue %s bytes" },
  { "utilization", "utilization %s" },
}
local int_hop = hop_fields(int, "inflight.int.hop")

local function int_part(bytes, parts)
  return layout(int, "inflight.int.hop", bytes, parts)
end

local int_metadata = {
  [0] = int_part(4, { { "node", "Node ID", 0, 32, absent = UNAVAILABLE } }),
  [1] = int_part(4, {
    { "ingress", "Ingress interface", 0, 16, absent = UNAVAILABLE },
    { "egress", "Egress interface", 16, 16, absent = UNAVAILABLE },
  }),
  [2] = int_part(4, { { "latency", "Hop latency", 0, 32, unit = "ns", absent = UNAVAILABLE } }),
  [3] = int_part(4, {
    { "queue", "Queue", 0, 8 },
    { "qlen", "Queue occupancy", 8, 24, unit = "bytes", scale = "int_queue_unit", absent = UNAVAILABLE },
  }),
  [4] = int_part(8, { { "ingress_ts", "Ingress timestamp", 0, 64, unit = "ns", absent = UNAVAILABLE } }),
  [5] = int_part(8, { { "ts", "Egress timestamp", 0, 64, unit = "ns", absent = UNAVAILABLE } }),
  [6] = int_part(8, {
    { "ingress2", "Level 2 ingress interface", 0, 32, absent = UNAVAILABLE },
    { "egress2", "Level 2 egress interface", 32, 32, absent = UNAVAILABLE },
  }),
  [7] = int_part(4, { { "utilization", "Tx utilization", 0, 32, absent = UNAVAILABLE } }),
  [8] = int_part(4, {
    { "buffer", "Buffer", 0, 8 },
    { "buffer_occupancy", "Buffer occupancy", 8, 24, unit = "bytes", scale = "int_queue_unit", absent = UNAVAILABLE },
  }),
  [15] = int_part(4, { { "checksum", "Checksum complement", 0, 32, base = base.HEX } }),
}
local int_reserved = int_part(4, { { "reserved", "Reserved instruction", 0, 32, base = base.HEX } })
local int_ds = declare(int, ProtoField.bytes("inflight.int.hop.ds", "Domain specific"))
local int_source_only = declare(int, ProtoField.bytes("inflight.int.source_only", "Domain specific, of the source only"))

local function is_asked(bitmap, bits, bit)
  return math.floor(bitmap / 2 ^ (bits - 1 - bit)) % 2 == 1
end

-- Where the instructions of a bitmap put their metadata in a hop's block, and how many bytes they leave to domain specific ones.
local function int_plan(bitmap, block)
  local plan, at = {}, 0
  for bit = 0, 14 do
    if is_asked(bitmap, 16, bit) then
      plan[#plan + 1] = { at = at, parts = int_metadata[bit] or int_reserved }
      at = at + plan[#plan].parts.bytes
    end
  end
  local specific = block - at
  if is_asked(bitmap, 16, 15) then
    specific = specific - WORD
    plan[#plan + 1] = { at = block - WORD, parts = int_metadata[15] }
  end
  return plan, specific, at
end

local function add_int_hop(item, range, number, plan, specific, specific_at)
  local one = begin_hop(item, int_hop, range, number)
  local values = {}
  for _, step in ipairs(plan) do
    for name, value in pairs(add_parts(one, step.parts, range(step.at, step.parts.bytes))) do
      values[name] = value
    end
  end
  if specific > 0 then
    one:add(int_ds, range(specific_at, specific))
  end
  add_text(one, values, INT_TEXT)
end

local function check_int_stack(item, header, bytes, specific)
  local block = header.hop_length
  if specific < 0 or specific > 0 and header.domain == 0 then
    item:add_proto_expert_info(MALFORMED, string.format("Hop ML of %d bytes contradicts the instructions", block))
    return false
  end
  local rest = block > 0 and bytes % block or bytes
  if rest > 0 and header.domain == 0 then
    item:add_proto_expert_info(MALFORMED, string.format("%d bytes of metadata are no multiple of Hop ML, %d bytes", bytes, block))
    return false
  end
  return true
end

-- Returns the number of hops.
local function add_int_stack(win, item, at, header, bytes)
  local block = header.hop_length
  local plan, specific, specific_at = int_plan(header.instructions, block)
  if not check_int_stack(item, header, bytes, specific) then
    return nil
  end
  local count = block > 0 and math.floor(bytes / block) or 0
  for number = count, 1, -1 do
    if lacks(win, item, at, block) then
      return nil
    end
    add_int_hop(item, win.tvb(at, block), number, plan, specific, specific_at)
    at = at + block
  end
  local rest = bytes - count * block
  if rest > 0 and not lacks(win, item, at, rest) then
    item:add(int_source_only, win.tvb(at, rest))
  end
  return count
end

local function check_int_header(item, shim, header, bytes)
  if header.hops_exceeded == 1 then
    item:add_proto_expert_info(HOPS_EXCEEDED)
  end
  if header.mtu_exceeded == 1 then
    item:add_proto_expert_info(MTU_EXCEEDED)
  end
  if shim.type ~= INT_MD or header.version ~= INT_VERSION then
    item:add_proto_expert_info(UNSUPPORTED,
      string.format("Type %d, version %d: only type 1, version 2 is understood", shim.type, header.version))
    return false
  end
  if bytes < 0 then
    item:add_proto_expert_info(MALFORMED, "Length is less than the header's")
    return false
  end
  return true
end

local function read_int(win, at, tree)
  local item = begin(tree, int, win, at)
  local from = at + int_shim.bytes
  local stack = from + int_header.bytes
  if lacks(win, item, at, int_shim.bytes) then
    return nil, "int"
  end
  local shim = add_parts(item, int_shim, win.tvb(at, int_shim.bytes))
  local way = int_next[shim.npt]
  local on = way and add_parts(item, way, win.tvb(at, int_shim.bytes)) or {}
  if shim.type == 2 and shim.length == 0 then -- stands for a header in a packet without one
    item:set_len(int_shim.bytes)
    return from, "int blank", on
  end
  if lacks(win, item, at, int_shim.bytes + int_header.bytes) then
    return nil, "int"
  end
  local header = add_parts(item, int_header, win.tvb(from, int_header.bytes))
  local bytes = shim.length - int_header.bytes
  if not check_int_header(item, shim, header, bytes) then
    return nil, "int"
  end
  local count = add_int_stack(win, item, stack, header, bytes)
  if not count then
    return nil, "int"
  end
  local behind = stack + bytes
  if lacks(win, item, at, behind - at) then
    return nil, "int"
  end
  finish(item, at, behind, count)
  return behind, "int " .. hops_text(count), on
end

-- IFA 2.0 with the block of draft-miao-ccwg-hpcc-info-04 Figure 1.

local UDP_PROTOCOL, UDP_BYTES = 17, 8
local IFA_RATES = { [0] = 10, 25, 40, 50, 100, 200, 400 }

local ifa_header = layout(ifa, "inflight.ifa", 4, {
  { "version", "Version", 0, 4 },
  { "gns", "Global name space (GNS)", 4, 4 },
  { "next_header", "Next header", 8, 8 },
  { "fragment", "Metadata fragment (MF)", 19, 1 },
  { "tail_stamp", "Tail stamp (TS)", 20, 1 },
  { "inband", "In band (I)", 21, 1 },
  { "turn_around", "Turn around (TA)", 22, 1 },
  { "checksum_present", "Checksum header present (C)", 23, 1 },
  { "max_length", "Max length", 24, 8, unit = "bytes", scale = WORD },
})
local ifa_checksum = layout(ifa, "inflight.ifa", 4, {
  { "checksum", "Checksum", 0, 16, base = base.HEX },
  { "checksum_reserved", "Reserved", 16, 16, base = base.HEX },
})
local ifa_fragment = layout(ifa, "inflight.ifa", 4, {
  { "packet_id", "Packet ID", 0, 26, base = base.HEX },
  { "fragment_id", "Fragment ID", 26, 5 },
  { "last_fragment", "Last fragment", 31, 1 },
})
local ifa_metadata = layout(ifa, "inflight.ifa", 4, {
  { "request", "Request vector", 0, 8, base = base.HEX },
  { "loss", "Loss action", 8, 1 },
  { "color", "Color action", 9, 1 },
  { "hop_limit", "Hop limit", 16, 8 },
  { "length", "Current length", 24, 8, unit = "bytes", scale = WORD },
})
local IFA_TEXT = {
  { "device", "device %s" }, { "egress", "egress %s" }, { "txbytes", "%s bytes sent" }, { "qlen", "queue %s bytes" },
}
local ifa_hop = hop_fields(ifa, "inflight.ifa.hop")
local ifa_block = layout(ifa, "inflight.ifa.hop", 32, {
  { "lns", "Local name space (lns)", 0, 4 },
  { "device", "Device (deviceID)", 4, 20 },
  { "ip_hop_limit", "IP hop limit", 24, 8 },
  { "speed", "Speed code", 32, 4 },
  { "congestion", "Congestion", 36, 2 },
  { "queue", "Queue", 38, 6 },
  { "rx_s", "Arrival, seconds (rxTimestampSec)", 44, 20, unit = "s" },
  { "egress", "Egress port", 64, 16 },
  { "ingress", "Ingress port", 80, 16 },
  { "rx_ns", "Arrival, nanoseconds (rxTimeStampNs)", 96, 32, unit = "ns" },
  { "residence", "Residence time", 128, 32, unit = "ns" },
  { "txbytes", "Bytes sent (txBytes)", 160, 32, unit = "bytes", scale = "ifa_tx_unit" },
  { "reserved", "Reserved", 192, 16, base = base.HEX },
  { "qlen", "Queue length", 208, 16, unit = "bytes", scale = "ifa_queue_unit" },
  { "reserved2", "Reserved", 224, 32, base = base.HEX },
})
local ifa_ts = declare(ifa, ProtoField.uint64("inflight.ifa.hop.ts", "Departure", base.UNIT_STRING, { " ns" }))

local function add_ifa_hop(item, range, number)
  local one = begin_hop(item, ifa_hop, range, number)
  local values = add_parts(one, ifa_block, range)
  one:add(ifa_ts, range(4, 16), UInt64(values.rx_s * 1e9 + values.rx_ns + values.residence)):set_generated()
  if values.rx_ns >= 1e9 then
    one:add_proto_expert_info(MALFORMED, "There are more than 10^9 nanoseconds in the second")
  end
  add_rate(one, ifa_hop, range(4, 1), values.speed, IFA_RATES)
  add_text(one, values, IFA_TEXT)
end

local function check_ifa_lengths(item, header, metadata)
  if metadata.length % ifa_block.bytes ~= 0 or metadata.length > header.max_length then
    item:add_proto_expert_info(MALFORMED,
      string.format("A stack of %d bytes is no number of blocks within %d bytes", metadata.length, header.max_length))
    return false
  end
  local blank = metadata.hop_limit == 0 and header.max_length == 0 -- stands for a header in a packet without one
  if not blank and (metadata.hop_limit == 0 or metadata.length + ifa_block.bytes > header.max_length) then
    item:add_proto_expert_info(FULL, "A further hop could not have added its block")
  end
  return true
end

-- Adds what stands behind UDP; returns where it ends and the number of hops.
local function add_ifa_metadata(win, item, at, header)
  for _, optional in ipairs { { header.checksum_present, ifa_checksum }, { header.fragment, ifa_fragment } } do
    if optional[1] == 1 then
      if lacks(win, item, at, WORD) then
        return nil
      end
      add_parts(item, optional[2], win.tvb(at, WORD))
      at = at + WORD
    end
  end
  if lacks(win, item, at, ifa_metadata.bytes) then
    return nil
  end
  local metadata = add_parts(item, ifa_metadata, win.tvb(at, ifa_metadata.bytes))
  at = at + ifa_metadata.bytes
  if not check_ifa_lengths(item, header, metadata) or lacks(win, item, at, metadata.length) then
    return nil
  end
  local count = math.floor(metadata.length / ifa_block.bytes)
  for number = count, 1, -1 do
    add_ifa_hop(item, win.tvb(at, ifa_block.bytes), number)
    at = at + ifa_block.bytes
  end
  return at, count
end

-- In a frame UDP stands behind the first four bytes; `gap` says how many bytes it takes there.
local function read_ifa(win, at, tree, gap)
  local item = begin(tree, ifa, win, at)
  if lacks(win, item, at, ifa_header.bytes) then
    return nil, "ifa"
  end
  local header = add_parts(item, ifa_header, win.tvb(at, ifa_header.bytes))
  local unknown = header.version ~= inflight.prefs.ifa_version and "this version"
    or header.tail_stamp == 1 and "a stack behind the payload"
    or header.fragment == 1 and "a fragment of metadata"
    or gap > 0 and header.next_header ~= UDP_PROTOCOL and "anything but UDP"
  if unknown then
    item:add_proto_expert_info(UNSUPPORTED, "Not understood: " .. unknown)
    return nil, "ifa"
  end
  local behind, count = add_ifa_metadata(win, item, at + ifa_header.bytes + gap, header)
  if not behind then
    return nil, "ifa"
  end
  finish(item, at, behind, count)
  return behind, "ifa " .. hops_text(count)
end

-- IOAM traces (RFC 9197 §4.4).

local IOAM_PRE_ALLOCATED, IOAM_INCREMENTAL = 0, 1
local IOAM_OPTION, PAD1 = 0x31, 0
local OPAQUE_BIT = 22

local ioam_shim = layout(ioam, "inflight.ioam", 4, {
  { "kind", "IOAM option type", 0, 8, names = { [0] = "pre-allocated trace", [1] = "incremental trace" } },
  { "length", "Length", 8, 8, unit = "bytes", scale = WORD },
  { "port", "Original UDP port", 16, 16 },
})
local ioam_trace = layout(ioam, "inflight.ioam", 8, {
  { "namespace", "Namespace", 0, 16, base = base.HEX },
  { "node_length", "Length per node (NodeLen)", 16, 5, unit = "bytes", scale = WORD },
  { "overflow", "Overflow (O)", 21, 1 },
  { "loopback", "Loopback (L)", 22, 1 },
  { "active", "Active (A)", 23, 1 },
  { "remaining", "Remaining length", 25, 7, unit = "bytes", scale = WORD },
  { "type", "Trace type", 32, 24, base = base.HEX },
})
local IOAM_TEXT = {
  { "node", "node %s" }, { "egress", "egress %s" }, { "ts", "time %s" }, { "qlen", "queue %s bytes" },
  { "txbytes", "%s bytes sent" },
}
local ioam_hop = hop_fields(ioam, "inflight.ioam.hop")

local function ioam_part(bytes, parts)
  return layout(ioam, "inflight.ioam.hop", bytes, parts)
end

local ioam_data = {
  [0] = ioam_part(4, {
    { "hop_limit", "Hop limit", 0, 8 },
    { "node", "Node", 8, 24, absent = UNAVAILABLE },
  }),
  [1] = ioam_part(4, {
    { "ingress", "Ingress interface", 0, 16, absent = UNAVAILABLE },
    { "egress", "Egress interface", 16, 16, absent = UNAVAILABLE },
  }),
  [2] = ioam_part(4, { { "seconds", "Time stamp, seconds", 0, 32, unit = "s", absent = UNAVAILABLE } }),
  [3] = ioam_part(4, { { "ts", "Time stamp, fraction", 0, 32, absent = UNAVAILABLE } }),
  [4] = ioam_part(4, { { "transit_delay", "Transit delay", 0, 32, unit = "ns", absent = UNAVAILABLE } }),
  [5] = ioam_part(4, { { "namespace_data", "Namespace data", 0, 32, base = base.HEX, absent = UNAVAILABLE } }),
  [6] = ioam_part(4, { { "qlen", "Queue depth", 0, 32, unit = "bytes", scale = "ioam_queue_unit", absent = UNAVAILABLE } }),
  [7] = ioam_part(4, { { "checksum", "Checksum complement", 0, 32, base = base.HEX } }),
  [8] = ioam_part(8, {
    { "hop_limit_wide", "Hop limit", 0, 8 },
    { "node_wide", "Node, wide", 8, 56, absent = UNAVAILABLE },
  }),
  [9] = ioam_part(8, {
    { "ingress_wide", "Ingress interface, wide", 0, 32, absent = UNAVAILABLE },
    { "egress_wide", "Egress interface, wide", 32, 32, absent = UNAVAILABLE },
  }),
  [10] = ioam_part(8, { { "namespace_data_wide", "Namespace data, wide", 0, 64, base = base.HEX, absent = UNAVAILABLE } }),
  [11] = ioam_part(4, { { "buffer_occupancy", "Buffer occupancy", 0, 32, absent = UNAVAILABLE } }),
  [OPAQUE_BIT] = ioam_part(4, {
    { "schema_length", "Schema length", 0, 8, unit = "bytes", scale = WORD },
    { "schema", "Schema", 8, 24, base = base.HEX },
  }),
}
local ioam_tx = ioam_part(4, { { "txbytes", "Bytes sent", 0, 32, unit = "bytes", scale = "ioam_tx_unit", absent = UNAVAILABLE } })
local ioam_undefined = ioam_part(4, { { "undefined", "Undefined", 0, 32, base = base.HEX } })
local ioam_opaque = declare(ioam, ProtoField.bytes("inflight.ioam.hop.opaque", "Opaque data"))

local function ioam_parts(bit)
  return bit == inflight.prefs.ioam_tx_bit and bit > 0 and ioam_tx or ioam_data[bit] or ioam_undefined
end

-- The layouts of one node's data in their order and their bytes, of which NodeLen does not count the opaque snapshot.
local function ioam_plan(trace_type)
  local plan, bytes = {}, 0
  for bit = 0, OPAQUE_BIT - 1 do
    if is_asked(trace_type, 24, bit) then
      plan[#plan + 1] = ioam_parts(bit)
      bytes = bytes + plan[#plan].bytes
    end
  end
  return plan, bytes, is_asked(trace_type, 24, OPAQUE_BIT)
end

-- Where each node's data begins, and where the last one ends; nil if they do not fill the room.
local function ioam_nodes(win, item, at, last, bytes, opaque)
  local starts = {}
  while at < last do
    local size = bytes + (opaque and WORD or 0)
    if size == 0 or at + size > last then
      item:add_proto_expert_info(MALFORMED, "The nodes' data do not fill the room that is used")
      return nil
    end
    if lacks(win, item, at, size) then
      return nil
    end
    starts[#starts + 1] = at
    at = at + size + (opaque and win.tvb(at + bytes, 1):uint() * WORD or 0)
  end
  starts[#starts + 1] = at
  if at > last or lacks(win, item, at, 0) then
    item:add_proto_expert_info(MALFORMED, "An opaque snapshot is longer than the room that is used")
    return nil
  end
  return starts
end

local function add_ioam_hop(item, range, number, plan, opaque)
  local one = begin_hop(item, ioam_hop, range, number)
  local at, values = 0, {}
  for _, parts in ipairs(plan) do
    for name, value in pairs(add_parts(one, parts, range(at, parts.bytes))) do
      values[name] = value
    end
    at = at + parts.bytes
  end
  if opaque then
    add_parts(one, ioam_data[OPAQUE_BIT], range(at, WORD))
    if range:len() > at + WORD then
      one:add(ioam_opaque, range(at + WORD))
    end
  end
  add_text(one, values, IOAM_TEXT)
end

-- Adds the trace with its header at an offset and its room up to `last`; returns the number of hops.
local function add_ioam_trace(win, item, at, last, kind)
  if at + ioam_trace.bytes > last then
    item:add_proto_expert_info(MALFORMED, "There is no room for the trace header")
    return nil
  end
  if lacks(win, item, at, ioam_trace.bytes) then
    return nil
  end
  local header = add_parts(item, ioam_trace, win.tvb(at, ioam_trace.bytes))
  if header.overflow == 1 then
    item:add_proto_expert_info(OVERFLOW)
  end
  local plan, bytes, opaque = ioam_plan(header.type)
  if bytes ~= header.node_length then
    item:add_proto_expert_info(MALFORMED,
      string.format("NodeLen is %d bytes, the trace type takes %d", header.node_length, bytes))
    return nil
  end
  local from = at + ioam_trace.bytes + (kind == IOAM_PRE_ALLOCATED and header.remaining or 0)
  local starts = from <= last and ioam_nodes(win, item, from, last, bytes, opaque)
  if not starts then
    return nil
  end
  local count = #starts - 1
  for index = 1, count do
    add_ioam_hop(item, win.tvb(starts[index], starts[index + 1] - starts[index]), count + 1 - index, plan, opaque)
  end
  return count
end

local function read_ioam_incremental(win, at, tree)
  local item = begin(tree, ioam, win, at)
  if lacks(win, item, at, ioam_shim.bytes) then
    return nil, "ioam"
  end
  local shim = add_parts(item, ioam_shim, win.tvb(at, ioam_shim.bytes))
  local behind = at + ioam_shim.bytes + shim.length
  if shim.kind ~= IOAM_INCREMENTAL then
    item:add_proto_expert_info(UNSUPPORTED, string.format("IOAM option type %d behind UDP is not understood", shim.kind))
    return nil, "ioam"
  end
  if lacks(win, item, at, behind - at) then
    return nil, "ioam"
  end
  local count = add_ioam_trace(win, item, at + ioam_shim.bytes, behind, IOAM_INCREMENTAL)
  if not count then
    return behind, "ioam", shim
  end
  finish(item, at, behind, count)
  return behind, "ioam " .. hops_text(count), shim
end

-- The place of the first trace among IPv6 options from `at` to `last`, and where it ends.
local function find_ioam_option(tvb, at, last)
  while at + 2 <= last do
    local kind = tvb(at, 1):uint()
    local length = kind == PAD1 and -1 or tvb(at + 1, 1):uint()
    if kind == IOAM_OPTION and length >= 2 and at + 2 + length <= last then
      return at + WORD, at + 2 + length
    end
    at = at + 2 + length
  end
  return nil
end

-- A whole IPv6 hop-by-hop header as an acknowledgement brings it back; in packets themselves Wireshark shows the trace.
local function read_ioam_option(win, at, tree)
  local item = begin(tree, ioam, win, at)
  local size = not lacks(win, item, at, 2) and 8 * (win.tvb(at + 1, 1):uint() + 1)
  if not size or lacks(win, item, at, size) then
    return nil, "ioam"
  end
  local trace, last = find_ioam_option(win.tvb, at + 2, at + size)
  if not trace then
    item:add_proto_expert_info(UNSUPPORTED, "There is no IOAM option")
    return nil, "ioam"
  end
  local count = add_ioam_trace(win, item, trace, last, IOAM_PRE_ALLOCATED)
  if not count then
    return nil, "ioam"
  end
  finish(item, at, at + size, count)
  return at + size, "ioam " .. hops_text(count)
end

-- CSIG tags. Readers begin at the TPID, as it stands in what is brought back; a frame's dissector only sees what follows it.

local SIGNALS = { [0] = "available bandwidth", "available bandwidth / capacity", "hop delay", "queue / port speed" }

local csig_tag = layout(csig, "inflight.csig", 2, {
  { "type", "Signal (T)", 0, 3, names = SIGNALS },
  { "reserved", "Reserved (R)", 3, 1 },
  { "signal", "Value (S)", 4, 5 },
  { "locator", "Locator (LM)", 9, 7, absent = "no switch yet" },
})
local csig_wide_tag = layout(csig_wide, "inflight.csig_wide", 6, {
  { "locator", "Locator (LM)", 0, 16, absent = "no switch yet" },
  { "type", "Signal (T)", 16, 4, names = SIGNALS },
  { "signal", "Value (S)", 20, 20 },
  { "reserved", "Reserved (R)", 40, 8, base = base.HEX },
})
local csig_next = declare(csig, ProtoField.uint16("inflight.csig.ethertype", "EtherType", base.HEX))
local csig_wide_next = declare(csig_wide, ProtoField.uint16("inflight.csig_wide.ethertype", "EtherType", base.HEX))

local function csig_reader(proto, tag)
  return function(win, at, tree)
    local item = begin(tree, proto, win, at)
    if lacks(win, item, at, tag.bytes) then
      return nil, "csig"
    end
    local values = add_parts(item, tag, win.tvb(at, tag.bytes))
    item:set_len(tag.bytes)
    local signal = SIGNALS[values.type] or "signal " .. values.type
    local text = string.format("%s %d of locator %d", signal, values.signal, values.locator)
    item:append_text(", " .. text)
    return at + tag.bytes, "csig " .. text, item
  end
end

local read_csig, read_csig_wide = csig_reader(csig, csig_tag), csig_reader(csig_wide, csig_wide_tag)

local function behind_tpid(read)
  return function(win, at, tree)
    return read(win, at + 2, tree)
  end
end

-- The record of the busiest link: twelve bytes, which each switch may replace.

local busiest_header = layout(busiest, "inflight.busiest", 12, {
  { "measure", "Bytes in flight, in 1/1024 of a bandwidth-delay product (U)", 0, 16 },
  { "hop", "Its place on the path (hop)", 16, 8 },
  { "hops", "Switches that have looked (hops)", 24, 8 },
  { "node", "Switch", 32, 20 },
  { "port", "Port", 52, 12 },
  { "rate", "Rate (B)", 64, 16, unit = "Gb/s" },
  { "qlen", "Queue (qLen)", 80, 16, unit = "bytes", scale = 256 },
})

local function read_busiest(win, at, tree)
  local item = begin(tree, busiest, win, at)
  if lacks(win, item, at, busiest_header.bytes) then
    return nil, "busiest"
  end
  local values = add_parts(item, busiest_header, win.tvb(at, busiest_header.bytes))
  if values.hop > values.hops or values.hops > 0 and values.hop == 0 then
    item:add_proto_expert_info(MALFORMED, "The record is of a hop that has not looked")
  end
  finish(item, at, at + busiest_header.bytes, values.hops)
  local text = string.format("busiest %d of %s", values.hop, hops_text(values.hops))
  item:append_text(string.format(", U %.3f, switch %d port %d", values.measure / 1024, values.node, values.port))
  return at + busiest_header.bytes, text
end

-- What acknowledgements bring back: a header, one of the above, perhaps a seal.

local REFLECTION_VERSION, FLOWS_BYTES, SEAL_BYTES = 1, 2, 16

local reflection_header = layout(reflection, "inflight.reflection", 4, {
  { "version", "Version", 0, 4 },
  { "format", "Format", 4, 4, names = {
    [1] = "native", [2] = "draft", [3] = "int", [4] = "ifa", [5] = "ioam", [6] = "ioam-incremental", [7] = "csig",
    [8] = "csig-wide", [9] = "pint", [10] = "busiest",
    [11] = "link-report" } },
  { "counted", "Has the number of flows (N)", 14, 1 },
  { "sealed", "Sealed (S)", 15, 1 },
  { "length", "Length", 16, 16, unit = "bytes" },
})
local behind_report = {
  flows = declare(reflection, ProtoField.uint16("inflight.reflection.flows", "Number of flows at the receiver's NIC")),
  serial = declare(reflection, ProtoField.uint64("inflight.reflection.serial", "Serial number of the seal")),
  seal = declare(reflection, ProtoField.uint64("inflight.reflection.seal", "Seal (SipHash-2-4)", base.HEX)),
}
local reflection_icrc = declare(reflection, ProtoField.uint32("inflight.reflection.icrc", "Invariant CRC behind it", base.HEX))

local arrival_layout = layout(arrival, "inflight.arrival", 4, {
  { "reserved", "Reserved", 0, 8 },
  { "psn", "Packet that arrived behind the gap", 8, 24 },
})

local reflected = {
  [1] = read_native,
  [2] = read_draft,
  [3] = read_int,
  [4] = function(win, at, tree)
    return read_ifa(win, at, tree, 0)
  end,
  [5] = read_ioam_option,
  [6] = read_ioam_incremental,
  [7] = behind_tpid(read_csig),
  [8] = behind_tpid(read_csig_wide),
  [10] = read_busiest,
}

-- The report of one link that a receiver has chosen. Numbers of 16 bits have 12 of their value, and how far these are shifted in front.
do
  local proto = Proto("inflight.link", "Report of the busiest link")
  local header = layout(proto, "inflight.link", 24, {
    { "hop", "Its place on the path (hop)", 0, 8 },
    { "written", "Has a record (W)", 8, 1 },
    { "named", "Node and port are those of the link (K)", 9, 1 },
    { "compared", "Compared with a record before (M)", 10, 1 },
    { "new_path", "The path is another one (N)", 11, 1 },
    { "part", "Links are left out (P)", 12, 1 },
    { "cut_off", "The path may have more hops (C)", 13, 1 },
    { "unused", "Unused", 14, 2 },
    { "elapsed", "Time since then, shift and ns (elapsed)", 16, 16, base = base.HEX },
    { "node", "Switch, or path identity (node)", 32, 20 },
    { "port", "Port, or hop", 52, 12 },
    { "rate", "Rate, shift and Mb/s (B)", 64, 16, base = base.HEX },
    { "use", "Utilization since then, in 1/16384 (txRate / B)", 80, 16 },
    { "qlen", "Queue, shift and bytes (qLen)", 96, 16, base = base.HEX },
    { "qlen_before", "Queue then, shift and bytes (qLen before)", 112, 16, base = base.HEX },
    { "ts", "Time stamp (TS)", 128, 32, unit = "ns" },
    { "txbytes", "Bytes sent (txBytes)", 160, 32, unit = "bytes" },
  })
  local queue = declare(proto, ProtoField.uint32("inflight.link.queue_bytes", "Queue", base.UNIT_STRING, { " bytes" }))
  proto.fields = fields_of[proto]

  local function value_of(number)
    return number % 4096 * 2 ^ math.floor(number / 4096)
  end

  reflected[11] = function(win, at, tree)
    local item = begin(tree, proto, win, at)
    if lacks(win, item, at, header.bytes) then
      return nil, "link report"
    end
    local values = add_parts(item, header, win.tvb(at, header.bytes))
    item:set_len(header.bytes)
    if values.written == 0 then
      item:append_text(", no record")
      return at + header.bytes, "link report, no record"
    end
    item:add(queue, win.tvb(at + 12, 2), value_of(values.qlen)):set_generated()
    if values.hop == 0 or values.unused ~= 0
      or values.compared == 0 and (value_of(values.elapsed) ~= 0 or values.use ~= 0 or value_of(values.qlen_before) ~= 0) then
      item:add_proto_expert_info(MALFORMED, "The report contradicts itself")
    end
    item:append_text(string.format(", hop %d at %g Gb/s, queue %d bytes", values.hop, value_of(values.rate) / 1000,
      value_of(values.qlen)))
    return at + header.bytes, "link report of hop " .. values.hop
  end
end

local function add_reflected(win, item, at, header)
  local read = reflected[header.format]
  if not read then
    item:add_proto_expert_info(UNSUPPORTED, string.format("Format %d has no meaning", header.format))
    return "of format " .. header.format
  end
  local last = at + header.length
  local behind, summary = read(narrowed(win, last), at, item)
  if behind and behind < last then
    item:add_proto_expert_info(MALFORMED, "Its length is more than that of the telemetry header")
  end
  return summary
end

local function read_reflection(win, at, tree)
  local item = begin(tree, reflection, win, at)
  if lacks(win, item, at, reflection_header.bytes) then
    return "reflection", item
  end
  local header = add_parts(item, reflection_header, win.tvb(at, reflection_header.bytes))
  if header.version ~= REFLECTION_VERSION then
    item:add_proto_expert_info(UNSUPPORTED, string.format("Version %d is not understood", header.version))
    return "reflection", item
  end
  local from = at + reflection_header.bytes
  local summary = add_reflected(win, item, from, header)
  local seal = from + header.length
  if header.counted == 1 then
    if lacks(win, item, seal, FLOWS_BYTES) then
      return "back: " .. summary, item
    end
    item:add(behind_report.flows, win.tvb(seal, FLOWS_BYTES))
    seal = seal + FLOWS_BYTES
  end
  if header.sealed == 1 and not lacks(win, item, seal, SEAL_BYTES) then
    item:add(behind_report.serial, win.tvb(seal, 8))
    item:add(behind_report.seal, win.tvb(seal + 8, 8))
  end
  return "back: " .. summary, item
end

-- Handing on. Dissectors behind the telemetry see a packet that ends where the capture does: Lua has no other kind for them. IP and
-- UDP take that for an error, so of a packet that was cut InfiniBand alone sees the rest, and only if its headers are whole.

local data = Dissector.get("data")

local BTH_BYTES, ICRC_BYTES = 12, 4
local EXTENSION_BYTES, MOST_EXTENSION_BYTES = {
  [6] = 16, [7] = 0, [8] = 0, [10] = 16, [12] = 16, [13] = 4, [14] = 0, [15] = 4, [16] = 4, [17] = 4, [38] = 16, [39] = 0, [40] = 0,
  [42] = 16, [100] = 8, [192] = 0, [193] = 8, [194] = 0, [195] = 4, [196] = 4, [197] = 12
}, 28 -- behind BTH, by opcode

local function has_roce_headers(tvb)
  local beyond = tvb:captured_len() - BTH_BYTES - ICRC_BYTES
  return beyond >= 0 and beyond >= (EXTENSION_BYTES[tvb(0, 1):uint()] or MOST_EXTENSION_BYTES)
end

local function note(pinfo, summary)
  pinfo.cols.info:append(" [" .. summary .. "]")
end

local function rest_of(tvb, at)
  return at < tvb:captured_len() and tvb(at):tvb() or nil
end

-- Calls a dissector. What is malformed there becomes an error here, though the tree has it by then.
local function call(method, ...)
  local ok, count = pcall(method, ...)
  return ok and count or -1
end

-- Telemetry in telemetry in telemetry is made to exhaust Lua's stack.
local MOST_NESTED = 8
local nested = { frame = 0, depth = 0 }

-- Wireshark's own dissector of RoCEv2's port, which ours stands before.
local roce = DissectorTable.get("udp.port"):get_dissector(ROCE_PORT)

local function try_dissector(table_name, key, tvb, pinfo, tree)
  if table_name == "udp.port" and key == ROCE_PORT then
    return roce and call(roce.call, roce, tvb, pinfo, tree) or 0
  end
  local dissectors = DissectorTable.get(table_name)
  return call(dissectors.try, dissectors, key, tvb, pinfo, tree)
end

local function hand_to(table_name, key, tvb, pinfo, tree)
  if nested.frame ~= pinfo.number then
    nested.frame, nested.depth = pinfo.number, 0
  end
  nested.depth = nested.depth + 1
  if nested.depth > MOST_NESTED or try_dissector(table_name, key, tvb, pinfo, tree) == 0 then
    data:call(tvb, pinfo, tree)
  end
  nested.depth = nested.depth - 1
end

local function is_cut(tvb)
  return tvb:captured_len() < tvb:reported_len()
end

local function show_cut(tvb, at, tree)
  local item = at < tvb:captured_len() and tree:add(inflight, tvb(at)) or tree:add(inflight)
  item:set_text("Rest of a packet that was cut")
  item:add_proto_expert_info(CUT)
end

-- Hands on what stands at an offset.
local function hand_on(table_name, key, tvb, at, pinfo, tree)
  local rest = rest_of(tvb, at)
  if is_cut(tvb) and not (rest and table_name == "udp.port" and key == ROCE_PORT and has_roce_headers(rest)) then
    show_cut(tvb, at, tree)
  elseif rest then
    hand_to(table_name, key, rest, pinfo, tree)
  end
end

local function note_all(tvb, pinfo, summary)
  note(pinfo, summary)
  if is_cut(tvb) then
    note(pinfo, "truncated")
  end
end

-- Reads what stands behind UDP and hands on what follows it.
local function dissect_after_udp(read, tvb, pinfo, tree)
  local behind, summary, on = read(window(tvb), 0, tree)
  if behind and on and on.protocol then
    hand_on("ip.proto", on.protocol, tvb, behind, pinfo, tree)
  elseif behind then
    hand_on("udp.port", on and on.port or on and on.dscp and pinfo.dst_port or ROCE_PORT, tvb, behind, pinfo, tree)
  end
  note_all(tvb, pinfo, summary)
  return tvb:captured_len()
end

-- A source port may happen to be the marker, since it spreads flows over paths.
local function is_not_meant(pinfo, port)
  return pinfo.src_port == port and pinfo.dst_port ~= port
end

-- Packets of a flow without a header have the port of those with one: BTH of the default partition follows.
local function after_udp(proto, column, pref, read)
  function proto.dissector(tvb, pinfo, tree)
    if tvb:captured_len() == 0 or is_not_meant(pinfo, inflight.prefs[pref]) then
      return 0
    end
    if proto ~= int and tvb:captured_len() >= BTH_BYTES and tvb(2, 2):uint() == 0xFFFF and tvb(1, 1):bitfield(4, 4) == 0 then
      hand_on("udp.port", ROCE_PORT, tvb, 0, pinfo, tree)
      return tvb:captured_len()
    end
    pinfo.cols.protocol = column
    return dissect_after_udp(read, tvb, pinfo, tree)
  end
end

after_udp(native, "HPCC", "native_port", read_native)
after_udp(draft, "HPCC++", "draft_port", read_draft)
after_udp(int, "INT", "int_port", read_int)
after_udp(ioam, "IOAM", "ioam_port", read_ioam_incremental)
after_udp(busiest, "HPCC++", "busiest_port", read_busiest)

-- INT by DSCP keeps the packet's port. Other ports' own dissectors are asked first, unless udp.try_heuristic_first is set.

local dscp_ipv4, dscp_ipv6 = Field.new("ip.dsfield.dscp"), Field.new("ipv6.tclass.dscp")

local function is_int_by_dscp(pinfo)
  local marker = inflight.prefs.int_dscp
  local dscp = marker ~= 0 and (dscp_ipv4() or dscp_ipv6())
  return dscp and dscp.value == marker and pinfo.dst_port ~= inflight.prefs.int_port
end

local function dissect_int_by_dscp(tvb, pinfo, tree)
  if tvb:captured_len() == 0 or not is_int_by_dscp(pinfo) then
    return false
  end
  pinfo.cols.protocol = "INT"
  dissect_after_udp(read_int, tvb, pinfo, tree)
  return true
end

int:register_heuristic("udp", dissect_int_by_dscp)

-- The UDP datagram as it was before IFA, which stands in two places of it.
local function without_ifa(tvb, behind)
  local header = tvb(ifa_header.bytes, UDP_BYTES):bytes()
  local foreign = behind - ifa_header.bytes - UDP_BYTES
  local length = tvb(ifa_header.bytes + 4, 2):uint()
  if length == tvb:reported_len() - ifa_header.bytes then -- some count the metadata too, also in the checksum
    header:set_index(4, math.floor((length - foreign) / 256))
    header:set_index(5, (length - foreign) % 256)
    header:set_index(6, 0)
    header:set_index(7, 0)
  end
  return (behind < tvb:captured_len() and header .. tvb(behind):bytes() or header):tvb("UDP without IFA")
end

function ifa.dissector(tvb, pinfo, tree)
  if tvb:captured_len() == 0 then
    return 0
  end
  pinfo.cols.protocol = "IFA"
  local behind, summary = read_ifa(window(tvb), 0, tree, UDP_BYTES)
  if behind and is_cut(tvb) then
    show_cut(tvb, behind, tree)
  elseif behind then
    local udp = Dissector.get("udp")
    call(udp.call, udp, without_ifa(tvb, behind), pinfo, tree)
  end
  note_all(tvb, pinfo, summary)
  return tvb:captured_len()
end

local function after_tpid(proto, read, next_field)
  function proto.dissector(tvb, pinfo, tree)
    if tvb:captured_len() == 0 then
      return 0
    end
    pinfo.cols.protocol = "CSIG"
    local win = window(tvb)
    local behind, summary, item = read(win, 0, tree)
    if behind and not lacks(win, item, behind, 2) then
      item:add(next_field, tvb(behind, 2))
      item:set_len(behind + 2)
      hand_on("ethertype", tvb(behind, 2):uint(), tvb, behind + 2, pinfo, tree)
    end
    note_all(tvb, pinfo, summary)
    return tvb:captured_len()
  end
end

after_tpid(csig, read_csig, csig_next)
after_tpid(csig_wide, read_csig_wide, csig_wide_next)

-- Acknowledgements. InfiniBand's dissector knows nothing of what they bring back, so it is read when that has done.

local ROCE_ACKNOWLEDGE, AETH_AT, ROCE_HEADERS = 0x11, 12, 16

-- Packets of HPCC++, which InfiniBand's dissector does not know: where the field stands that names a packet, and how many bytes of
-- headers there are, both from BTH on.
local HPCCPP = {
  [0xC0] = { name = "probe", headers = 12 },
  [0xC1] = { name = "notification", names = 16, headers = 20, reflects = true },
  [0xC2] = { name = "window", headers = 12 },
  [0xC3] = { name = "switch answer", names = 12, headers = 16, reflects = true },
  [0xC4] = { name = "switch answer, ahead", names = 12, headers = 16, reflects = true },
  [0xC5] = { name = "tally", names = 12, headers = 24, reflects = true, counts = true },
  [0xC6] = { name = "path probe", headers = 12 },
  [0xC7] = { name = "path report", names = 12, headers = 16, reflects = true },
  [0xC8] = { name = "trimmed", headers = 12 },
  [0xC9] = { name = "trimmed, returned", headers = 12 },
}
local KIND_NAMES = {}
for code, kind in pairs(HPCCPP) do
  KIND_NAMES[code] = kind.name
end
local hpccpp_kind = declare(hpccpp, ProtoField.uint8("inflight.hpccpp.kind", "Kind", base.HEX, KIND_NAMES))
local hpccpp_names = layout(hpccpp, "inflight.hpccpp", 4, {
  { "reserved", "Reserved", 0, 7, base = base.HEX },
  { "probe", "The packet is a probe (P)", 7, 1 },
  { "psn", "Packet that it answers", 8, 24 },
})
local hpccpp_arrived = declare(hpccpp, ProtoField.uint64("inflight.hpccpp.arrived_bytes", "Bytes that have arrived"))
local hpccpp_window = declare(hpccpp, ProtoField.uint64("inflight.hpccpp.window_bytes", "Window in bytes"))
local hpccpp_serial = declare(hpccpp, ProtoField.uint64("inflight.hpccpp.serial", "Serial number of the seal"))
local hpccpp_seal = declare(hpccpp, ProtoField.uint64("inflight.hpccpp.seal", "Seal (SipHash-2-4)", base.HEX))
local NAK_OUT_OF_ORDER, NAK_TRIMMED, ARRIVAL_BYTES = 0x7F, 0x7E, 4

local bth_opcode, udp_length = Field.new("infiniband.bth.opcode"), Field.new("udp.length")

local function last_of(...)
  return select(select("#", ...), ...)
end

-- The bytes, where BTH begins in them, where UDP ends, and the opcode; nil if neither an acknowledgement nor a packet of HPCC++ is in UDP.
local function find_answer()
  local opcode = bth_opcode() and last_of(bth_opcode())
  if not opcode or opcode.value ~= ROCE_ACKNOWLEDGE and not HPCCPP[opcode.value] or not udp_length() then
    return nil
  end
  local length = last_of(udp_length())
  return opcode.source, opcode.offset, length.offset - 4 + length.value, opcode.value
end

local function add_window(win, item, at)
  local bytes = win.stop - at
  if bytes ~= 8 and bytes ~= 8 + SEAL_BYTES and win.stop == win.whole then
    item:add_proto_expert_info(MALFORMED, string.format("A window has 8 bytes, or 24 with its seal, and not %d", bytes))
    return
  end
  if lacks(win, item, at, 8) then
    return
  end
  item:add(hpccpp_window, win.tvb(at, 8))
  item:append_text(", " .. tostring(win.tvb(at, 8):uint64()) .. " bytes")
  if win.whole - at > 8 and not lacks(win, item, at + 8, SEAL_BYTES) then
    item:add(hpccpp_serial, win.tvb(at + 8, 8))
    item:add(hpccpp_seal, win.tvb(at + 16, 8))
  end
end

-- What a packet of HPCC++ says behind BTH; returns where the telemetry begins that it brings back, if it does.
local function read_hpccpp(win, bth, code, pinfo, tree)
  local kind = HPCCPP[code]
  local item = begin(tree, hpccpp, win, bth)
  item:add(hpccpp_kind, win.tvb(bth, 1), code)
  item:append_text(", " .. kind.name)
  note(pinfo, kind.name)
  local headers = bth + kind.headers
  if lacks(win, item, bth, kind.headers) then
    return nil
  end
  if kind.names then
    local values = add_parts(item, hpccpp_names, win.tvb(bth + kind.names, hpccpp_names.bytes))
    item:append_text(string.format(" to %s %d", values.probe == 1 and "probe" or "packet", values.psn))
    if values.reserved ~= 0 then
      item:add_proto_expert_info(MALFORMED, "Reserved bits are set")
    end
  end
  if kind.counts then
    item:add(hpccpp_arrived, win.tvb(headers - 8, 8))
  end
  if kind.name == "window" then
    add_window(win, item, headers)
  end
  return kind.reflects and headers or nil
end

-- Which packet arrived behind a gap; returns what stands behind it, or nothing when it is not whole.
local function read_arrival(win, at, pinfo, tree)
  local item = begin(tree, arrival, win, at)
  if lacks(win, item, at, ARRIVAL_BYTES) then
    return nil
  end
  item:set_len(ARRIVAL_BYTES)
  local values = add_parts(item, arrival_layout, win.tvb(at, ARRIVAL_BYTES))
  note(pinfo, "arrived: " .. values.psn)
  return at + ARRIVAL_BYTES
end

-- Probes beside TCP streams, which are read when TCP's dissector has done. In a block of their own, as a script may have 200 local
-- variables.

do
  local proto = probes_of_tcp.proto
  local PROBE_MAGIC, PROBE_LOW_DSCP, HEADER_LENGTH_AT = 0x4850, 3, 12
  local TYPES = { "probe", "answer", "data", "acknowledgement" } -- each second one travels back, with a reflection

  local tcp_probe_layout = layout(proto, "inflight.tcp", 8, {
    { "magic", "Magic", 0, 16, base = base.HEX },
    { "type", "Type", 16, 8, names = TYPES },
    { "reserved", "Reserved", 24, 4, base = base.HEX },
    { "format", "Format of the telemetry behind it", 28, 4 },
    { "number", "Number of the probe", 32, 32 },
  })

  local tcp_header_length, tcp_length = Field.new("tcp.hdr_len"), Field.new("tcp.len")

  -- The bytes, where a segment's data begins in them, and where it ends; nil if it has no data, or a DSCP that is not that of probes.
  local function find_probe()
    local header, length = tcp_header_length(), tcp_length()
    local dscp = dscp_ipv4() or dscp_ipv6()
    if not header or not length or not dscp or dscp.value % 8 ~= PROBE_LOW_DSCP then
      return nil
    end
    local info = last_of(tcp_header_length())
    local from = info.offset - HEADER_LENGTH_AT + info.value
    return info.source, from, from + last_of(tcp_length()).value
  end

  local function is_probe(tvb, from, stop)
    local bytes = tcp_probe_layout.bytes
    return stop - from >= bytes and from + bytes <= tvb:captured_len() and tvb(from, 2):uint() == PROBE_MAGIC
      and TYPES[tvb(from + 2, 1):uint()] and tvb(from + 3, 1):uint() < (tvb(from + 2, 1):uint() % 2 == 0 and 1 or 16)
  end

  local function read_probe(tvb, from, stop, pinfo, tree)
    local win = narrowed(window(tvb), stop)
    local item = begin(tree, proto, win, from)
    local values = add_parts(item, tcp_probe_layout, tvb(from, tcp_probe_layout.bytes))
    local name = TYPES[values.type]
    if values.type <= 2 then
      name = string.format("%s %d", values.type == 1 and "probe" or "answer to probe", values.number)
    end
    item:append_text(", " .. name)
    note(pinfo, name)
    local behind = from + tcp_probe_layout.bytes
    item:set_len(tcp_probe_layout.bytes)
    if values.type % 2 == 0 then
      return stop > behind and read_reflection(win, behind, tree)
    end
    local read = reflected[values.format]
    if read then
      local _, summary = read(win, behind, tree)
      return summary
    elseif values.format ~= 0 then
      item:add_proto_expert_info(UNSUPPORTED, string.format("Format %d has no meaning", values.format))
    end
  end

  function probes_of_tcp.dissect(pinfo, tree)
    local tvb, from, stop = find_probe()
    if tvb and is_probe(tvb, from, stop) then
      local summary = read_probe(tvb, from, stop, pinfo, tree)
      if summary then
        note(pinfo, summary)
      end
    end
  end
end

function reflection.dissector(_, pinfo, tree)
  local tvb, bth, stop, opcode = find_answer()
  if not tvb then
    probes_of_tcp.dissect(pinfo, tree)
    return
  end
  if bth + BTH_BYTES > tvb:captured_len() then
    return
  end
  local icrc = stop - ICRC_BYTES
  local last = icrc - tvb(bth + 1, 1):bitfield(2, 2)
  local from = bth + ROCE_HEADERS
  if opcode ~= ROCE_ACKNOWLEDGE then
    from = read_hpccpp(narrowed(window(tvb), last), bth, opcode, pinfo, tree)
  elseif from > tvb:captured_len() then
    return
  elseif tvb(bth + AETH_AT, 1):uint() == NAK_OUT_OF_ORDER or tvb(bth + AETH_AT, 1):uint() == NAK_TRIMMED then
    from = read_arrival(narrowed(window(tvb), last), from, pinfo, tree)
  end
  if not from or last <= from then
    return
  end
  local summary, item = read_reflection(narrowed(window(tvb), last), from, tree)
  if stop <= tvb:captured_len() then
    item:add(reflection_icrc, tvb(icrc, ICRC_BYTES)) -- InfiniBand's dissector does not find it there
  end
  note(pinfo, summary)
end

register_postdissector(reflection)

-- Registration.

for _, proto in ipairs { native, draft, int, ifa, ioam, csig, csig_wide, reflection, arrival, hpccpp, busiest, probes_of_tcp.proto } do
  proto.fields = fields_of[proto]
end

local markers = {
  { table = "udp.port", pref = "native_port", proto = native },
  { table = "udp.port", pref = "draft_port", proto = draft },
  { table = "udp.port", pref = "busiest_port", proto = busiest },
  { table = "udp.port", pref = "int_port", proto = int },
  { table = "udp.port", pref = "ioam_port", proto = ioam },
  { table = "ip.proto", pref = "ifa_protocol", proto = ifa },
  { table = "ethertype", pref = "csig_tpid", proto = csig },
  { table = "ethertype", pref = "csig_wide_tpid", proto = csig_wide },
}

-- Wireshark asks for the lower port first, and packets of an endpoint come from RoCEv2's, which is lower than all markers.
local by_destination = Proto("inflight.roce", "RoCEv2 port, by destination")

function by_destination.dissector(tvb, pinfo, tree)
  for _, marker in ipairs(markers) do
    if marker.table == "udp.port" and marker.value == pinfo.dst_port and marker.value ~= ROCE_PORT then
      return marker.proto.dissector(tvb, pinfo, tree)
    end
  end
  if not dissect_int_by_dscp(tvb, pinfo, tree) then
    hand_on("udp.port", ROCE_PORT, tvb, 0, pinfo, tree)
  end
  return tvb:captured_len()
end

DissectorTable.get("udp.port"):add(ROCE_PORT, by_destination)

-- Registers each protocol by its marker, and no more by the one that it had.
local function register()
  for _, marker in ipairs(markers) do
    local value = inflight.prefs[marker.pref]
    local dissectors = DissectorTable.get(marker.table)
    if marker.value and marker.value ~= value then
      dissectors:remove(marker.value, marker.proto)
      marker.value = nil
    end
    if value ~= 0 and not marker.value then
      dissectors:add(value, marker.proto)
      marker.value = value
    end
  end
end

inflight.prefs_changed = register
register()
