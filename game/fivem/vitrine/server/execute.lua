--- Takes one delivery from its check to its outcome. The order is the promise: check, journal, effect, read back,
--- save, row, journal. If it is interrupted, evidence decides the outcome.
local Guard, Outcome, Journal, Sql = Vitrine.Guard, Vitrine.Outcome, Vitrine.Journal, Vitrine.Sql
local Execute = { checkDiscord = false, onDeferred = nil }

local effectMs, saveMs = 10000, 20000
--- Actions that only change tables: they also work for a player who is still loading.
local tableActions = { add_vehicle = true, remove_vehicle = true, remove_ban = true }
local markerActions = { add_money = true, remove_money = true, add_vehicle = true }

local noPlates = 'Esta base não guarda placas de veículos: deixe a placa vazia e reenvie'

local function digits(value)
  return type(value) == 'string' and value:match('(%d+)$') or value ~= nil and tostring(value):match('^%d+$') or nil
end

--- The city id may have another person's Discord: then hold the delivery. An empty column or '0' means unknown, not
--- different. Only for actions that give: what is taken back comes from the same city id.
local function checkPerson(job, adapter)
  local wanted = job.command.player.discord_id
  local own = Vitrine.Settings.get('CheckDiscord')
  if own == nil then own = Execute.checkDiscord end
  if not own or not wanted or job.command.phase ~= 'confirmation' then return end
  local source = adapter.source(job.player)
  local found
  if source then
    found = GetPlayerIdentifierByType(tostring(source), 'discord')
  elseif adapter.discord then
    found = adapter.discord(job.player)
  end
  found = digits(found)
  if found and found ~= '0' and found ~= wanted then Outcome.raise('player_mismatch') end
end

local function prepare(command)
  local job = Vitrine.Arguments.job(command)
  if command.only_online and not (job.player and Vitrine.Detect.require().source(job.player)) then
    Outcome.raise('player_offline')
  end
  if job.action == 'execute_command' then return { job = job, plan = Vitrine.Commands.plan(job) } end
  if job.action == 'run_action' then return { job = job, plan = Vitrine.OwnActions.plan(job) } end
  local adapter = Vitrine.Detect.require()
  local action = adapter.actions[job.action]
  if not action then Outcome.raise('unsupported_action') end
  if markerActions[job.action] and Sql.hasMarker(job.id) then return { job = job, plan = Outcome.new('ok') } end
  if job.args.plate and not adapter.plate then return { job = job, plan = Outcome.new('unsupported_action', noPlates) } end
  if not adapter.exists(job.player) then Outcome.raise('player_not_found') end
  checkPerson(job, adapter)
  local source, entering = adapter.source(job.player)
  if entering and not source and not tableActions[job.action] then
    Outcome.raise('player_offline', 'O jogador está entrando na cidade; será entregue em seguida')
  end
  return { job = job, plan = action(job) }
end

--- The effect began and nobody saw its end. Only proof decides: the marker of its transaction, or the value that the
--- base shows. A harmless action is repeated; money, items and commands are not.
local function judge(job, plan, problem)
  local silent = problem == nil or type(problem) == 'table' and problem.code == 'timeout'
  local outcome = problem == nil and Outcome.new('timeout') or Outcome.fromError(problem)
  if Vitrine.Arguments.repeatable[job.action] or outcome.status == 'uncertain' then return outcome end
  local state, proven = Guard.run(effectMs, function()
    if plan.marker and Sql.marking then
      if Sql.hasMarker(job.id) then return Outcome.new('ok') end
      -- A database that did not answer may still write.
      return not silent and outcome or nil
    end
    local told = Vitrine.Detect.require().told
    if told and told(job) then return Outcome.new('ok') end
    local read = plan.probe and Vitrine.Detect.require().read[plan.probe.kind]
    local now = read and read(job, plan.probe)
    if now ~= nil and now == plan.probe.after then return Outcome.new('ok') end
  end)
  if state == 'done' and proven then return proven end
  return Outcome.new('uncertain', 'Não foi possível confirmar; verifique na cidade: ' .. outcome.message)
end

local function act(job, plan)
  local state, result = Guard.run(effectMs, function()
    plan.effect()
    -- In the same turn, so a script that is stopped stops before or after both: the item may be used in the next moment,
    -- and then nothing shows that it came.
    if plan.proof and not Vitrine.Arguments.repeatable[job.action] then Journal.given(job.id) end
  end)
  if state ~= 'done' then
    if Outcome.isRefusal(result) then return Outcome.fromError(result) end
    return judge(job, plan, result)
  end
  state, result = Guard.run(effectMs, plan.verify)
  if state ~= 'done' then return judge(job, plan, result) end
  return Outcome.checked(result)
    or Outcome.new('uncertain', 'O adaptador desta base não disse o que aconteceu; verifique na cidade')
end

local function conclude(command, outcome)
  outcome.at = Vitrine.Http.now()
  local row = Journal.get(command.id)
  -- The platform may have offered it again meanwhile, so the outcome answers the newest attempt.
  local attempt = math.max(command.attempt, row and Vitrine.JsonUtil.int(row.n) or 1)
  if outcome.status == 'deferred' then
    Journal.release(command.id)
  else
    Journal.finish(command.id, attempt, outcome)
  end
  Vitrine.Outbox.add(command.id, attempt, outcome)
  Vitrine.Waiting.add(command, outcome)
  if outcome.status == 'deferred' then Vitrine.Pending.note(command, 'waiting', outcome)
  elseif outcome.status == 'uncertain' then Vitrine.Pending.note(command, 'uncertain', outcome)
  else Vitrine.Pending.drop(command.id) end
  Vitrine.Log.delivery(command, outcome)
  Vitrine.Tell.concluded(command, outcome)
  if outcome.status == 'deferred' and Execute.onDeferred then Execute.onDeferred(command) end
end

--- Whether a command could run now, or could never run: no cause that time or the player can remove is left. Has no
--- effect. Must be called from a thread.
---@param command VitrineCommand
---@return boolean
function Execute.mayRun(command)
  local state, prepared = Guard.run(effectMs, function() return prepare(command) end)
  if state == 'timeout' then return false end
  if state == 'error' then return Outcome.fromError(prepared).status ~= 'deferred' end
  return prepared.plan.status ~= 'deferred'
end

--- Stores an outcome that was decided without running anything (recovery, cancelled, expired).
---@param command VitrineCommand
---@param outcome VitrineOutcome
function Execute.decided(command, outcome)
  conclude(command, outcome)
end

--- Runs one command to its end. When it returns, the outcome is in journal and outbox. Must be called from a thread.
---@param command VitrineCommand
---@param again? boolean recovery: it began in time, so its deadline no longer counts
function Execute.run(command, again)
  if not again and command.expires_at and Vitrine.Http.latest() >= command.expires_at then
    return conclude(command, Outcome.new('expired'))
  end
  Vitrine.Pending.note(command, 'running')
  local state, prepared = Guard.run(effectMs, function() return prepare(command) end)
  if state == 'timeout' then return conclude(command, Outcome.new('timeout')) end
  if state == 'error' then return conclude(command, Outcome.fromError(prepared)) end
  local job, plan = prepared.job, prepared.plan
  if plan.status then return conclude(command, Outcome.checked(plan) or Outcome.new('adapter_error')) end
  -- An interrupted run may have changed the place already, so what was there before is what that run saw.
  local row = Journal.get(command.id)
  if again and plan.probe and row and type(row.probe) == 'table' and row.probe.place == plan.probe.place then
    plan.probe.prior = row.probe.prior
  end
  if not Journal.start(command, plan.probe) then return conclude(command, Outcome.new('storage_unavailable')) end
  local outcome = act(job, plan)
  local proof = outcome.status == 'succeeded' and plan.proof and plan.proof()
  if proof then return Vitrine.Proof.add(job, outcome, proof) end
  if outcome.status == 'succeeded' and plan.save then
    local saved, problem = Guard.run(saveMs, plan.save)
    if saved ~= 'done' then
      local reason = problem and Outcome.fromError(problem).message or 'sem resposta'
      Vitrine.Log.every('save', 60, 'A base não confirmou o salvamento: ' .. reason)
    end
  end
  conclude(command, outcome)
end

Vitrine.Proof.onProven = function(job, outcome)
  conclude(job.command, outcome)
end

Vitrine.Execute = Execute
