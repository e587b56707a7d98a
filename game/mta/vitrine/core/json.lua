--- JSON of our own. MTA's toJSON and fromJSON are not for strangers' texts (Server/mods/deathmatch/logic/lua/CLuaArgument.cpp
--- of multitheftauto/mtasa-blue): `^R^name` becomes a resource, numbers above 2^31 get a fraction, a text above 65535 bytes ends
--- its object, keys end at 254 bytes, and nil is written as 0.
local Json = {}

local deepest = 32
local escapes = { ['"'] = '"', ['\\'] = '\\', ['/'] = '/', b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

local function fail()
  error('json', 0)
end

--- The bytes of a character.
local function utf8Of(code)
  if code < 128 then return string.char(code) end
  if code < 2048 then return string.char(192 + math.floor(code / 64), 128 + code % 64) end
  if code < 65536 then
    return string.char(224 + math.floor(code / 4096), 128 + math.floor(code / 64) % 64, 128 + code % 64)
  end
  return string.char(240 + math.floor(code / 262144), 128 + math.floor(code / 4096) % 64,
    128 + math.floor(code / 64) % 64, 128 + code % 64)
end

local function space(text, at)
  return text:find('[^ \t\r\n]', at) or #text + 1
end

local function hexAt(text, at)
  local digits = text:match('^%x%x%x%x', at)
  return digits and tonumber(digits, 16) or fail()
end

--- The text that begins after a quote, and the place behind it.
local function readText(text, at)
  local parts = {}
  while true do
    local stop = text:find('["\\%z\1-\31]', at)
    if not stop then fail() end
    parts[#parts + 1] = text:sub(at, stop - 1)
    local sign = text:sub(stop, stop)
    if sign == '"' then return table.concat(parts), stop + 1 end
    if sign ~= '\\' then fail() end
    local escape = text:sub(stop + 1, stop + 1)
    at = stop + 2
    if escape == 'u' then
      local code = hexAt(text, at)
      at = at + 4
      if code >= 55296 and code < 56320 and text:sub(at, at + 1) == '\\u' then
        local low = hexAt(text, at + 2)
        if low >= 56320 and low < 57344 then
          code, at = 65536 + (code - 55296) * 1024 + low - 56320, at + 6
        end
      end
      -- Half of a pair is no character.
      if code >= 55296 and code < 57344 then code = 65533 end
      parts[#parts + 1] = utf8Of(code)
    else
      parts[#parts + 1] = escapes[escape] or fail()
    end
  end
end

local readValue

local function readList(text, at, depth)
  local list, count = {}, 0
  at = space(text, at)
  if text:sub(at, at) == ']' then return list, at + 1 end
  while true do
    local value
    value, at = readValue(text, at, depth)
    count = count + 1
    -- A hole would end the list for `#` and ipairs.
    if value == nil then value = false end
    list[count] = value
    at = space(text, at)
    local sign = text:sub(at, at)
    if sign == ']' then return list, at + 1 end
    if sign ~= ',' then fail() end
    at = at + 1
  end
end

local function readObject(text, at, depth)
  local object = {}
  at = space(text, at)
  if text:sub(at, at) == '}' then return object, at + 1 end
  while true do
    at = space(text, at)
    if text:sub(at, at) ~= '"' then fail() end
    local key
    key, at = readText(text, at + 1)
    at = space(text, at)
    if text:sub(at, at) ~= ':' then fail() end
    object[key], at = readValue(text, at + 1, depth)
    at = space(text, at)
    local sign = text:sub(at, at)
    if sign == '}' then return object, at + 1 end
    if sign ~= ',' then fail() end
    at = at + 1
  end
end

function readValue(text, at, depth)
  if depth > deepest then fail() end
  at = space(text, at)
  local sign = text:sub(at, at)
  if sign == '"' then return readText(text, at + 1) end
  if sign == '{' then return readObject(text, at + 1, depth + 1) end
  if sign == '[' then return readList(text, at + 1, depth + 1) end
  if text:sub(at, at + 3) == 'true' then return true, at + 4 end
  if text:sub(at, at + 4) == 'false' then return false, at + 5 end
  if text:sub(at, at + 3) == 'null' then return nil, at + 4 end
  local digits = text:match('^%-?%d+%.?%d*[eE]?[+-]?%d*', at)
  local number = digits and tonumber(digits)
  if not number then fail() end
  return number, at + #digits
end

--- Decodes an object or list; nil for anything else (an incomplete text, a proxy's HTML, a bare number).
---@param text any
---@return table|nil
function Json.decode(text)
  if type(text) ~= 'string' then return nil end
  local ok, value, at = pcall(readValue, text, 1, 1)
  if not ok or type(value) ~= 'table' or space(text, at) <= #text then return nil end
  return value
end

local function writeText(text)
  text = text:gsub('[%c"\\]', function(sign)
    if sign == '"' or sign == '\\' then return '\\' .. sign end
    return ('\\u%04x'):format(sign:byte())
  end)
  return '"' .. text .. '"'
end

local function writeNumber(number)
  if number ~= number or number == math.huge or number == -math.huge then return 'null' end
  -- %d would cut at 32 bits on Windows.
  if number == math.floor(number) and math.abs(number) < 1e15 then return ('%.0f'):format(number) end
  return ('%.14g'):format(number)
end

local function write(value, parts)
  local kind = type(value)
  if kind == 'string' then
    parts[#parts + 1] = writeText(value)
  elseif kind == 'number' then
    parts[#parts + 1] = writeNumber(value)
  elseif kind == 'boolean' then
    parts[#parts + 1] = value and 'true' or 'false'
  elseif kind ~= 'table' then
    parts[#parts + 1] = 'null'
  elseif #value > 0 or next(value) == nil then
    parts[#parts + 1] = '['
    for place, one in ipairs(value) do
      if place > 1 then parts[#parts + 1] = ',' end
      write(one, parts)
    end
    parts[#parts + 1] = ']'
  else
    local first = true
    parts[#parts + 1] = '{'
    for key, one in pairs(value) do
      parts[#parts + 1] = (first and '' or ',') .. writeText(tostring(key)) .. ':'
      first = false
      write(one, parts)
    end
    parts[#parts + 1] = '}'
  end
end

--- Encodes our own table. An empty table is written as `[]`, which both sides accept as `{}`.
---@param value table
---@return string
function Json.encode(value)
  local parts = {}
  write(value, parts)
  return table.concat(parts)
end

Vitrine.Json = Json
