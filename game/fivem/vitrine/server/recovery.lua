--- At start: what the journal says was finished or interrupted. Runs before new commands are asked for, so that
--- nothing else has changed the players meanwhile.
local Guard, Outcome, Journal, Sql = Vitrine.Guard, Vitrine.Outcome, Vitrine.Journal, Vitrine.Sql
local Recovery = { finished = false, open = {} }

local waitCodes = { framework_missing = true, db_unavailable = true, timeout = true }
local againMs, silencesMax = 5000, 3
--- So long the base may still be at work on a call of before the script was stopped.
local workMs = 60000
--- What Vitrine said of each: true where it has decided about the delivery already.
local decided = {}

local function uncertain(command)
  Vitrine.Execute.decided(command, Outcome.new('uncertain', 'O servidor parou durante a entrega; verifique na cidade'))
end

--- What shows that nothing happened. A server that was started again has lost its memory and loads the row, so then the
--- row as it was before counts. Its timer begins at each start.
local function untouched(row, probe)
  local timer = Vitrine.JsonUtil.int(row.timer)
  local restarted = timer ~= nil and GetGameTimer() < timer
  if restarted and probe.row ~= nil then return probe.row end
  return probe.before
end

--- Whether the base's own record of moves names it. That nothing came is asked once the base has had time to finish, unless the
--- server was started again: then nothing of before is under way.
---@return boolean
local function told(row, job, adapter)
  local found = adapter.told and adapter.told(job)
  if found ~= false then return found == true end
  local since = GetGameTimer() - (Vitrine.JsonUtil.int(row.timer) or 0)
  if since >= 0 and since < workMs then Outcome.raise('framework_missing') end
  return false
end

--- Compares the world with what was written before the effect. What the game has shown is never repeated.
---@return 'again'|'done'|'uncertain'
local function evidence(row)
  local job = Vitrine.Arguments.job(row.cmd)
  local adapter = Vitrine.Detect.require()
  if Sql.hasMarker(job.id) then return 'done' end
  if told(row, job, adapter) then return 'done' end
  local probe = type(row.probe) == 'table' and row.probe or {}
  -- Effect and marker are one transaction: without the marker nothing happened.
  if probe.marker then return Sql.marking and 'again' or 'uncertain' end
  local read = adapter.read[probe.kind or '']
  local now = read and read(job, probe)
  local before = untouched(row, probe)
  if now == nil or before == probe.after then return 'uncertain' end
  if now == before then return row.s == 'started' and 'again' or 'uncertain' end
  return now == probe.after and 'done' or 'uncertain'
end

local function recover(row)
  local command = row.cmd
  local blind = command.action == 'execute_command' or command.action == 'run_action'
  if blind or not Vitrine.Arguments.job(command) then return uncertain(command) end
  local adapter = Vitrine.Detect.require()
  -- The disk lost the end of what Vitrine has an outcome of. What is repeated now would come a second time.
  local over = decided[command.id]
  if Vitrine.Arguments.repeatable[command.action] then
    if over then return uncertain(command) end
    return Vitrine.Execute.run(command, true)
  end
  if not adapter.actions[command.action] then return uncertain(command) end
  local state, found = Guard.run(10000, function() return evidence(row) end)
  if state == 'timeout' then Outcome.raise('timeout') end
  if state == 'error' then error(found, 0) end
  if found == 'again' and not over then return Vitrine.Execute.run(command, true) end
  if found == 'done' then
    local outcome, job = Outcome.new('ok', 'Entregue (confirmado após reinício)'), Vitrine.Arguments.job(command)
    local probe = type(row.probe) == 'table' and row.probe or {}
    local make = adapter.proofs and adapter.proofs[probe.kind or '']
    local proof = make and make(job, probe.after)
    if proof then return Vitrine.Proof.add(job, outcome, proof) end
    return Vitrine.Execute.decided(command, outcome)
  end
  uncertain(command)
end

--- Whether base and database answer at all: then a silence is about this player alone.
local function baseAnswers()
  local state = Guard.run(3000, function()
    Vitrine.Detect.require().online()
    if Sql.driver then Sql.query('SELECT 1 AS one') end
  end)
  return state == 'done'
end

--- Handles one row. False if it must be tried again because base or database are away. `silences`: how often there was no
--- answer about it.
local function attempt(id, row, silences)
  local command = Vitrine.Arguments.command(row.cmd)
  if row.unreadable or not command or command.id ~= id then
    uncertain({ id = id, attempt = row.n or 1, player = { key = '-', city_id = '-' }, action = '-', order = '-', label = '-' })
    return true
  end
  command.attempt = math.max(command.attempt, row.n or 1)
  row.cmd = command
  local ok, problem = pcall(recover, row)
  if ok then return true end
  local code = Outcome.fromError(problem).code
  if waitCodes[code] and not (code == 'timeout' and silences >= silencesMax and baseAnswers()) then return false, code end
  uncertain(command)
  return true
end

--- Reads the rest of the journal: results go to the outbox, interrupted deliveries wait for `run`.
function Recovery.load()
  for id, row in pairs(Journal.rows) do
    if row.s == 'done' then
      Vitrine.Outbox.add(id, row.n, row.res)
    elseif row.s ~= 'settled' then
      Recovery.open[id] = row
    end
  end
  Recovery.finished = next(Recovery.open) == nil
end

--- Vitrine has answered a request that named these.
---@param named string[]
---@param over table<string, boolean> those that it has decided about
function Recovery.heard(named, over)
  for _, id in ipairs(named) do
    if Recovery.open[id] then decided[id] = over[id] or false end
  end
end

--- A new hello: what Vitrine said before may be over, because another server may have had the seat meanwhile.
function Recovery.forget()
  decided = {}
end

--- Ids to ask Vitrine about, those that it has not answered yet first.
---@return string[]
function Recovery.ids()
  local ids, known = {}, {}
  for id in pairs(Recovery.open) do
    local list = decided[id] == nil and ids or known
    list[#list + 1] = id
  end
  return table.move(known, 1, #known, #ids + 1, ids)
end

--- When a delivery began: the start of the script, ms since the start of the server, seconds by a clock that may be set
--- back. Scripts before 1.8 wrote no start, and theirs are older.
local function began(row)
  local int = Vitrine.JsonUtil.int
  return { int(row.boot) or 0, row.boot and 0 or int(row.at) or 0, int(row.timer) or 0 }
end

--- Decides every interrupted delivery. While base or database are away, it tries again every 5 s; while another server has
--- the seat, it waits. Must run in a thread.
function Recovery.run()
  local ids, order = {}, {}
  for id, row in pairs(Recovery.open) do
    ids[#ids + 1], order[id] = id, began(row)
  end
  -- In the order in which they began: what is run again changes the value that a later one is judged by.
  table.sort(ids, function(one, other)
    local a, b = order[one], order[other]
    for part = 1, #a do
      if a[part] ~= b[part] then return a[part] < b[part] end
    end
    return one < other
  end)
  for _, id in ipairs(ids) do
    local silences = 0
    local done, code
    repeat
      while decided[id] == nil or not Vitrine.Sync.seated do Wait(250) end
      done, code = attempt(id, Recovery.open[id], silences)
      silences = silences + (code == 'timeout' and 1 or 0)
      if not done then Wait(againMs) end
    until done
    Recovery.open[id], decided[id] = nil, nil
  end
  Recovery.finished = true
end

Vitrine.Recovery = Recovery
