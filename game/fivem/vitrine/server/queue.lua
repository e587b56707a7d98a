--- Commands that were taken and are not finished: one at a time per player in the order of arrival, at most eight players
--- at once, and a pause between two effects of one player. When one must wait, those behind it go back, so that they are
--- offered again in their order. They are only in memory: a lost one had not begun, and its lease ends.
local Journal, Outbox, Execute, Outcome = Vitrine.Journal, Vitrine.Outbox, Vitrine.Execute, Vitrine.Outcome
local Queue = { paused = false }

local workers, pauseMs, capacity, namedMax, cancelledMs = 8, 250, 50, 100, 30000
local byId = {}
local players = {}
local ready = {}
local active, count = 0, 0
--- When Vitrine cancelled ids that are not here, and those ids, the oldest first.
local cancelled, cancelledIds = {}, {}

local pump

local function work(player)
  local list = players[player]
  local entry = list[1]
  if entry then
    entry.running = true
    local ok, problem = pcall(Execute.run, entry.command)
    if not ok then
      Vitrine.Log.error('Erro interno na entrega: ' .. tostring(problem))
      local row = Journal.get(entry.command.id)
      -- Our own mistake must not repeat an effect: if it began, a person must look at it.
      if not row or row.s == 'started' or row.s == 'given' then
        pcall(Execute.decided, entry.command, Outcome.new(row and 'uncertain' or 'adapter_error'))
      end
    end
    table.remove(list, 1)
    byId[entry.command.id] = nil
    count = count - 1
  end
  active = active - 1
  if #list == 0 then
    players[player] = nil
  else
    SetTimeout(pauseMs, function()
      ready[#ready + 1] = player
      pump()
    end)
  end
  pump()
end

function pump()
  while active < workers and #ready > 0 and not Queue.paused do
    local player = table.remove(ready, 1)
    active = active + 1
    CreateThread(function() work(player) end)
  end
end

--- The journal knows this id: it is never executed again, and its outcome is reported again. There is one exception:
--- Vitrine has stored a failure and offers it again with a higher attempt, which is a decision to try again.
local function known(command)
  local row = Journal.get(command.id)
  if not row then return false end
  if row.s == 'started' or row.s == 'given' then
    row.n = math.max(command.attempt, Vitrine.JsonUtil.int(row.n) or 1)
    return true
  end
  if row.s == 'done' then
    row.n = math.max(command.attempt, Vitrine.JsonUtil.int(row.n) or 1)
    Outbox.add(command.id, row.n, row.res)
    return true
  end
  if row.st ~= 'succeeded' and command.attempt > (Vitrine.JsonUtil.int(row.n) or 1) then return false end
  Outbox.add(command.id, command.attempt, { status = row.st, code = row.code, message = row.m, at = row.at })
  return true
end

local function remember(id)
  if type(id) ~= 'string' or #id > 64 then return end
  if #cancelledIds >= namedMax then cancelled[table.remove(cancelledIds, 1)] = nil end
  cancelledIds[#cancelledIds + 1] = id
  cancelled[id] = GetGameTimer()
end

--- Whether it was cancelled before it came. It is asked once, because a person may send it again.
local function wasCancelled(id)
  local at = cancelled[id]
  cancelled[id] = nil
  return at and GetGameTimer() - at < cancelledMs
end

--- Takes a command as it arrived.
---@param raw any
function Queue.offer(raw)
  local command = Vitrine.Arguments.command(raw)
  if not command then return Vitrine.Log.warn('Uma entrega sem identificação foi ignorada') end
  local entry = byId[command.id]
  if entry then
    entry.command.attempt = math.max(entry.command.attempt, command.attempt)
    -- It was given out anew, so it may begin until the new end. An end never becomes earlier.
    local before, offered = entry.command.expires_at, command.expires_at
    entry.command.expires_at = before and offered and math.max(before, offered)
    return
  end
  Vitrine.Waiting.drop(command.id)
  if known(command) then return end
  Outbox.drop(command.id)
  if wasCancelled(command.id) then return Execute.decided(command, Outcome.new('cancelled')) end
  entry = { command = command }
  byId[command.id] = entry
  count = count + 1
  local player = command.player.key
  if players[player] then
    table.insert(players[player], entry)
  else
    players[player] = { entry }
    ready[#ready + 1] = player
  end
  pump()
end

--- Vitrine has moved the ends: until when each command may begin, by id. An end never becomes earlier.
---@param ends table
function Queue.renew(ends)
  for id, at in pairs(ends) do
    local entry, till = byId[id], Vitrine.JsonUtil.int(at)
    if entry and till and entry.command.expires_at then
      entry.command.expires_at = math.max(entry.command.expires_at, till)
    end
  end
end

--- The command must not start any more. A running one goes on, and its outcome is reported. The answer that brings it may be
--- on its way still, so an id that is not here is remembered for 30 s.
---@param id any
function Queue.cancel(id)
  local entry = byId[id]
  if not entry then return remember(id) end
  if entry.running then return end
  local list = players[entry.command.player.key]
  for place, one in ipairs(list) do
    if one == entry then table.remove(list, place) break end
  end
  byId[id] = nil
  count = count - 1
  Execute.decided(entry.command, Outcome.new('cancelled'))
end

--- Gives back what the player's delivery holds up.
local function holdBack(command)
  local list, back = players[command.player.key] or {}, {}
  for place = #list, 1, -1 do
    if not list[place].running then
      table.insert(back, 1, table.remove(list, place).command)
    end
  end
  for _, one in ipairs(back) do
    byId[one.id] = nil
    count = count - 1
    local outcome = Outcome.new('held_back')
    Outbox.add(one.id, one.attempt, outcome)
    Vitrine.Pending.note(one, 'waiting', outcome)
  end
end
Execute.onDeferred = holdBack

--- Another server delivers now: what has not begun is forgotten, because it is offered there.
function Queue.clear()
  for id, entry in pairs(byId) do
    if not entry.running then
      local list = players[entry.command.player.key]
      for place = #list, 1, -1 do
        if list[place] == entry then table.remove(list, place) end
      end
      byId[id] = nil
      count = count - 1
    end
  end
end

--- Ids that are taken and not finished, to renew their leases; at most 100, as many as a request may name.
---@return string[]
function Queue.inProgress()
  local ids, named = {}, {}
  local function name(id)
    if #ids >= namedMax or named[id] then return end
    named[id] = true
    ids[#ids + 1] = id
  end
  for id in pairs(byId) do name(id) end
  for _, id in ipairs(Vitrine.Recovery.ids()) do name(id) end
  for _, id in ipairs(Vitrine.Proof.ids()) do name(id) end
  -- Another request carries their result at this moment. Left out, they would look lost.
  for _, id in ipairs(Outbox.flying()) do name(id) end
  return ids
end

--- How many more commands may be sent.
---@return integer
function Queue.room()
  if Queue.paused or not Vitrine.Recovery.finished then return 0 end
  return math.max(0, math.min(capacity - count, Vitrine.Proof.room()))
end

---@return integer
function Queue.size()
  return count
end

--- Before a restart nothing new begins; `false` means that the restart was cancelled.
---@param paused boolean
function Queue.pause(paused)
  Queue.paused = paused
  pump()
end

Vitrine.Queue = Queue
