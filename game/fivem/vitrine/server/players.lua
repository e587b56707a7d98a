--- The players whose characters are loaded, so that Vitrine knows what it can deliver now.
local Players = { list = {}, onLoaded = nil }
local here = {}

local known = {}

--- The key of a base's player: digits of a city id, or kind and text of another id; nil for anything else.
---@param adapter VitrineAdapter
---@param id any
---@return string|nil
function Players.key(adapter, id)
  if adapter.identity then return type(id) == 'string' and #id <= 64 and adapter.identity .. ':' .. id or nil end
  local player = Vitrine.Proxy.integer(id)
  return player and player > 0 and tostring(player) or nil
end

local function fromBase(adapter)
  local users = adapter.online()
  local list = {}
  for id, source in pairs(type(users) == 'table' and users or {}) do
    local key = Players.key(adapter, id)
    local number = Vitrine.Proxy.integer(source)
    -- A temporary source (above 65535) belongs to a player who is still connecting.
    if key and (not number or number <= 65535) then list[#list + 1] = key end
  end
  table.sort(list, function(one, other) return #one < #other or #one == #other and one < other end)
  return list
end

--- Asks the base again. Must be called from a thread. Keeps the old list if the base does not answer.
function Players.refresh()
  local adapter = Vitrine.Detect.adapter
  if not adapter then
    Players.list, here = {}, {}
    return
  end
  local state, list = Vitrine.Guard.run(10000, function() return fromBase(adapter) end)
  if state ~= 'done' then return end
  here = {}
  for _, key in ipairs(list) do here[key] = true end
  Players.list = list
end

--- Whether the character with this key is loaded.
---@param player string
---@return boolean
function Players.isHere(player)
  return here[player] == true
end

--- The loaded players, as many as Vitrine takes in one request.
---@param most integer
---@return string[]
function Players.told(most)
  return #Players.list <= most and Players.list or table.move(Players.list, 1, most, 1, {})
end

--- Number of connected players, loaded or not.
---@return table
function Players.count()
  return { online = #GetPlayers(), max = GetConvarInt('sv_maxclients', 0) }
end

--- Listens to the base's events that say that a character is loaded.
function Players.listen()
  local adapter = Vitrine.Detect.adapter
  for _, event in ipairs(adapter and adapter.events or {}) do
    if not known[event] then
      known[event] = true
      AddEventHandler(event, function()
        CreateThread(function()
          Players.refresh()
          if Players.onLoaded then Players.onLoaded() end
        end)
      end)
    end
  end
end

Vitrine.Players = Players
