--- What commands of players have in common: who asks, how often, and whose command it is.
local Asking = {}

--- The key of the loaded character with this source. Must be called from a thread.
---@param source integer
---@return string|nil
function Asking.playerOf(source)
  local adapter = Vitrine.Detect.adapter
  local state, users = Vitrine.Guard.run(3000, function() return adapter and adapter.online() end)
  if state ~= 'done' or type(users) ~= 'table' then return nil end
  for id, one in pairs(users) do
    if Vitrine.Proxy.integer(one) == source then return Vitrine.Players.key(adapter, id) end
  end
  return nil
end

--- A function that says whether this player may ask now: once in so many ms.
---@param gapMs integer
---@return fun(player: string): boolean
function Asking.seldom(gapMs)
  local askedAt = {}
  return function(player)
    local now = GetGameTimer()
    for one, at in pairs(askedAt) do
      if now - at >= gapMs then askedAt[one] = nil end
    end
    if askedAt[player] then return false end
    askedAt[player] = now
    return true
  end
end

local function taken(command)
  for _, one in pairs(GetRegisteredCommands() or {}) do
    if type(one) == 'table' and one.name == command and one.resource ~= Vitrine.resource then return true end
  end
  return false
end

--- Registers a command for players, in a thread of its own. One that another script has already stays with it.
---@param command string
---@param run fun(source: integer)
function Asking.offer(command, run)
  CreateThread(function()
    Wait(0)
    if taken(command) then
      return Vitrine.Log.info(('Outro script já tem o comando /%s; ele fica com o outro.'):format(command))
    end
    RegisterCommand(command, function(source)
      if source > 0 then CreateThread(function() run(source) end) end
    end, false)
  end)
end

Vitrine.Asking = Asking
