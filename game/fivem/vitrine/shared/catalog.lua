--- The base's own lists of items, vehicles and groups, read from its files. Only a key with a table proves a name
--- (`["agua"] = {`, `agua = {`): the files also hold field names, display names and descriptions.
local Catalog = {}
local lists = {}

local keyInBrackets = '^%[%s*(["\'])([^"\'\n]*)%1%s*%]%s*=%s*'
local keyAlone = '^([%a_][%w_]*)%s*=%s*'

--- The place after a comment, a quoted text or a long text that begins at `at`; nil if none begins there.
local function afterText(text, at)
  local quote = text:match('^["\']', at)
  if quote then
    local place = at
    repeat
      local found, char
      found, place, char = text:find('([\\\n' .. quote .. '])', place + 1)
      if not found then return #text + 1 end
      if char == '\\' then place = place + 1 end
    until char ~= '\\'
    return place + 1
  end
  local level = text:match('^%[(=*)%[', at) or text:match('^%-%-%[(=*)%[', at)
  if level then
    local _, close = text:find(']' .. level .. ']', at, true)
    return (close or #text) + 1
  end
  if text:find('^%-%-', at) then return text:find('\n', at, true) or #text + 1 end
end

--- Reads keys with their depth in tables. `owners[d]` is the entry whose table is open at depth d.
local function scan(text)
  local depths, owners, depth, at, pending = {}, {}, 0, 1, nil
  local function key(name, bracket, value)
    if text:sub(value, value) == '{' then
      if depth > 0 or bracket then
        depths[depth] = depths[depth] or {}
        local entry = depths[depth][name] or { name = name }
        depths[depth][name] = entry
        pending = entry
      end
    elseif name:lower() == 'weight' and owners[depth] then
      owners[depth].weight = tonumber(text:match('^%d+%.?%d*', value) or text:match('^%.%d+', value))
    end
  end
  while true do
    at = text:find('[%-"\'%[{}%a_]', at)
    if not at then return depths end
    local quote, quoted = text:match(keyInBrackets, at)
    local plain = not quote and text:match(keyAlone, at)
    local past = not quote and not plain and afterText(text, at)
    if quote or plain then
      local _, last = text:find(quote and keyInBrackets or keyAlone, at)
      key(quoted or plain, quote ~= nil, last + 1)
      at = last + 1
    elseif past then
      at = past
    else
      local char = text:sub(at, at)
      if char == '{' then
        depth = depth + 1
        owners[depth], pending = pending, nil
      elseif char == '}' then
        depth = math.max(0, depth - 1)
      end
      local _, word = text:find('^[%a_][%w_]*', at)
      at = (word or at) + 1
    end
  end
end

--- The entries of a file. They are the depth with the most names, because an entry may hold tables of its own.
local function entries(text)
  local depths, best, most = scan(text), {}, 0
  for depth = 0, 3 do
    local count = 0
    for _ in pairs(depths[depth] or {}) do count = count + 1 end
    if count > most then best, most = depths[depth], count end
  end
  return best
end

local function read(resource, files)
  local found = {}
  for _, file in ipairs(files) do
    local key = resource .. '/' .. file
    if lists[key] == nil then
      local ok, text = pcall(LoadResourceFile, resource, file)
      local list = ok and type(text) == 'string' and entries(text) or {}
      lists[key] = next(list) and list or false
    end
    if lists[key] then found[#found + 1] = lists[key] end
  end
  return found
end

--- The entry of this name. With `anyCase` another spelling is found too, if only one name has it.
local function entry(all, name, anyCase)
  for _, list in ipairs(all) do
    if list[name] then return list[name] end
  end
  if not anyCase then return nil end
  local found
  for _, list in ipairs(all) do
    for own, one in pairs(list) do
      if own:lower() == name:lower() then
        if found and found.name ~= own then return nil end
        found = one
      end
    end
  end
  return found
end

--- The name in the city's own spelling; false: a list was read and does not have it; nil: no list is readable, or the
--- owner turned the check off.
---@param resource string
---@param files string[]
---@param name string
---@param anyCase? boolean models of vehicles mean the same in capitals, but a garage compares them exactly
---@return string|false|nil
function Catalog.find(resource, files, name, anyCase)
  if not Vitrine.Settings.get('CheckNames') then return nil end
  local all = read(resource, files)
  if #all == 0 then return nil end
  local found = entry(all, name, anyCase)
  return found and found.name or false
end

--- The weight of one item by the city's list; nil if no list says it.
---@param resource string
---@param files string[]
---@param name string
---@return number|nil
function Catalog.weight(resource, files, name)
  local found = entry(read(resource, files), name)
  return found and found.weight
end

--- Files are read again after a restart of the base.
function Catalog.forget()
  lists = {}
end

Vitrine.Catalog = Catalog
