-- FXServer's global `json` (lua-rapidjson with dkjson's interface): `{}` is written as `[]`, a decoded null
-- disappears, 64 bit integers stay integers, 1.0 stays a float, and bad input returns nil, position, message instead
-- of raising.
local json = {}
json.null = setmetatable({}, { __tostring = function() return 'null' end, __name = 'json.null' })

local escapes = { ['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }
local function escaped(c) return escapes[c] or string.format('\\u%04x', string.byte(c)) end
local function quote(s) return '"' .. string.gsub(s, '[%c"\\]', function(c) return c == '\127' and c or escaped(c) end) .. '"' end

local function number(v)
  if math.type(v) == 'integer' then return tostring(v) end
  if v ~= v or v == math.huge or v == -math.huge then error('number is not finite', 0) end
  local short = string.format('%.15g', v)
  if tonumber(short) ~= v then short = string.format('%.17g', v) end
  if not string.find(short, '[%.eE]') then short = short .. '.0' end
  return short
end

-- The length if every key is a positive integer and at least half of the places are used, else nil.
local function arrayLength(t)
  local count, max = 0, 0
  for k in next, t do
    if math.type(k) ~= 'integer' or k < 1 then return nil end
    count = count + 1
    if k > max then max = k end
  end
  if max > 16 and count * 2 < max then return nil end
  return max
end

function json.encode(value, options)
  local indent = options and options.indent
  local out = {}
  local function put(s) out[#out + 1] = s end
  local function newline(depth) if indent then put('\n' .. string.rep('    ', depth)) end end
  local function walk(v, depth)
    local t = type(v)
    if v == nil or v == json.null then put('null')
    elseif t == 'boolean' then put(tostring(v))
    elseif t == 'number' then put(number(v))
    elseif t == 'string' then put(quote(v))
    elseif t == 'table' then
      if depth > 128 then error('nested too deeply', 0) end
      local length = arrayLength(v)
      if length then
        put('[')
        for i = 1, length do
          if i > 1 then put(',') end
          newline(depth + 1)
          walk(v[i], depth + 1)
        end
        if length > 0 then newline(depth) end
        put(']')
      else
        put('{')
        local first = true
        for k, x in next, v do
          local tk = type(k)
          if tk ~= 'string' and tk ~= 'number' then error('a ' .. tk .. ' cannot be a key', 0) end
          if not first then put(',') end
          first = false
          newline(depth + 1)
          put(quote(tostring(k)) .. (indent and ': ' or ':'))
          walk(x, depth + 1)
        end
        newline(depth)
        put('}')
      end
    else error("type '" .. t .. "' is not supported by JSON", 0) end
  end
  walk(value, 0)
  return table.concat(out)
end

local named = { ['"'] = '"', ['\\'] = '\\', ['/'] = '/', b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

function json.decode(text, start)
  if type(text) ~= 'string' then return nil, 1, 'a string is expected' end
  local pos = start or 1
  local function fail(message) error({ pos = pos, message = message }, 0) end
  local function space() pos = string.find(text, '[^ \t\r\n]', pos) or #text + 1 end
  local value

  local function codeUnit()
    local digits = string.match(text, '^%x%x%x%x', pos)
    if not digits then fail('bad unicode escape') end
    pos = pos + 4
    return tonumber(digits, 16)
  end
  local function str()
    pos = pos + 1
    local out = {}
    while true do
      local stop = string.find(text, '["\\%c]', pos)
      if not stop then fail('string is not closed') end
      out[#out + 1] = string.sub(text, pos, stop - 1)
      local c = string.sub(text, stop, stop)
      pos = stop + 1
      if c == '"' then return table.concat(out) end
      if c == '\\' then
        local e = string.sub(text, pos, pos)
        pos = pos + 1
        if e == 'u' then
          local unit = codeUnit()
          if unit >= 0xD800 and unit < 0xDC00 and string.sub(text, pos, pos + 1) == '\\u' then
            pos = pos + 2
            unit = 0x10000 + (unit - 0xD800) * 0x400 + (codeUnit() - 0xDC00)
          end
          out[#out + 1] = utf8.char(unit)
        elseif named[e] then out[#out + 1] = named[e]
        else fail('bad escape') end
      elseif c == '\127' then out[#out + 1] = c
      else fail('control character in string') end
    end
  end
  local function num()
    local s, e = string.find(text, '^%-?%d+%.?%d*[eE]?[%+%-]?%d*', pos)
    if not s then fail('value expected') end
    local literal = string.sub(text, s, e)
    if string.find(literal, '^%-?0%d') or string.find(literal, '[%.eE%+%-]$') then fail('bad number') end
    pos = e + 1
    if string.find(literal, '[%.eE]') then return tonumber(literal) + 0.0 end
    return math.tointeger(tonumber(literal)) or tonumber(literal)
  end
  function value(depth)
    if depth > 512 then fail('nested too deeply') end
    space()
    local c = string.sub(text, pos, pos)
    if c == '{' then
      local t = {}
      pos = pos + 1
      space()
      if string.sub(text, pos, pos) == '}' then pos = pos + 1 return t end
      while true do
        space()
        if string.sub(text, pos, pos) ~= '"' then fail('key expected') end
        local k = str()
        space()
        if string.sub(text, pos, pos) ~= ':' then fail("':' expected") end
        pos = pos + 1
        t[k] = value(depth + 1)
        space()
        local d = string.sub(text, pos, pos)
        pos = pos + 1
        if d == '}' then return t end
        if d ~= ',' then pos = pos - 1 fail("',' or '}' expected") end
      end
    elseif c == '[' then
      local t, n = {}, 0
      pos = pos + 1
      space()
      if string.sub(text, pos, pos) == ']' then pos = pos + 1 return t end
      while true do
        n = n + 1
        t[n] = value(depth + 1)
        space()
        local d = string.sub(text, pos, pos)
        pos = pos + 1
        if d == ']' then return t end
        if d ~= ',' then pos = pos - 1 fail("',' or ']' expected") end
      end
    elseif c == '"' then return str()
    elseif string.find(text, '^true', pos) then pos = pos + 4 return true
    elseif string.find(text, '^false', pos) then pos = pos + 5 return false
    elseif string.find(text, '^null', pos) then pos = pos + 4 return nil
    end
    return num()
  end

  local ok, result = pcall(function()
    local v = value(0)
    space()
    if pos <= #text and not start then fail('text after the value') end
    return v
  end)
  if ok then return result end
  if type(result) == 'table' then return nil, result.pos, result.message end
  return nil, pos, tostring(result)
end

return json
