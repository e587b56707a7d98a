--- Deliveries that were deferred for a cause in the city itself (no room, a resource or the disk away). Each is checked again
--- so that Vitrine hears at once when its cause is gone. They are only in memory: after a restart they are offered again.
local Execute = Vitrine.Execute
local Waiting = { onReady = nil }

local everyMs, most, perTurn, tellings, againMs = 1000, 50, 5, 3, 60000
local causes = { player_offline = true, framework_missing = true, adapter_error = true, storage_unavailable = true }
local byId, order = {}, {}

local function isHere(command)
  local ok, player = pcall(Vitrine.Players.find, command.player.key)
  return ok and player ~= nil
end

--- No room shows only when it is tried, so those come again after a minute, or when the player asks; so does what an own
--- action said of a player who was here.
local function isReady(entry)
  if entry.ready then return true end
  if entry.code == 'inventory_full' or entry.code == 'player_offline' and entry.here then
    return getTickCount() - entry.at >= againMs and Execute.mayRun(entry.command)
  end
  -- A cause that is not looked at before the effect would be tried without end.
  if entry.code ~= 'player_offline' and getTickCount() - entry.at < 5000 then return false end
  if entry.code == 'storage_unavailable' then return Vitrine.Journal.catchUp(entry.command.player.key) and Vitrine.Journal.keeps() end
  return Execute.mayRun(entry.command)
end

--- Remembers a deferred delivery; other outcomes are ignored.
---@param command table
---@param outcome table
function Waiting.add(command, outcome)
  if outcome.status ~= 'deferred' or not causes[outcome.code] and outcome.code ~= 'inventory_full' then return end
  if not byId[command.id] then order[#order + 1] = command.id end
  byId[command.id] = { command = command, code = outcome.code, ready = false, told = 0, at = getTickCount(),
    here = isHere(command) }
  if #order > most then byId[table.remove(order, 1)] = nil end
end

--- A person asks for these now, whatever their causes say. A delivery that is not remembered here waits for its time.
---@param ids string[]
function Waiting.urge(ids)
  for _, id in ipairs(ids) do
    if byId[id] then byId[id].ready = true end
  end
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
  local looked, tell = 0, false
  for _ = 1, #order do
    if looked == perTurn then break end
    local id = table.remove(order, 1)
    local entry = byId[id]
    if entry then
      order[#order + 1] = id
      looked = looked + 1
      local before = entry.ready
      entry.ready = isReady(entry)
      tell = tell or entry.ready and not before
    end
  end
  if tell and Waiting.onReady then Waiting.onReady() end
end

--- Starts the checks. They have no effect, so they disturb nothing that runs.
function Waiting.start()
  Vitrine.each(everyMs, turn)
end

Vitrine.Waiting = Waiting
