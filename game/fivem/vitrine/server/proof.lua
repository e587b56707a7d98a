--- Deliveries that the game shows and whose row is not yet in the city's tables. Bases save late, and a crash loses
--- what is only in memory, so a delivery counts when its row shows it. One save serves all that wait for it, and other
--- deliveries go on meanwhile.
local Guard, Journal, Outcome = Vitrine.Guard, Vitrine.Journal, Vitrine.Outcome
local Proof = { onProven = nil }

local lookMs, limitMs, againMs, most = 250, 20000, 1000, 200
--- So long all others wait for the base's word about one player, and after this long without it the player is not asked
--- about anything else.
local patienceMs, silentMs = 250, 1000
local texts = {
  again = 'A base ainda não gravou a entrega; será tentado de novo',
  uncertain = 'A entrega está no jogo, mas a base não a gravou; verifique na cidade',
}
local waiting, order = {}, {}
local running = false
--- Since when the base owes an answer: to a save by its key, to a look by its delivery's id.
local saving, looking = {}, {}

---@class VitrineProof
---@field key string saves with the same key are one save
---@field save fun() makes the base write; it may return before the row is there
---@field shown? fun(): boolean whether the row shows it; without it, the save alone must do

local function finish(entry, outcome)
  waiting[entry.job.id] = nil
  Proof.onProven(entry.job, outcome)
end

local function giveUp(entry)
  local harmless = Vitrine.Arguments.repeatable[entry.job.action]
  finish(entry, harmless and Outcome.new('adapter_error', texts.again) or Outcome.new('uncertain', texts.uncertain))
end

--- Asks the base something that may take 20 s or never end, and gives the answer to `heard`. Others wait for a moment only.
local function ask(busy, key, run, heard)
  busy[key] = GetGameTimer()
  Guard.await(patienceMs, function(answered)
    CreateThread(function()
      local state, found = Guard.run(limitMs, run)
      busy[key] = nil
      local ok, problem = pcall(heard, state, found)
      if not ok then Vitrine.Log.every('proof', 60, 'Erro interno (proof): ' .. tostring(problem)) end
      answered()
    end)
  end)
end

local function saved(state, problem)
  if state == 'done' then return end
  local reason = problem and Outcome.fromError(problem).message or 'sem resposta'
  Vitrine.Log.every('save', 60, 'A base não confirmou o salvamento: ' .. reason)
end

--- Runs the saves that entries wait for. A row that still does not show it, because the player went on playing, is saved
--- again after a while.
local function save(now)
  local runs = {}
  for _, id in ipairs(order) do
    local entry = waiting[id]
    local key = entry.proof.key
    local due = runs[key] or not entry.saved or now - entry.saved >= againMs
    if due and not saving[key] then
      runs[key] = entry.proof.save
      entry.saved, entry.since = now, entry.since or now
    end
  end
  for key, run in pairs(runs) do
    ask(saving, key, run, saved)
  end
end

local function isSilent(player)
  for id, at in pairs(looking) do
    if waiting[id].job.player == player and GetGameTimer() - at >= silentMs then return true end
  end
  return false
end

--- Finishes an entry whose row shows it, or whose time is over.
local function look(entry)
  local shown, key, id = entry.proof.shown, entry.proof.key, entry.job.id
  if saving[key] or looking[id] then return end
  if not shown then return entry.saved and finish(entry, entry.outcome) end
  if isSilent(entry.job.player) then
    -- Nobody can tell yet, so the time begins again.
    entry.since = entry.since and GetGameTimer()
    return
  end
  ask(looking, id, shown, function(state, found)
    if state == 'done' and found then return finish(entry, entry.outcome) end
    if not entry.since then return end
    -- While base or database are away nobody can tell either.
    if state ~= 'done' then entry.since = GetGameTimer() end
    if GetGameTimer() - entry.since > limitMs then giveUp(entry) end
  end)
end

local function clean()
  for place = #order, 1, -1 do
    if not waiting[order[place]] then table.remove(order, place) end
  end
end

local function turn()
  for _, id in ipairs({ table.unpack(order) }) do
    local entry = waiting[id]
    -- The base may have written the row by itself.
    if entry and not entry.since then look(entry) end
  end
  clean()
  save(GetGameTimer())
  for _, id in ipairs({ table.unpack(order) }) do
    if waiting[id] and waiting[id].since then look(waiting[id]) end
  end
  clean()
  if #order == 0 then
    running = false
    return false
  end
  Wait(lookMs)
end

--- Waits for the row of a delivery that the game shows. Its outcome is told to `onProven` when the row is there, or when
--- it is not there after 20 s. A crash before that leaves `given` in the journal.
---@param job VitrineJob
---@param outcome VitrineOutcome what counts when the row is there
---@param proof VitrineProof
function Proof.add(job, outcome, proof)
  if not Vitrine.Arguments.repeatable[job.action] then Journal.given(job.id) end
  -- The player's values moved on, so the rows of earlier ones are compared with a later save: their time begins again.
  for _, entry in pairs(waiting) do
    if entry.job.player == job.player and entry.since then entry.since = GetGameTimer() end
  end
  waiting[job.id] = { job = job, outcome = outcome, proof = proof }
  order[#order + 1] = job.id
  if running then return end
  running = true
  Guard.loop('proof', turn)
end

--- Ids that wait for their row.
---@return string[]
function Proof.ids()
  local ids = {}
  for _, id in ipairs(order) do
    if waiting[id] then ids[#ids + 1] = id end
  end
  return ids
end

--- How many more may wait.
---@return integer
function Proof.room()
  return math.max(0, most - #order)
end

Vitrine.Proof = Proof
