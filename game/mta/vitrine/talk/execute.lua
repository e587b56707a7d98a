--- Takes one delivery from its check to its outcome. The order is the promise: check, journal, effect, journal, read back,
--- journal. MTA runs it in one turn, so only a server that dies can come between two of them; evidence decides then.
local Outcome, Journal, Arguments = Vitrine.Outcome, Vitrine.Journal, Vitrine.Arguments
local Execute = { onDeferred = nil }

--- `first` is the probe of an interrupted run. It may say whose account that was, which a number in the element data tells
--- only while its player is here.
local function prepare(command, first)
  local job = Arguments.job(command)
  job.account = first and Vitrine.Text.str(first.account) or nil
  if command.only_online and not first then Vitrine.Players.need(job.key) end
  return { job = job, plan = Vitrine.ActionTable.plan(job) }
end

--- The effect or the look at it raised. Whatever may have happened is looked at; a harmless action is repeated, and money,
--- items and own actions are not.
local function judge(job, plan, problem)
  local outcome = Outcome.fromError(problem)
  if Arguments.repeatable[job.action] then return outcome end
  local proven = plan.probe and plan.probe.kind == 'money' and Vitrine.Money.read(job.key) == plan.probe.after
  if proven then return Outcome.new('ok', nil, { before = plan.probe.before, after = plan.probe.after }) end
  return Outcome.new('uncertain', 'Não foi possível confirmar; verifique na cidade: ' .. outcome.message)
end

local function act(job, plan)
  local ok, problem = pcall(plan.effect)
  if not ok then
    if Outcome.isRefusal(problem) then return Outcome.fromError(problem) end
    return judge(job, plan, problem)
  end
  if not Arguments.repeatable[job.action] then Journal.given(job.id) end
  local seen, outcome = pcall(plan.verify)
  if not seen then return judge(job, plan, outcome) end
  return outcome
end

local function conclude(command, outcome)
  outcome.at = Vitrine.Http.now()
  local row = Journal.get(command.id)
  -- The platform may have offered it again meanwhile, so the outcome answers the newest attempt.
  local attempt = math.max(command.attempt, row and Vitrine.Text.int(row.n) or 1)
  if outcome.status == 'deferred' then Journal.release(command.id) else Journal.finish(command.id, attempt, outcome) end
  Vitrine.Outbox.add(command.id, attempt, outcome)
  Vitrine.Waiting.add(command, outcome)
  if outcome.status == 'deferred' then Vitrine.Pending.note(command, 'waiting', outcome)
  elseif outcome.status == 'uncertain' then Vitrine.Pending.note(command, 'uncertain', outcome)
  else Vitrine.Pending.drop(command.id) end
  Vitrine.Log.delivery(command, outcome)
  Vitrine.Tell.concluded(command, outcome)
  if outcome.status == 'deferred' and Execute.onDeferred then Execute.onDeferred(command) end
end

--- Whether a command could run now, or could never run: no cause that time or the player can remove is left. Has no effect.
---@param command table
---@return boolean
function Execute.mayRun(command)
  local ok, prepared = pcall(prepare, command)
  if not ok then return Outcome.fromError(prepared).status ~= 'deferred' end
  return prepared.plan.status ~= 'deferred'
end

--- Stores an outcome that was decided without running anything (recovery, cancelled, expired).
---@param command table
---@param outcome table
function Execute.decided(command, outcome)
  conclude(command, outcome)
end

--- Runs one command to its end. When it returns, the outcome is in journal and outbox.
---@param command table
---@param again? boolean recovery: it began in time, so its deadline no longer counts
function Execute.run(command, again)
  if not again and command.expires_at and Vitrine.Http.latest() >= command.expires_at then
    return conclude(command, Outcome.new('expired'))
  end
  local row = Journal.get(command.id)
  local first = again and (row and type(row.probe) == 'table' and row.probe or {}) or nil
  local ok, prepared = pcall(prepare, command, first)
  if not ok then return conclude(command, Outcome.fromError(prepared)) end
  local job, plan = prepared.job, prepared.plan
  -- An interrupted run may have changed the place already, so what was there before is what that run saw.
  if first and not first.place then first = nil end
  if plan.status then
    if first and plan.detail and plan.detail.place == first.place then
      -- Whatever it found was its own doing.
      if first.prior ~= plan.detail.stands then plan = Outcome.new('ok', nil, plan.detail) end
      plan.detail.prior = first.prior
    end
    return conclude(command, plan)
  end
  if first and plan.probe and plan.probe.place == first.place then plan.probe.prior = first.prior end
  if not Journal.start(command, plan.probe) then return conclude(command, Outcome.new('storage_unavailable')) end
  conclude(command, act(job, plan))
end

Vitrine.Execute = Execute
