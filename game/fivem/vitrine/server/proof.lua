--- Deliveries that the game shows and whose row is not yet in the city's tables. Bases save late, and a crash loses
--- what is only in memory, so a delivery counts when its row shows it. One save serves all that wait for it, and other
--- deliveries go on meanwhile.
local Guard, Journal, Outcome = Vitrine.Guard, Vitrine.Journal, Vitrine.Outcome
local Proof = { onProven = nil }

local lookMs, limitMs, againMs, most = 250, 20000, 1000, 200
local texts = {
  again = 'A base ainda não gravou a entrega; será tentado de novo',
  uncertain = 'A entrega está no jogo, mas a base não a gravou; verifique na cidade',
}
local waiting, order = {}, {}
local running = false

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

--- Runs the saves that entries wait for. A row that still does not show it, because the player went on playing, is saved
--- again after a while.
local function save(now)
  local runs = {}
  for _, id in ipairs(order) do
    local entry = waiting[id]
    if runs[entry.proof.key] or not entry.saved or now - entry.saved >= againMs then
      runs[entry.proof.key] = entry.proof.save
      entry.saved, entry.since = now, entry.since or now
    end
  end
  for _, run in pairs(runs) do
    local state, problem = Guard.run(limitMs, run)
    if state ~= 'done' then
      local reason = problem and Outcome.fromError(problem).message or 'sem resposta'
      Vitrine.Log.every('save', 60, 'A base não confirmou o salvamento: ' .. reason)
    end
  end
end

--- Finishes an entry whose row shows it, or whose time is over.
local function look(entry)
  local shown = entry.proof.shown
  if not shown then return entry.saved and finish(entry, entry.outcome) end
  local state, found = Guard.run(limitMs, shown)
  if state == 'done' and found then return finish(entry, entry.outcome) end
  if not entry.since then return end
  -- While base or database are away nobody can tell, so the time begins again.
  if state ~= 'done' then entry.since = GetGameTimer() end
  if GetGameTimer() - entry.since > limitMs then giveUp(entry) end
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
