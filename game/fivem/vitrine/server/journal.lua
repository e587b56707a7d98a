--- The memory that makes a delivery happen once: FXServer's key-value store, written before and after every effect.
--- A row is `c:<id>` with a JSON value. Its state is `started` (with command and probe, written BEFORE the effect),
--- `given` (the effect returned, the city's row does not show it yet), `done` (with the result, until Vitrine has stored it) or
--- `settled` (a tombstone with status, code and attempt).
local JsonUtil, Outcome = Vitrine.JsonUtil, Vitrine.Outcome
local Journal = { id = nil, rows = {}, kept = true }

local schema = 1
local keepSeconds, keepRows = 30 * 86400, 10000
local attemptMax = 2147483647

--- What the journal says of itself, by key.
local about = {}
--- Keys whose last change the server did not keep: for them the disk still tells what was before. The value is the
--- player of the delivery, or true.
local owed = {}
--- Rises with each start of the script.
local starts = 0

--- Writes a value, or deletes it without one, and reads it back: FXServer drops the status of a write, so a full disk
--- says nothing. Returns whether it was kept, and alarms if it was not.
local function keep(key, text)
  if text then SetResourceKvp(key, text) else DeleteResourceKvp(key) end
  Journal.kept = GetResourceKvpString(key) == text
  if not Journal.kept then
    Vitrine.Log.every('storage', 60, 'Este servidor não está guardando o diário de entregas: as entregas esperam até '
      .. 'isso se resolver. Confira o espaço em disco e a permissão de escrita da pasta "db" do servidor.')
  end
  return Journal.kept
end

--- Makes the disk say of a key what the memory says.
local function store(key, player)
  local row = Journal.rows[key:sub(3)]
  local kept = keep(key, about[key] or row and JsonUtil.encode(row) or nil)
  owed[key] = not kept and (owed[key] or player or true) or nil
  return kept
end

local function playerOf(row)
  return JsonUtil.str(JsonUtil.tab(JsonUtil.tab(row and row.cmd).player).key)
end

local function write(id, row)
  local player = playerOf(Journal.rows[id]) or playerOf(row)
  Journal.rows[id] = row
  return store('c:' .. id, player)
end

--- Writes again what the server did not keep. False if it still does not keep something about this player.
---@param player? string
---@return boolean
function Journal.catchUp(player)
  local free = true
  for key, whose in pairs(owed) do
    if not store(key) and player and whose == player then free = false end
  end
  return free
end

--- A row in the form in which the script uses it. One that says nothing clear only says that something began, so a
--- person must look at it.
local function readable(row)
  local attempt = JsonUtil.int(row and row.n) or 1
  if attempt < 1 or attempt > attemptMax then attempt = 1 end
  local spoilt = { s = 'started', at = os.time(), n = attempt, unreadable = true }
  if not row or type(row.s) ~= 'string' then return spoilt end
  row.n = attempt
  if row.s == 'done' then
    row.res = Outcome.checked(row.res)
    return row.res and row or spoilt
  end
  if row.s == 'settled' and not Outcome.checked({ status = row.st, code = row.code }) then return spoilt end
  return row
end

local function readAll()
  local keys, handle = {}, StartFindKvp('c:')
  if handle == -1 then error('StartFindKvp', 0) end
  local ok, problem = pcall(function()
    local key = FindKvp(handle)
    while key do
      keys[#keys + 1] = key
      key = FindKvp(handle)
    end
  end)
  EndFindKvp(handle)
  if not ok then error(problem, 0) end
  for _, key in ipairs(keys) do
    local id = key:sub(3)
    -- No delivery has another id, so nobody can ask about such a row.
    if Vitrine.Arguments.isId(id) then Journal.rows[id] = readable(JsonUtil.decode(GetResourceKvpString(key))) end
  end
end

local function remember(key, text)
  about[key] = text
  store(key)
end

--- Opens the journal and reads it once. Returns false with a pt-BR reason if it cannot be used now.
---@return boolean ok
---@return string|nil reason
function Journal.open()
  local stored = JsonUtil.int(GetResourceKvpString('meta:schema'))
  if stored and stored > schema then
    return false, 'O diário foi gravado por uma versão mais nova do script. Instale a versão mais recente da Vitrine.'
  end
  Journal.rows = {}
  local ok, problem = pcall(readAll)
  if not ok then return false, 'Não foi possível ler o diário de entregas: ' .. tostring(problem) end
  starts = (JsonUtil.int(GetResourceKvpString('meta:starts')) or 0) + 1
  remember('meta:starts', tostring(starts))
  local id = GetResourceKvpString('meta:journal_id')
  Journal.id = Vitrine.Arguments.isId(id) and #id >= 8 and id or nil
  Vitrine.Http.stir(('%s %d'):format(Journal.id or '', starts))
  if not Journal.id then
    Journal.id = Vitrine.Http.random(32)
    remember('meta:journal_id', Journal.id)
  end
  if not stored then remember('meta:schema', tostring(schema)) end
  Journal.prune()
  return true
end

---@param id string
---@return table|nil
function Journal.get(id)
  return Journal.rows[id]
end

--- Written and synced to disk before the effect, because recovery needs command and probe. False if the server does
--- not keep it, or still owes an earlier change of this player: then nothing may be executed. After an effect, an old row
--- of another delivery could be taken for it: "started with 10 of an item" reads as done when another delivery made it 11.
---@param command VitrineCommand
---@param probe? table
---@return boolean kept
function Journal.start(command, probe)
  local key = 'c:' .. command.id
  if not Journal.catchUp(command.player.key) then return false end
  local before, whose = Journal.rows[command.id], owed[key]
  local row = { s = 'started', cmd = command, probe = probe, at = os.time(), n = command.attempt, boot = starts,
    timer = GetGameTimer() }
  if write(command.id, row) then return true end
  -- The disk says what it said before.
  Journal.rows[command.id], owed[key] = before, whose
  return false
end

--- The effect returned: from now on it is never repeated.
---@param id string
function Journal.given(id)
  local row = Journal.rows[id]
  if not row or row.s ~= 'started' then return end
  row.s = 'given'
  write(id, row)
end

--- Whether the server keeps what is written, tried now.
---@return boolean
function Journal.keeps()
  return keep('meta:check', tostring(os.time()))
end

--- Written and synced after the effect, or when it is decided that there will be none.
---@param id string
---@param attempt integer
---@param result VitrineOutcome
function Journal.finish(id, attempt, result)
  write(id, { s = 'done', res = result, at = os.time(), n = attempt })
end

--- Nothing happened and the delivery will be offered again, so its row is deleted.
---@param id string
function Journal.release(id)
  if not Journal.rows[id] then return end
  write(id, nil)
end

--- Vitrine has stored this outcome. It is not synced at once: if the write is lost, the outcome is only reported
--- again.
---@param id string
---@param attempt integer the attempt whose result was sent; a newer one stays
function Journal.settle(id, attempt)
  local row = Journal.rows[id]
  if not row or row.s ~= 'done' or row.n ~= attempt then return end
  local stone = {
    s = 'settled', st = row.res.status, code = row.res.code, m = row.res.message, n = attempt, at = os.time(),
  }
  Journal.rows[id] = stone
  SetResourceKvpNoSync('c:' .. id, JsonUtil.encode(stone))
end

--- Syncs the writes of `settle` to disk, once per answer.
function Journal.flush()
  FlushResourceKvp()
end

--- Number of outcomes that Vitrine has not stored yet.
---@return integer
function Journal.pending()
  local count = 0
  for _, row in pairs(Journal.rows) do
    if row.s ~= 'settled' then count = count + 1 end
  end
  return count
end

--- Deletes tombstones older than 30 days, and the oldest beyond 10 000.
function Journal.prune()
  local stones, now = {}, os.time()
  for id, row in pairs(Journal.rows) do
    if row.s == 'settled' then stones[#stones + 1] = { id = id, at = JsonUtil.int(row.at) or 0 } end
  end
  table.sort(stones, function(a, b) return a.at > b.at end)
  local removed = false
  for place, stone in ipairs(stones) do
    if place > keepRows or now - stone.at > keepSeconds then
      Journal.rows[stone.id] = nil
      DeleteResourceKvpNoSync('c:' .. stone.id)
      removed = true
    end
  end
  if removed then FlushResourceKvp() end
end

Vitrine.Journal = Journal
