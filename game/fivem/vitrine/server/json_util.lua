--- Reads and writes foreign JSON: nothing here raises, and every type is checked.
local JsonUtil = {}

--- Decodes an object or list; nil for anything else (an incomplete text, a proxy's HTML, a bare number).
---@param text any
---@return table|nil
function JsonUtil.decode(text)
  if type(text) ~= 'string' or text == '' then return nil end
  local ok, value = pcall(json.decode, text)
  if ok and type(value) == 'table' then return value end
  return nil
end

--- Encodes our own table. FXServer writes an empty table as `[]`, which both sides accept as `{}`.
---@param value table
---@return string
function JsonUtil.encode(value)
  return json.encode(value)
end

--- An integer, also if it arrived as 12.0 or as digits; nil for everything else (1.5, '1e3', '0x10', nan).
---@param value any
---@return integer|nil
function JsonUtil.int(value)
  if type(value) == 'string' then
    if not value:match('^%-?%d+$') or #value > 18 then return nil end
    value = tonumber(value)
  end
  if type(value) ~= 'number' then return nil end
  return math.tointeger(value)
end

--- A text that is not empty, or nil.
---@param value any
---@return string|nil
function JsonUtil.str(value)
  if type(value) == 'string' and value ~= '' then return value end
  return nil
end

--- The value if it is a table, or an empty table.
---@param value any
---@return table
function JsonUtil.tab(value)
  if type(value) == 'table' then return value end
  return {}
end

--- Makes a text safe to print and to encode: no control characters, valid UTF-8, at most `max` characters.
---@param value any
---@param max integer
---@return string
function JsonUtil.clean(value, max)
  local text = tostring(value):gsub('%c+', ' ')
  if not utf8.len(text) then text = text:gsub('[\128-\255]', '?') end
  local cut = utf8.offset(text, max + 1)
  if cut then text = text:sub(1, cut - 1) end
  return text
end

Vitrine.JsonUtil = JsonUtil
