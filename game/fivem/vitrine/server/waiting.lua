--- Deliveries that were deferred for a cause in the city itself (no room, base or database away). Each is checked
--- about once a second, so that Vitrine hears at once when the cause is gone. They are only in memory: after a
--- restart they are offered again.
local Guard, Execute = Vitrine.Guard, Vitrine.Execute
local Waiting = { onReady = nil }

local everyMs, most, perTurn, tellings = 750, 50, 5, 3
local causes = { inventory_full = true, player_offline = true, framework_missing = true, db_unavailable = true }
local needsPlayer = { inventory_full = true, player_offline = true }
local byId, order = {}, {}

local function isHere(player)
  for _, id in ipairs(Vitrine.Players.list) do
    if id == player then return true end
  end
  return false
end

local function isReady(entry)
  if needsPlayer[entry.code] and not isHere(entry.command.player.city_id) then return false end
  return Execute.mayRun(entry.command)
end

--- Remembers a deferred delivery; other outcomes are ignored.
---@param command VitrineCommand
---@param outcome VitrineOutcome
function Waiting.add(command, outcome)
  if outcome.status ~= 'deferred' or not causes[outcome.code] then return end
  if not byId[command.id] then order[#order + 1] = command.id end
  byId[command.id] = { command = command, code = outcome.code, ready = false, told = 0 }
  if #order > most then byId[table.remove(order, 1)] = nil end
end

--- The delivery is offered again, or no longer wanted.
---@param id string
function Waiting.drop(id)
  byId[id] = nil
end

--- Ids to report to Vitrine now. Each is reported a few times at most; afterwards it waits for its next try.
---@return string[]
function Waiting.take()
  local ids = {}
  for id, entry in pairs(byId) do
    if entry.ready then
      ids[#ids + 1] = id
      entry.told = entry.told + 1
      if entry.told >= tellings then byId[id] = nil end
    end
  end
  return ids
end

local function turn()
  Wait(everyMs)
  local looked, tell = 0, false
  for _ = 1, #order do
    if looked == perTurn then break end
    local id = table.remove(order, 1)
    local entry = byId[id]
    if entry then
      order[#order + 1] = id
      looked = looked + 1
      entry.ready = isReady(entry)
      tell = tell or entry.ready
    end
  end
  if tell and Waiting.onReady then Waiting.onReady() end
end

--- Starts the checks. They have no effect, so they disturb nothing that runs.
function Waiting.start()
  Guard.loop('waiting', turn)
end

Vitrine.Waiting = Waiting
