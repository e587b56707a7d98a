--- The players whose characters are loaded, so that Vitrine knows what it can deliver now.
local Players = { list = {}, onLoaded = nil }
local here = {}

local known = {}

local function fromBase(adapter)
  local users = adapter.online()
  local list = {}
  for id, source in pairs(type(users) == 'table' and users or {}) do
    local player = Vitrine.Proxy.integer(id)
    local number = Vitrine.Proxy.integer(source)
    -- A temporary source (above 65535) belongs to a player who is still connecting.
    if player and player > 0 and (not number or number <= 65535) then list[#list + 1] = player end
  end
  table.sort(list)
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
  local texts = {}
  here = {}
  for index, player in ipairs(list) do
    texts[index] = tostring(player)
    here[texts[index]] = true
  end
  Players.list = texts
end

--- Whether the character with this city id is loaded.
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
