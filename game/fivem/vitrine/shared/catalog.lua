--- Whether a name is in one of the base's own lists, and how the city writes it. A list is told as in an adapter's
--- `lists`: its files, and perhaps the name of its table (types.lua).
local Catalog = {}
local byFile = {}

--- The entries of one file by their names, and whether these are all; false if it is not readable or names nothing.
local function read(list, file)
  local key = ('%s %s'):format(file, list.table or '')
  if byFile[key] == nil then
    local ok, text = pcall(LoadResourceFile, list.resource or 'vrp', file)
    local names, entries, whole = {}, {}, true
    if ok and type(text) == 'string' then entries, whole = Vitrine.ListFile.entries(text, list.table) end
    for _, entry in ipairs(entries) do names[entry.name] = names[entry.name] or entry end
    byFile[key] = next(names) and { names = names, whole = whole } or false
  end
  return byFile[key]
end

--- The entry of this name, and whether the lists say all names. With `anyCase` another spelling is found too, if only
--- one name has it.
local function entryOf(list, name, anyCase)
  local readAny, whole, other, several = false, list.closed ~= false, nil, false
  for _, file in ipairs(list.files) do
    local found = read(list, file)
    local names = found and found.names or {}
    if found then readAny, whole = true, whole and found.whole end
    if names[name] then return names[name], true end
    for own, entry in pairs(anyCase and names or {}) do
      if own:lower() == name:lower() then
        several = several or other ~= nil and other.name ~= own
        other = entry
      end
    end
  end
  return not several and other or nil, readAny and whole
end

--- The name in the city's own spelling; false: the lists do not have it; nil: no list can be read whole, or the owner
--- turned the check off. Must be called from a thread.
---@param list { files: string[], table?: string, resource?: string }
---@param name string
---@param anyCase? boolean models of vehicles mean the same in capitals, but a garage compares them exactly
---@return string|false|nil
function Catalog.find(list, name, anyCase)
  if not Vitrine.Settings.get('CheckNames') then return nil end
  local entry, complete = entryOf(list, name, anyCase)
  if entry then return entry.name end
  if complete then return false end
  return nil
end

--- The weight of one item by the city's list; nil if no list says it. Must be called from a thread.
---@param list { files: string[], table?: string, resource?: string }
---@param name string
---@return number|nil
function Catalog.weight(list, name)
  local entry = entryOf(list, name)
  return entry and entry.weight
end

--- The gtype of a group of vRP 1, whose groups of one gtype push each other out; nil without one or without the list.
--- Must be called from a thread.
---@param list { files: string[], table?: string, resource?: string }
---@param group string
---@return string|nil
function Catalog.gtype(list, group)
  local entry = entryOf(list, group)
  return entry and entry.gtype
end

--- Files are read again after a restart of the base.
function Catalog.forget()
  byFile = {}
end

Vitrine.Catalog = Catalog
