--- At start: what the journal says was finished or interrupted. Runs before new commands are asked for, so that
--- nothing else has changed the players meanwhile.
local Guard, Outcome, Journal, Sql = Vitrine.Guard, Vitrine.Outcome, Vitrine.Journal, Vitrine.Sql
local Recovery = { finished = false, open = {} }

local waitCodes = { framework_missing = true, db_unavailable = true, timeout = true }

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

--- Compares the world with what was written before the effect. What the game has shown is never repeated.
---@return 'again'|'done'|'uncertain'
local function evidence(row)
  local job = Vitrine.Arguments.job(row.cmd)
  local adapter = Vitrine.Detect.require()
  if Sql.hasMarker(job.id) then return 'done' end
  local probe = type(row.probe) == 'table' and row.probe or {}
  -- Effect and marker are one transaction: without the marker nothing happened.
  if probe.marker then return Sql.marking and 'again' or 'uncertain' end
  local read = adapter.read[probe.kind or '']
  local now = read and read(job)
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
  if Vitrine.Arguments.repeatable[command.action] then return Vitrine.Execute.run(command, true) end
  if not adapter.actions[command.action] then return uncertain(command) end
  local state, found = Guard.run(10000, function() return evidence(row) end)
  if state == 'timeout' then Outcome.raise('timeout') end
  if state == 'error' then error(found, 0) end
  if found == 'again' then return Vitrine.Execute.run(command, true) end
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

--- Handles one row. False if it must be tried again because base or database are away.
local function attempt(id, row)
  local command = Vitrine.Arguments.command(row.cmd)
  if row.unreadable or not command or command.id ~= id then
    uncertain({ id = id, attempt = row.n or 1, player = { key = '-', city_id = '-' }, action = '-', order = '-', label = '-' })
    return true
  end
  command.attempt = math.max(command.attempt, Vitrine.JsonUtil.int(row.n) or 1)
  row.cmd = command
  local ok, problem = pcall(recover, row)
  if ok then return true end
  if waitCodes[Outcome.fromError(problem).code] then return false end
  uncertain(command)
  return true
end

--- Reads the rest of the journal: results go to the outbox, interrupted deliveries wait for `run`.
function Recovery.load()
  for id, row in pairs(Journal.rows) do
    if row.s == 'done' and type(row.res) == 'table' then
      Vitrine.Outbox.add(id, Vitrine.JsonUtil.int(row.n) or 1, row.res)
    elseif row.s ~= 'settled' then
      Recovery.open[id] = row
    end
  end
  Recovery.finished = next(Recovery.open) == nil
end

--- When a delivery began: seconds, and ms since the start of its server.
local function started(row)
  return { at = Vitrine.JsonUtil.int(row.at) or 0, timer = Vitrine.JsonUtil.int(row.timer) or 0 }
end

--- Decides every interrupted delivery. While base or database are away, it tries again every 5 s. Must run in a
--- thread.
function Recovery.run()
  local ids = {}
  for id in pairs(Recovery.open) do ids[#ids + 1] = id end
  -- In the order in which they began: what is run again changes the value that a later one is judged by.
  table.sort(ids, function(one, other)
    local a, b = started(Recovery.open[one]), started(Recovery.open[other])
    if a.at ~= b.at then return a.at < b.at end
    if a.timer ~= b.timer then return a.timer < b.timer end
    return one < other
  end)
  for _, id in ipairs(ids) do
    while not attempt(id, Recovery.open[id]) do Wait(5000) end
    Recovery.open[id] = nil
  end
  Recovery.finished = true
end

Vitrine.Recovery = Recovery
