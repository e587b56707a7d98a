--- Deliveries that were deferred for a cause in the city itself (no room, base or database away). Each is checked again
--- when its cause can have changed, so that Vitrine hears at once when it is gone. They are only in memory: after a
--- restart they are offered again.
local Guard, Execute = Vitrine.Guard, Vitrine.Execute
local Waiting = { onReady = nil }

local everyMs, most, perTurn, tellings = 750, 50, 5, 3
local byId, order = {}, {}

--- What a cause depends on, as a text that changes with it. The bag is asked only of a player who is there.
local marks = {
  player_offline = function(player) return tostring(Vitrine.Players.isHere(player.key)) end,
  framework_missing = function() return tostring(Vitrine.Detect.adapter) end,
  db_unavailable = function() return tostring((pcall(Vitrine.Sql.query, 'SELECT 1 AS one'))) end,
  storage_unavailable = function(player)
    return tostring(Vitrine.Journal.catchUp(player.key) and Vitrine.Journal.keeps())
  end,
}
function marks.inventory_full(player)
  local adapter = Vitrine.Detect.adapter
  if not Vitrine.Players.isHere(player.key) or not adapter then return 'away' end
  return adapter.bag and adapter.bag(Vitrine.Arguments.person(player)) or nil
end

--- The mark of an entry's cause, read once a turn for all entries with the same one; nil if it is not known.
local function markOf(entry, seen)
  local player = entry.command.player
  local key = entry.code .. ' ' .. player.key
  if seen[key] == nil then
    local state, mark = Guard.run(3000, function() return marks[entry.code](player) end)
    seen[key] = state == 'done' and mark or false
  end
  return seen[key] or nil
end

local function isReady(entry, seen)
  local mark = markOf(entry, seen)
  if mark == 'away' or mark == 'false' then
    entry.mark = mark
    return false
  end
  -- The first look cannot tell what changed since the delivery was put off.
  if mark and mark == entry.mark then return entry.ready end
  entry.mark = mark
  return Execute.mayRun(entry.command)
end

--- Remembers a deferred delivery; other outcomes are ignored.
---@param command VitrineCommand
---@param outcome VitrineOutcome
function Waiting.add(command, outcome)
  if outcome.status ~= 'deferred' or not marks[outcome.code] then return end
  if not byId[command.id] then order[#order + 1] = command.id end
  byId[command.id] = { command = command, code = outcome.code, ready = false, told = 0 }
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
  Wait(everyMs)
  local looked, tell, seen = 0, false, {}
  for _ = 1, #order do
    if looked == perTurn then break end
    local id = table.remove(order, 1)
    local entry = byId[id]
    if entry then
      order[#order + 1] = id
      looked = looked + 1
      entry.ready = isReady(entry, seen)
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
