--- The conversation with Vitrine: one hello, then sync again and again. Two kinds of sync run side by side. Vitrine may hold
--- the poll until there is work. The report carries new results and is never held (`want` is 0), so a result does not wait
--- behind a held poll. MTA sends one request at a time in a queue, so each kind has its own.
local Http, Log, Outbox, Queue, Journal = Vitrine.Http, Vitrine.Log, Vitrine.Outbox, Vitrine.Queue, Vitrine.Journal
local Text, Players, People, Failures = Vitrine.Text, Vitrine.Players, Vitrine.People, Vitrine.Failures
local Sync = { connected = false, seated = false, waiting = nil, epoch = nil, store = nil, lastOk = nil, draining = false }

local batchMax, askGapMs, stuckMs = 100, 1000, 60000
--- Pauses of a poll that asks for nothing: with full hands, and while interrupted deliveries wait for Vitrine's word.
local fullMs, recoveryMs = 500, 1000
local bootId
local seq, batch = 0, batchMax
-- A Vitrine that says no number of players takes 500.
local limits = { commands = 25, online = 500 }
local pollBackoff, reportBackoff = Failures.backoff(), Failures.backoff()
local timer, busy, busySince, wake = nil, false, 0, false
local reporting, askPlanned, askedAt = false, false, nil
local described = false
--- Rises with each change that a hello must tell of.
local changes = 0

local turn

--- The next poll in so many ms; a reason to ask that came meanwhile makes it sooner.
local function finish(ms)
  busy = false
  if wake then ms = 0 end
  wake = false
  if timer and isTimer(timer) then killTimer(timer) end
  timer = Vitrine.later(ms, function() turn() end)
end

--- A handler of an answer whose own mistake does not end the conversation.
local function safely(what, run, after)
  return function(...)
    local ok, problem = pcall(run, ...)
    if ok then return end
    Log.every(what, 60, ('Erro interno (%s): %s'):format(what, tostring(problem)))
    after()
  end
end

--- Reacts to a failure of a request that was sent in `epoch`. Returns the ms until the next try.
local function afterFailure(failure, epoch, backoff)
  -- An answer to a request of an epoch that we have replaced ourselves means nothing.
  if failure.code == 'superseded' and epoch and epoch ~= Sync.epoch then return 0 end
  if failure.status == 413 then batch = math.max(1, math.floor(batch / 2)) end
  local ms, lost = Failures.follow(failure, backoff)
  if lost then Sync.connected = false end
  return ms
end

--- The answer's waiting time in ms.
local function waitOf(answer)
  return math.max(0, math.min(Text.int(answer.next_poll_ms) or 10000, 300000))
end

local function spread(ms)
  return math.floor(ms * (0.8 + math.random() * 0.4))
end

--- Another server delivers with this token. What has not begun here is offered there.
local function standAside(answer)
  Sync.connected, Sync.seated = false, false
  Sync.waiting = Text.str(Text.tab(answer.notices)[1]) or 'Este servidor espera a aprovação do dono.'
  Queue.pause(true)
  Queue.clear()
  Vitrine.Pending.clear()
  Log.every('seat', 300, Sync.waiting)
end

local function takeSeat(answer, told)
  if Sync.waiting and not Sync.draining then Queue.pause(false) end
  Sync.connected, Sync.seated, Sync.waiting = true, true, nil
  -- What changed while this hello was on its way needs another one.
  described = told == changes
  Sync.store = Text.str(Text.tab(answer.store).name) or '?'
  local told_limits = Text.tab(answer.limits)
  limits.commands = Text.int(told_limits.commands) or limits.commands
  limits.online = Text.int(told_limits.online) or 500
  batch = math.min(batchMax, Text.int(told_limits.results) or batchMax)
  Log.good('Conectado à loja ' .. Text.clean(Sync.store, 80))
  Vitrine.Lists.send(answer.lists, { epoch = Sync.epoch, boot_id = bootId, journal_id = Journal.id })
  Failures.tellNews(answer)
end

local function hello(done)
  local told = changes
  local version = Text.tab(getVersion())
  Http.post('hello', 'poll', {
    protocol = 1, version = Vitrine.version, game = 'mta', framework = 'mta',
    server_version = Text.clean(('%s %s'):format(tostring(version.name or 'MTA:SA'), tostring(version.tag or version.mta or '')), 120),
    capabilities = Vitrine.ActionTable.capabilities(), database = 'sqlite', resource = Vitrine.resource, boot_id = bootId,
    journal_id = Journal.id, now = Vitrine.clock(), pending = Journal.pending(), lists = Vitrine.Lists.describe(),
  }, safely('hello', function(answer, failure)
    local epoch = answer and Text.int(answer.epoch)
    if not epoch then return done(nil, failure or { status = 200, code = 'bad_answer' }) end
    Sync.epoch = epoch
    Vitrine.Recovery.forget()
    if answer.seat == 'waiting' then standAside(answer) else takeSeat(answer, told) end
    done(answer)
  end, function() finish(5000) end))
end

local function setOf(list)
  local set = {}
  for _, id in pairs(Text.tab(list)) do
    if type(id) == 'string' then set[id] = true end
  end
  return set
end

--- What an answer to a sync says. An answer to an older epoch may settle results, but give no commands.
local function hear(answer, epoch, named, results)
  local settled = setOf(answer.settled)
  Outbox.done(results, settled)
  if epoch == Sync.epoch then
    if Sync.seated then Vitrine.Recovery.heard(named, setOf(answer.decided)) end
    for id in pairs(setOf(answer.cancel)) do Queue.cancel(id) end
    Queue.renew(Text.tab(answer.leases_until))
    -- In order: what was interrupted is decided before anything new of the player begins.
    if not Vitrine.Recovery.finished then Vitrine.Recovery.step() end
    for _, command in ipairs(Text.tab(answer.commands)) do Queue.offer(command) end
    People.ask(answer.who)
    Failures.tellNews({ notices = answer.notices })
  end
  Sync.lastOk = Vitrine.clock()
  local stuck = #results > 0
  for _, result in ipairs(results) do stuck = stuck and not settled[result.id] and result.status ~= 'deferred' end
  return { nextMs = waitOf(answer), stuck = stuck }
end

--- One sync; with `want` 0 it is a report. Calls `done(result, failure, epoch)`.
local function exchange(want, queue, done, broken)
  seq = seq + 1
  -- Named before the results are taken: a result of this very request is told by itself.
  local named = Queue.inProgress()
  local results, epoch = Outbox.take(batch), Sync.epoch
  Http.post('sync', queue, {
    epoch = epoch, boot_id = bootId, journal_id = Journal.id, seq = seq, results = results, in_progress = named,
    online = Players.told(limits.online), players = Players.count(), want = want, ready = Vitrine.Waiting.take(),
    people = People.take(),
  }, safely('sync', function(answer, failure)
    if not answer then
      Outbox.done(results, nil)
      return done(nil, failure, epoch)
    end
    done(hear(answer, epoch, named, results), nil, epoch)
  end, broken))
end

local function poll()
  local want = Sync.draining and 0 or math.min(limits.commands, Queue.room())
  exchange(want, 'poll', function(result, failure, epoch)
    if not result then return finish(afterFailure(failure, epoch, pollBackoff)) end
    pollBackoff.reset()
    -- If the answer says "at once", there is no jitter. While nothing may be asked for, nothing holds the request, so we
    -- need our own pause.
    local wait = spread(result.nextMs)
    if want == 0 then wait = math.max(wait, Vitrine.Recovery.finished and fullMs or recoveryMs) end
    finish(wait)
  end, function() finish(5000) end)
end

--- After a change of the server or a lost connection, hello comes first.
function turn()
  if busy then return end
  busy, busySince = true, getTickCount()
  if Sync.connected and described then return poll() end
  hello(function(answer, failure)
    if not answer then return finish(afterFailure(failure, nil, pollBackoff)) end
    pollBackoff.reset()
    if not Sync.waiting then return poll() end
    if Outbox.waiting() then
      return exchange(0, 'poll', function() finish(spread(waitOf(answer))) end, function() finish(5000) end)
    end
    finish(spread(waitOf(answer)))
  end)
end

local function report()
  if not Sync.connected or not (Outbox.waiting() or People.waiting()) then
    reporting = false
    return
  end
  exchange(0, 'report', function(result, failure, epoch)
    if not result then
      return Vitrine.later(math.max(1000, afterFailure(failure, epoch, reportBackoff)), report)
    end
    reportBackoff.reset()
    if result.stuck then
      reporting = false
      return
    end
    report()
  end, function() reporting = false end)
end

--- Sends results and answers until none is left or Vitrine does not answer, one report at a time. It begins in the next turn
--- of the server, so that results of one turn leave together.
function Sync.report()
  if reporting or not Sync.connected then return end
  reporting = true
  Vitrine.later(50, report)
end

--- A player entered, or a deferred delivery can run now: ask at once, even while a poll is held, but at most once a second.
--- The waiting call also covers later reasons.
function Sync.ask()
  wake = true
  if askPlanned then return end
  askPlanned = true
  Vitrine.later(askedAt and askedAt + askGapMs - getTickCount() or 0, function()
    askPlanned, askedAt = false, getTickCount()
    if not Sync.connected or Sync.draining then return end
    exchange(math.min(limits.commands, Queue.room()), 'ask', function(result, failure, epoch)
      if not result and failure.code == 'superseded' then afterFailure(failure, epoch, pollBackoff) end
    end, function() end)
  end)
end

--- Starts the conversation.
function Sync.start()
  bootId = Http.random(32)
  Outbox.onAdded = Sync.report
  People.onAnswer = Sync.report
  Players.onLoaded = Sync.ask
  Vitrine.Lists.onChange = Sync.describe
  Vitrine.Waiting.onReady = Sync.ask
  Vitrine.Waiting.start()
  Vitrine.each(5000, function()
    -- An answer that was lost in an error of our own must not end the conversation.
    if busy and getTickCount() - busySince > stuckMs then finish(0) end
  end)
  finish(0)
end

--- Asks Vitrine without taking or telling anything: whether address, key, clock and seat are right.
---@param done fun(answer: table|nil, failure: table|nil)
function Sync.probe(done)
  Http.post('sync', 'ask', {
    epoch = Sync.epoch or 0, boot_id = bootId, journal_id = Journal.id, results = {}, in_progress = Queue.inProgress(),
    online = Players.told(limits.online), players = Players.count(), want = 0, ready = {}, people = {},
  }, done)
end

--- Asks Vitrine what a player has.
---@param player string key
---@param done fun(answer: table|nil)
function Sync.player(player, done)
  if not Sync.connected then return done(nil) end
  Http.post('player', 'player', { epoch = Sync.epoch, boot_id = bootId, journal_id = Journal.id, player = player }, done)
end

--- Says hello again, because the server is no longer as it was described.
function Sync.describe()
  changes, described = changes + 1, false
  if not busy then finish(0) else wake = true end
end

Vitrine.Sync = Sync
