--- Calls functions that a base offers as exports (ESX, QBCore, Qbox, ox_inventory).
local Outcome = Vitrine.Outcome
local Core = {}

--- Calls an export and returns its values. An export that raises may have changed something before: then the outcome is
--- unknown. Must be called from a thread. Raises `framework_missing` while the resource does not run.
---@param resource string
---@param name string
---@param ... any
---@return any ...
function Core.call(resource, name, ...)
  if GetResourceState(resource) ~= 'started' then
    Outcome.raise('framework_missing', ('O recurso %s não está ligado'):format(resource))
  end
  local arguments = table.pack(...)
  local found = table.pack(pcall(function()
    return exports[resource][name](nil, table.unpack(arguments, 1, arguments.n))
  end))
  if not found[1] then Outcome.unknown('adapter_error', ('%s:%s: %s'):format(resource, name, tostring(found[2]))) end
  return table.unpack(found, 2, found.n)
end

--- The same for a function that only reads: nil where the export is missing or raises.
---@param resource string
---@param name string
---@param ... any
---@return any
function Core.ask(resource, name, ...)
  if GetResourceState(resource) ~= 'started' then
    Outcome.raise('framework_missing', ('O recurso %s não está ligado'):format(resource))
  end
  local arguments = table.pack(...)
  local ok, found = pcall(function() return exports[resource][name](nil, table.unpack(arguments, 1, arguments.n)) end)
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

Vitrine.Core = Core
