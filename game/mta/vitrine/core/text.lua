--- Reads foreign values: nothing here raises, and every type is checked. Lua 5.1 has no integers and no UTF-8, so both are
--- looked at here.
local Text = {}

local exact = 9007199254740991

--- The number of characters of a text; nil if it is no UTF-8.
---@param text string
---@return integer|nil
function Text.length(text)
  local at, count, size = 1, 0, #text
  while at <= size do
    local byte = text:byte(at)
    local more = byte < 128 and 0 or byte >= 194 and byte < 224 and 1 or byte >= 224 and byte < 240 and 2
      or byte >= 240 and byte < 245 and 3
    if not more then return nil end
    for next = at + 1, at + more do
      local part = text:byte(next)
      if not part or part < 128 or part > 191 then return nil end
    end
    local second = more > 1 and text:byte(at + 1)
    -- Longer than needed, half of a pair, or beyond the last character.
    if byte == 224 and second < 160 or byte == 237 and second > 159 or byte == 240 and second < 144
      or byte == 244 and second > 143 then return nil end
    at, count = at + more + 1, count + 1
  end
  return count
end

--- The first `max` characters of a text in UTF-8.
local function cut(text, max)
  local at, count = 1, 0
  while at <= #text do
    if count == max then return text:sub(1, at - 1) end
    local byte = text:byte(at)
    at = at + (byte < 128 and 1 or byte < 224 and 2 or byte < 240 and 3 or 4)
    count = count + 1
  end
  return text
end

--- An integer, also if it arrived as 12.0 or as digits; nil for everything else (1.5, '1e3', '0x10', nan).
---@param value any
---@return integer|nil
function Text.int(value)
  if type(value) == 'string' then
    if not value:match('^%-?%d+$') or #value > 15 then return nil end
    value = tonumber(value)
  end
  if type(value) ~= 'number' or value ~= math.floor(value) or math.abs(value) > exact then return nil end
  return value
end

--- A text that is not empty, or nil.
---@param value any
---@return string|nil
function Text.str(value)
  if type(value) == 'string' and value ~= '' then return value end
  return nil
end

--- The value if it is a table, or an empty table.
---@param value any
---@return table
function Text.tab(value)
  if type(value) == 'table' then return value end
  return {}
end

--- Makes a text safe to print and to encode: no control characters, valid UTF-8, at most `max` characters.
---@param value any
---@param max integer
---@return string
function Text.clean(value, max)
  local text = tostring(value):gsub('%c+', ' ')
  if not Text.length(text) then text = text:gsub('[\128-\255]', '?') end
  return cut(text, max)
end

Vitrine.Text = Text
