--- Calls functions that a base offers as exports (ESX, QBCore, Qbox, ox_inventory).
local Outcome = Vitrine.Outcome
local Core = {}

local settleMs = 10000

--- Calls a function of a base and returns its values. One that raises may have changed something before: then the outcome is
--- unknown. Must be called from a thread.
---@param what string its name, for the message
---@param fn function
---@param ... any
---@return any ...
function Core.run(what, fn, ...)
  local found = table.pack(pcall(fn, ...))
  if not found[1] then Outcome.unknown('adapter_error', ('%s: %s'):format(what, tostring(found[2]))) end
  return table.unpack(found, 2, found.n)
end

local function requireStarted(resource)
  if GetResourceState(resource) ~= 'started' then
    Outcome.raise('framework_missing', ('O recurso %s não está ligado'):format(resource))
  end
end

local function export(resource, name, ...) return exports[resource][name](nil, ...) end

--- Calls an export as `Core.run` calls a function. Raises `framework_missing` while the resource does not run.
---@param resource string
---@param name string
---@param ... any
---@return any ...
function Core.call(resource, name, ...)
  requireStarted(resource)
  return Core.run(('%s:%s'):format(resource, name), export, resource, name, ...)
end

--- The same for a function that only reads: nil where the export is missing or raises.
---@param resource string
---@param name string
---@param ... any
---@return any
function Core.ask(resource, name, ...)
  requireStarted(resource)
  local ok, found = pcall(export, resource, name, ...)
  return ok and found or nil
end

--- Whether a connected person has this account and no loaded character. Such a person may be loading any
--- character of the account at this moment, from a row that was read before we write.
---@param isTheirs fun(identifier: string): boolean whether a person with this identifier has the account
---@param loaded fun(source: integer): boolean
---@return boolean
function Core.choosing(isTheirs, loaded)
  for _, source in ipairs(GetPlayers()) do
    for _, identifier in ipairs(GetPlayerIdentifiers(source)) do
      local number = Vitrine.Proxy.integer(source)
      if number and isTheirs(identifier) and not loaded(number) then return true end
    end
  end
  return false
end

--- After a write for somebody who is away: whoever entered meanwhile may have the old value in memory. Raises `adapter_error`,
--- so that it is tried again with the loaded character. `player_offline` would say that nothing was written, and then what the
--- next attempt finds would count as the player's own.
---@param source fun(player: integer|string): integer|nil, boolean
---@param player integer|string
function Core.mustBeAway(source, player)
  local here, entering = source(player)
  if here or entering then Outcome.raise('adapter_error', 'O jogador entrou durante a entrega; tentando de novo') end
end

--- Makes the list of loaded characters. A base's player object is big, so each source is asked for its character once, and
--- again when the base says that it changed.
---@param characterOf fun(source: integer): string|integer|nil
---@param events string[] events of the base with the source that leaves its character or gets another
---@return fun(): table<string|integer, integer>
function Core.onlineBy(characterOf, events)
  local known, changedAt = {}, {}
  --- The base may still answer the old character for a moment, so this source is asked again for a while.
  local function forget(one)
    local number = Vitrine.Proxy.integer(one) or 0
    known[number], changedAt[number] = nil, GetGameTimer()
  end
  for _, event in ipairs(events) do AddEventHandler(event, forget) end
  AddEventHandler('playerDropped', function() forget(source) end)
  return function()
    local online, still = {}, {}
    for _, one in ipairs(GetPlayers()) do
      local source = Vitrine.Proxy.integer(one)
      if source then
        local id = known[source] or characterOf(source)
        if id then online[id] = source end
        if GetGameTimer() - (changedAt[source] or -settleMs) >= settleMs then
          still[source], changedAt[source] = id, nil
        end
      end
    end
    known = still
    return online
  end
end

Vitrine.Core = Core
