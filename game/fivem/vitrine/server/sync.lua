--- The conversation with Vitrine: one hello, then sync again and again. Two kinds of sync run in parallel. Vitrine
--- may hold the poll until there is work. The report carries new results and is never held (`want` is 0), so a result
--- does not wait behind a held poll.
local Http, Log, Outbox, Queue, Journal = Vitrine.Http, Vitrine.Log, Vitrine.Outbox, Vitrine.Queue, Vitrine.Journal
local JsonUtil, Detect, Players, People = Vitrine.JsonUtil, Vitrine.Detect, Vitrine.Players, Vitrine.People
local Sync = { connected = false, seated = false, waiting = nil, epoch = nil, store = nil, lastOk = nil, draining = false }

local personWaitMs, batchMax, askGapMs = 300000, 100, 1000
--- Pauses of a poll that asks for nothing: with full hands, and while interrupted deliveries wait for the base.
local fullMs, recoveryMs = 500, 5000
local bootId
local seq, batch = 0, batchMax
-- A Vitrine that says no number of players takes 500.
local limits = { commands = 25, online = 500 }
local pollBackoff, reportBackoff = Http.backoff(), Http.backoff()
local wake, reporting, asking, askedAt = false, false, false, nil
local describedAs = nil
--- Rises with each change that a hello must tell of.
local changes = 0
local updateToldAt = nil

local advice = {
  no_token = 'Falta a chave da loja. No server.cfg, antes do ensure: set vitrine_token "sua-chave"',
  bad_url = 'Endereço inválido. No server.cfg: set vitrine_url "https://..."',
  game_auth = 'A Vitrine não reconheceu a chave desta cidade. Copie a chave do painel para o server.cfg: '
    .. 'set vitrine_token "sua-chave"',
  game_token_revoked = 'A chave desta cidade foi trocada ou bloqueada. Copie a chave nova do painel para o server.cfg.',
  bad_signature = 'Uma resposta veio sem a assinatura da Vitrine e foi ignorada. Confira a chave e a rede do servidor.',
  clock_skew = 'O relógio deste servidor está errado; acerte a hora do sistema.',
}

local function numberOf(version)
  local a, b, c = tostring(version):match('^(%d+)%.(%d+)%.(%d+)')
  return a and (tonumber(a) * 1000000 + tonumber(b) * 1000 + tonumber(c)) or 0
end

local function tellUpdate(answer)
  local latest = JsonUtil.str(answer.latest_version)
  if not latest or numberOf(latest) <= numberOf(Vitrine.version) then return end
  if updateToldAt and os.time() - updateToldAt < 86400 then return end
  updateToldAt = os.time()
  Log.warn(('Há uma versão nova do script: %s (a sua é %s). Baixe em %s'):format(latest, Vitrine.version,
    JsonUtil.str(answer.download_url) or 'seu painel'))
end

local function tellNotices(answer)
  for _, notice in pairs(JsonUtil.tab(answer.notices)) do
    if type(notice) == 'string' then Log.warn(notice) end
  end
end

--- Reacts to a failure. Returns the ms until the next try.
local function afterFailure(failure, epoch, backoff)
  if failure.code == 'superseded' then
    -- An answer to a request of an epoch that we have replaced ourselves means nothing.
    if epoch and epoch ~= Sync.epoch then return 0 end
    Sync.connected = false
    return backoff.next()
  end
  if failure.code == 'clock_skew' and failure.now then
    local offset = failure.now - os.time()
    local news = math.abs(offset - Http.offset) > 5
    Http.offset = offset
    if news then return 0 end
  end
  Sync.connected = Sync.connected and failure.status ~= 400 and failure.status ~= 401 and failure.status ~= 403
    and failure.status ~= 404 and failure.status ~= 426
  if failure.status == 413 then batch = math.max(1, batch // 2) end
  local text = advice[failure.code]
  if failure.status == 426 then
    text = failure.message or 'Esta versão do script não é mais aceita. Baixe a nova no painel.'
  end
  Log.every('net:' .. failure.code, 300, text or ('Sem resposta da Vitrine (%s%s); tentando de novo.'):format(
    failure.code, failure.message and ': ' .. failure.message or ''))
  if failure.status == 401 or failure.status == 403 or failure.status == 426 then return personWaitMs end
  if failure.retryAfterMs then return math.max(10000, failure.retryAfterMs) end
  return backoff.next()
end

local function hello()
  local name, told = Detect.name, changes
  local answer, failure = Http.post('hello', {
    protocol = 1, version = Vitrine.version, game = 'fivem', server_version = GetConvar('version', ''):sub(1, 120),
    framework = name:sub(1, 40), framework_version = Detect.version and Detect.version:sub(1, 60) or nil,
    capabilities = Detect.capabilities(), database = Vitrine.Sql.driver, resource = Vitrine.resource,
    boot_id = bootId, journal_id = Journal.id, now = os.time(), pending = Journal.pending(),
    lists = Vitrine.CityLists.describe(),
  })
  if not answer then return nil, failure end
  local epoch = JsonUtil.int(answer.epoch)
  if not epoch then return nil, { status = 200, code = 'bad_answer' } end
  Sync.epoch = epoch
  Vitrine.Recovery.forget()
  if answer.seat == 'waiting' then
    -- Another server delivers with this token. What has not begun here is offered there.
    Sync.connected, Sync.seated = false, false
    Sync.waiting = JsonUtil.str(JsonUtil.tab(answer.notices)[1]) or 'Este servidor espera a aprovação do dono.'
    Queue.pause(true)
    Queue.clear()
    Vitrine.Pending.clear()
    Log.every('seat', 300, Sync.waiting)
    return answer
  end
  if Sync.waiting and not Sync.draining then Queue.pause(false) end
  Sync.connected, Sync.seated, Sync.waiting = true, true, nil
  -- What changed while this hello was on its way needs another one.
  if told == changes then describedAs = Detect.adapter and name or nil end
  Sync.store = JsonUtil.str(JsonUtil.tab(answer.store).name) or '?'
  limits.commands = JsonUtil.int(JsonUtil.tab(answer.limits).commands) or limits.commands
  limits.online = JsonUtil.int(JsonUtil.tab(answer.limits).online) or 500
  batch = math.min(batchMax, JsonUtil.int(JsonUtil.tab(answer.limits).results) or batchMax)
  Vitrine.Execute.checkDiscord = JsonUtil.tab(answer.settings).check_discord == true
  Log.good(('Conectado à loja %s · base: %s'):format(Sync.store, name))
  Vitrine.CityLists.send(answer.lists, { epoch = epoch, boot_id = bootId, journal_id = Journal.id })
  tellUpdate(answer)
  tellNotices(answer)
  return answer
end

--- The answer's waiting time in ms.
local function waitOf(answer)
  return math.max(0, math.min(JsonUtil.int(answer.next_poll_ms) or 10000, 300000))
end

--- One sync; with `want` 0 it is a report. Returns the answer's waiting time, or a failure.
local function exchange(want)
  seq = seq + 1
  -- Named before the results are taken: a result of this very request is told by itself.
  local named = Queue.inProgress()
  local results, epoch = Outbox.take(batch), Sync.epoch
  local answer, failure = Http.post('sync', {
    epoch = epoch, boot_id = bootId, journal_id = Journal.id, seq = seq, results = results,
    in_progress = named, online = Players.told(limits.online), players = Players.count(), want = want,
    ready = Vitrine.Waiting.take(), people = People.take(),
  })
  if not answer then
    Outbox.done(results, nil)
    return nil, failure, epoch
  end
  local settled = {}
  for _, id in pairs(JsonUtil.tab(answer.settled)) do
    if type(id) == 'string' then settled[id] = true end
  end
  Outbox.done(results, settled)
  local decided = {}
  for _, id in pairs(JsonUtil.tab(answer.decided)) do
    if type(id) == 'string' then decided[id] = true end
  end
  -- An answer to an older epoch may settle results, but give no commands.
  if epoch == Sync.epoch then
    if Sync.seated then Vitrine.Recovery.heard(named, decided) end
    for _, id in pairs(JsonUtil.tab(answer.cancel)) do Queue.cancel(id) end
    Queue.renew(JsonUtil.tab(answer.leases_until))
    local commands = JsonUtil.tab(answer.commands)
    for index = 1, #commands do
      Vitrine.Pending.taken(commands[index])
      Queue.offer(commands[index])
    end
    People.ask(answer.who)
    tellNotices(answer)
  end
  Sync.lastOk = os.time()
  local stuck = #results > 0
  for _, result in ipairs(results) do stuck = stuck and not settled[result.id] and result.status ~= 'deferred' end
  return { nextMs = waitOf(answer), stuck = stuck }
end

local function pause(ms)
  local till = GetGameTimer() + ms
  while not wake and GetGameTimer() < till do
    Wait(math.max(1, math.min(100, till - GetGameTimer())))
  end
  wake = false
end

--- After a changed base or a lost connection, hello comes first.
local function turn()
  if not Sync.connected or (Detect.adapter and describedAs ~= Detect.name) then
    local answer, failure = hello()
    if not answer then return true, pause(afterFailure(failure, nil, pollBackoff)) end
    pollBackoff.reset()
    if Sync.waiting then
      if Outbox.waiting() then exchange(0) end
      return true, pause(math.floor(waitOf(answer) * (0.8 + math.random() * 0.4)))
    end
  end
  local want = Sync.draining and 0 or math.min(limits.commands, Queue.room())
  local result, failure, epoch = exchange(want)
  if not result then return true, pause(afterFailure(failure, epoch, pollBackoff)) end
  pollBackoff.reset()
  -- If the answer says "at once", there is no jitter. Otherwise ±20 %, so that many cities do not ask at the same
  -- moment. While nothing may be asked for (restart ahead, recovery running), nothing holds the request, so we need
  -- our own pause.
  local wait = math.floor(result.nextMs * (0.8 + math.random() * 0.4))
  if want == 0 then wait = math.max(wait, Vitrine.Recovery.finished and fullMs or recoveryMs) end
  pause(wait)
end

--- Sends results and answers until none is left or Vitrine does not answer.
local function report()
  while Sync.connected and (Outbox.waiting() or People.waiting()) do
    local result, failure, epoch = exchange(0)
    if not result then
      SetTimeout(math.max(1000, afterFailure(failure, epoch, reportBackoff)), Sync.report)
      return
    end
    reportBackoff.reset()
    if result.stuck then return end
  end
end

--- Sends results and answers at once, one report at a time.
function Sync.report()
  if reporting or not Sync.connected then return end
  reporting = true
  CreateThread(function()
    local ok, problem = pcall(report)
    reporting = false
    if not ok then Log.every('report', 60, 'Erro interno ao enviar resultados: ' .. tostring(problem)) end
  end)
end

--- A player entered, or a deferred delivery can run now: ask at once, even while a poll is held, but at most once a
--- second. The waiting call also covers later reasons. Must be called from a thread.
function Sync.ask()
  wake = true
  if asking then return end
  asking = true
  local pauseLeft = askedAt and askedAt + askGapMs - GetGameTimer() or 0
  if pauseLeft > 0 then Wait(pauseLeft) end
  asking, askedAt = false, GetGameTimer()
  if not Sync.connected or Sync.draining then return end
  local result, failure = exchange(math.min(limits.commands, Queue.room()))
  if not result and failure.code == 'superseded' then afterFailure(failure, Sync.epoch, pollBackoff) end
end

--- Starts the conversation.
function Sync.start()
  bootId = Http.random(32)
  Outbox.onAdded = Sync.report
  People.onAnswer = Sync.report
  Players.onLoaded = Sync.ask
  Vitrine.CityLists.onChange = Sync.describe
  Vitrine.CityLists.listen()
  Vitrine.OwnActions.onChange = Sync.describe
  Vitrine.Waiting.onReady = function() CreateThread(Sync.ask) end
  Vitrine.Waiting.start()
  Vitrine.Guard.loop('sync', turn)
end

--- Asks Vitrine without taking or telling anything: whether address, key, clock and seat are right.
---@return table|nil answer
---@return table|nil failure
function Sync.probe()
  return Http.post('sync', {
    epoch = Sync.epoch or 0, boot_id = bootId, journal_id = Journal.id, results = {}, in_progress = Queue.inProgress(),
    online = Players.told(limits.online), players = Players.count(), want = 0, ready = {}, people = {},
  })
end

--- Asks Vitrine what a player has. Must be called from a thread; nil without an answer.
---@param player string
---@return table|nil answer
function Sync.player(player)
  if not Sync.connected then return nil end
  return (Http.post('player', { epoch = Sync.epoch, boot_id = bootId, journal_id = Journal.id, player = player }))
end

--- Says hello again, because the city is no longer as it was described.
function Sync.describe()
  changes, describedAs, wake = changes + 1, nil, true
end

--- Asks again now.
function Sync.wake()
  wake = true
end

Vitrine.Sync = Sync
