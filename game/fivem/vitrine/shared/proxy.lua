--- Calls functions of the vRP family without importing its files, by two events that are the same in vRP 1 and all
--- Creatives.
local Guard, Outcome = Vitrine.Guard, Vitrine.Outcome
local Proxy = {}

local waitMs = 10000
local nextRid = 0
local waiting = {}
local chosen = {}

AddEventHandler(('vRP:%s:proxy_res'):format(Vitrine.resource), function(rid, values)
  local finish = waiting[rid]
  if not finish then return end
  waiting[rid] = nil
  finish(values)
end)

--- Calls `vRP.<name>(...)` and returns its values. An unknown function returns nil, like a function that returns
--- nothing. An error inside the function gives no answer: after 10 s `timeout` is raised, and the effect is unknown.
---@param name string
---@param ... any integers, texts, booleans, tables; ids and amounts as integers, never as text
---@return any ...
function Proxy.call(name, ...)
  if GetResourceState('vrp') ~= 'started' then Outcome.raise('framework_missing') end
  local arguments = { ... }
  arguments.n = select('#', ...)
  nextRid = nextRid + 1
  local rid = nextRid
  local answer = Guard.await(waitMs, function(finish)
    waiting[rid] = finish
    TriggerEvent('vRP:proxy', name, arguments, Vitrine.resource, rid)
  end)
  waiting[rid] = nil
  if not answer then Outcome.unknown('timeout', ('A base não respondeu a vRP.%s'):format(name)) end
  local values = answer[1]
  if type(values) ~= 'table' then return nil end
  return table.unpack(values, 1, values.n or 4)
end

--- Calls the first of several names that answers something, because forks renamed functions. The name is remembered.
---@param names string[]
---@param ... any
---@return any
function Proxy.any(names, ...)
  local key = table.concat(names, ',')
  if chosen[key] then return Proxy.call(chosen[key], ...) end
  for _, name in ipairs(names) do
    local value = Proxy.call(name, ...)
    if value ~= nil then
      chosen[key] = name
      return value
    end
  end
  return nil
end

--- A number of any form as an integer (`'12'`, `12.0`); nil if it is none.
---@param value any
---@return integer|nil
function Proxy.integer(value)
  local number = tonumber(value)
  if not number or number ~= number or number == math.huge or number == -math.huge then return nil end
  return math.tointeger(number) or math.floor(number)
end

--- After a restart of the base the names must be found again.
function Proxy.forget()
  chosen = {}
end

Vitrine.Proxy = Proxy
