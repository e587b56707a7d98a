--- At start: what the journal says was finished or interrupted. It is decided before new commands are asked for, so that
--- nothing else has changed the players meanwhile.
local Outcome, Journal, Arguments = Vitrine.Outcome, Vitrine.Journal, Vitrine.Arguments
local Recovery = { finished = false, open = {} }

--- What Vitrine said of each: true where it has decided about the delivery already.
local decided = {}

local function uncertain(command)
  Vitrine.Execute.decided(command, Outcome.new('uncertain', 'O servidor parou durante a entrega; verifique na cidade'))
end

--- Compares the player's money with what was written before the effect. What the game has shown is never repeated.
---@return 'again'|'done'|'uncertain'
local function evidence(row)
  local probe = type(row.probe) == 'table' and row.probe or {}
  if probe.kind ~= 'money' then return 'uncertain' end
  local ok, now = pcall(Vitrine.Money.read, row.cmd.player.key)
  if not ok or now == nil then return 'uncertain' end
  if now == probe.before then return row.s == 'started' and 'again' or 'uncertain' end
  return now == probe.after and 'done' or 'uncertain'
end

local function recover(row)
  local command = row.cmd
  -- The disk lost the end of what Vitrine has an outcome of. What is repeated now would come a second time.
  local over = decided[command.id]
  if Arguments.repeatable[command.action] then
    if over then return uncertain(command) end
    return Vitrine.Execute.run(command, true)
  end
  local found = evidence(row)
  if found == 'again' and not over then return Vitrine.Execute.run(command, true) end
  if found == 'done' then
    return Vitrine.Execute.decided(command, Outcome.new('ok', 'Entregue (confirmado após reinício)',
      { before = row.probe.before, after = row.probe.after }))
  end
  uncertain(command)
end

local function attempt(id, row)
  local command = Arguments.command(row.cmd)
  if row.unreadable or not command or command.id ~= id then
    return uncertain({ id = id, attempt = row.n or 1, player = { key = '-' }, action = '-', order = '-', label = '-' })
  end
  command.attempt = math.max(command.attempt, row.n or 1)
  row.cmd = command
  local ok, problem = pcall(recover, row)
  if ok then return end
  Vitrine.Log.error('Erro interno ao retomar uma entrega: ' .. tostring(problem))
  uncertain(command)
end

--- Reads the rest of the journal: results go to the outbox, interrupted deliveries wait for Vitrine's word.
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
  for _, id in ipairs(known) do ids[#ids + 1] = id end
  return ids
end

--- Decides the interrupted deliveries in the order in which they began, because what is run again changes the value that a
--- later one is judged by. Stops at the first about which Vitrine has not answered yet, and while another server has the seat.
function Recovery.step()
  local ids = {}
  for id in pairs(Recovery.open) do ids[#ids + 1] = id end
  table.sort(ids, function(one, other)
    local a, b = Recovery.open[one], Recovery.open[other]
    for _, part in ipairs({ 'boot', 'timer', 'at' }) do
      local x, y = Vitrine.Text.int(a[part]) or 0, Vitrine.Text.int(b[part]) or 0
      if x ~= y then return x < y end
    end
    return one < other
  end)
  for _, id in ipairs(ids) do
    if decided[id] == nil or not Vitrine.Sync.seated then return end
    local row = Recovery.open[id]
    Recovery.open[id] = nil
    attempt(id, row)
    decided[id] = nil
  end
  Recovery.finished = true
end

Vitrine.Recovery = Recovery
