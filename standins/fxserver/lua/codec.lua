-- The format of values between two resources, or between a resource and the server. As in the real msgpack: integer
-- keys stay integers, integers and floats differ, metatables are dropped, functions become references. It is text,
-- because the bridge to JavaScript carries only text and small numbers exactly.
--   n nil   t f booleans   i<digits>; integer   d<number>; float   s<text>; string   { key value ... } table   r<owner>|<id>; function
local C = {}

local find, sub, format, byte, gsub = string.find, string.sub, string.format, string.byte, string.gsub
local function hex(c) return format('%%%02X', byte(c)) end
local function unhex(h) return string.char(tonumber(h, 16)) end

--- Text that the bridge carries unchanged: no NUL, no separators, and bytes that are no UTF-8 as %HH.
function C.escape(s)
  if find(s, '[%z%%;]') then s = gsub(s, '[%z%%;]', hex) end
  if not utf8.len(s) then s = gsub(s, '[\128-\255]', hex) end
  return s
end

function C.unescape(s)
  if find(s, '%', 1, true) then s = gsub(s, '%%(%x%x)', unhex) end
  return s
end

--- `makeRef(fn)` turns a function into an id. Without it functions are dropped.
function C.encode(value, owner, makeRef)
  local out, n, depth = {}, 0, 0
  local function put(s) n = n + 1; out[n] = s end
  local function walk(v)
    local t = type(v)
    if t == 'nil' then put('n')
    elseif t == 'boolean' then put(v and 't' or 'f')
    elseif t == 'string' then put('s'); put(C.escape(v)); put(';')
    elseif t == 'number' then
      if math.type(v) == 'integer' then put('i' .. v .. ';') else put(format('d%.17g;', v)) end
    elseif t == 'table' then
      local ref = rawget(v, '__cfx_functionReference')
      if ref then put('r' .. ref .. ';') return end
      depth = depth + 1
      if depth > 100 then error('table is nested too deeply (or contains itself)', 0) end
      put('{')
      for k, x in next, v do
        local tk = type(k)
        if (tk == 'string' or tk == 'number' or tk == 'boolean') and type(x) ~= 'userdata' and type(x) ~= 'thread' then
          walk(k); walk(x)
        end
      end
      put('}')
      depth = depth - 1
    elseif t == 'function' and makeRef then put('r' .. owner .. '|' .. makeRef(v) .. ';')
    else put('n') end
  end
  walk(value)
  return table.concat(out)
end

--- `fromRef(text)` turns a reference into a function.
function C.decode(text, fromRef)
  local pos = 1
  local function read()
    local tag = sub(text, pos, pos)
    pos = pos + 1
    if tag == 'n' then return nil end
    if tag == 't' then return true end
    if tag == 'f' then return false end
    if tag == '{' then
      local t = {}
      while sub(text, pos, pos) ~= '}' do
        local k = read()
        local v = read()
        if k ~= nil then t[k] = v end
      end
      pos = pos + 1
      return t
    end
    local stop = find(text, ';', pos, true)
    local body = sub(text, pos, stop - 1)
    pos = stop + 1
    if tag == 's' then return C.unescape(body) end
    if tag == 'i' then return math.tointeger(body) or math.tointeger(tonumber(body)) end
    if tag == 'd' then
      if find(body, 'nan') then return 0 / 0 end
      if body == 'inf' then return math.huge elseif body == '-inf' then return -math.huge end
      return tonumber(body) + 0.0
    end
    if tag == 'r' then return fromRef and fromRef(body) or nil end
    error('bad wire text at ' .. pos, 0)
  end
  return read()
end

return C
