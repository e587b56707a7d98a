-- FiveM's `msgpack` for the scripts of a base: the types that a saved table can hold, as the format's specification writes them.
msgpack = {}

local function isList(t)
  local n = 0
  for key in pairs(t) do
    if math.type(key) ~= 'integer' or key < 1 then return false end
    n = n + 1
  end
  return n == #t
end

local function pack(value)
  local kind = type(value)
  if value == nil then return '\xC0' end
  if kind == 'boolean' then return value and '\xC3' or '\xC2' end
  if kind == 'number' then
    local n = math.tointeger(value)
    if not n then return string.pack('>Bd', 0xCB, value) end
    if n >= 0 and n < 128 then return string.char(n) end
    if n < 0 and n >= -32 then return string.pack('>b', n) end
    if n >= -2147483648 and n <= 2147483647 then return string.pack('>Bi4', 0xD2, n) end
    return string.pack('>Bi8', 0xD3, n)
  end
  if kind == 'string' then
    if #value < 32 then return string.char(0xA0 + #value) .. value end
    if #value < 65536 then return string.pack('>Bs2', 0xDA, value) end
    return string.pack('>Bs4', 0xDB, value)
  end
  local parts = {}
  if isList(value) then
    for _, one in ipairs(value) do parts[#parts + 1] = pack(one) end
    return string.pack('>BI2', 0xDC, #value) .. table.concat(parts)
  end
  local count = 0
  for key, one in pairs(value) do
    count = count + 1
    parts[count] = pack(key) .. pack(one)
  end
  return string.pack('>BI2', 0xDE, count) .. table.concat(parts)
end
function msgpack.pack(value) return pack(value) end

local sized = {
  [0xCA] = '>f', [0xCB] = '>d', [0xCC] = '>B', [0xCD] = '>I2', [0xCE] = '>I4', [0xCF] = '>I8', [0xD0] = '>b', [0xD1] = '>i2',
  [0xD2] = '>i4', [0xD3] = '>i8', [0xC4] = '>s1', [0xC5] = '>s2', [0xC6] = '>s4', [0xD9] = '>s1', [0xDA] = '>s2', [0xDB] = '>s4',
}
local read
local function table_(data, at, count, map)
  local found = {}
  for index = 1, count do
    local key = index
    if map then key, at = read(data, at) end
    found[key], at = read(data, at)
  end
  return found, at
end
function read(data, at)
  local tag = string.byte(data, at)
  at = at + 1
  if tag < 0x80 then return tag, at end
  if tag >= 0xE0 then return tag - 256, at end
  if tag < 0x90 then return table_(data, at, tag - 0x80, true) end
  if tag < 0xA0 then return table_(data, at, tag - 0x90, false) end
  if tag < 0xC0 then return string.sub(data, at, at + tag - 0xA1), at + tag - 0xA0 end
  if tag == 0xC0 then return nil, at end
  if tag == 0xC2 or tag == 0xC3 then return tag == 0xC3, at end
  if sized[tag] then return string.unpack(sized[tag], data, at) end
  local count, after = string.unpack((tag == 0xDC or tag == 0xDE) and '>I2' or '>I4', data, at)
  return table_(data, after, count, tag == 0xDE or tag == 0xDF)
end
function msgpack.unpack(data) return (read(data, 1)) end
