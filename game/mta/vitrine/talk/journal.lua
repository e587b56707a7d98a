--- The memory that makes a delivery happen once: a SQLite file of the server, written before and after every effect.
--- A row is the delivery's id with a JSON value. Its state is `started` (with command and probe, written BEFORE the effect),
--- `given` (the effect returned), `done` (with the result, until Vitrine has stored it) or `settled`.
local Text, Json, Outcome = Vitrine.Text, Vitrine.Json, Vitrine.Outcome
local Journal = { id = nil, rows = {}, kept = true }

local schema = 1
local keepSeconds, keepRows = 30 * 86400, 10000
local attemptMax = 2147483647
--- `:/` is the server's own folder of databases, which an update of this resource does not touch.
local file = ':/vitrine.db'
--- Without this MTA keeps a transaction open for 1.5 s (CDatabaseConnectionSqlite.cpp of multitheftauto/mtasa-blue,
--- BeginAutomaticTransaction): a crash would take back what was written before an effect.
local options = 'batch=0;share=0'

local connection = nil
--- Keys whose last change the disk did not keep. The value is the player of the delivery, or true.
local owed = {}
--- Rises with each start of the script.
local starts = 0

--- The rows of a query, or nil if the database did not do it.
local function ask(sql, ...)
  local query = connection and dbQuery(connection, sql, ...)
  if not query then return nil end
  local rows = dbPoll(query, -1)
  return type(rows) == 'table' and rows or nil
end

local function read(key)
  local rows = ask('SELECT value FROM vitrine WHERE name = ?', key)
  return rows ~= nil, rows and rows[1] and rows[1].value or nil
end

--- Writes a value, or deletes it without one, and reads it back. Returns whether it was kept, and alarms if it was not.
local function keep(key, text)
  local done
  if text then
    done = ask('INSERT OR REPLACE INTO vitrine (name, value) VALUES (?, ?)', key, text)
  else
    done = ask('DELETE FROM vitrine WHERE name = ?', key)
  end
  local known, now = read(key)
  Journal.kept = done ~= nil and known and now == text
  if not Journal.kept then
    Vitrine.Log.every('storage', 60, 'Este servidor não está guardando o diário de entregas: as entregas esperam até isso '
      .. 'se resolver. Confira o espaço em disco e a permissão de escrita da pasta mods/deathmatch/databases do MTA.')
  end
  return Journal.kept
end

--- Makes the disk say of a row what the memory says.
local function store(id, player)
  local row = Journal.rows[id]
  local kept = keep('c:' .. id, row and Json.encode(row) or nil)
  owed[id] = not kept and (owed[id] or player or true) or nil
  return kept
end

local function playerOf(row)
  return Text.str(Text.tab(Text.tab(row and row.cmd).player).key)
end

local function write(id, row)
  local player = playerOf(Journal.rows[id]) or playerOf(row)
  Journal.rows[id] = row
  return store(id, player)
end

--- Writes again what the disk did not keep. False if it still does not keep something about this player.
---@param player? string
---@return boolean
function Journal.catchUp(player)
  local free = true
  for id, whose in pairs(owed) do
    if not store(id) and player and (whose == player or whose == true) then free = false end
  end
  return free
end

--- A row in the form in which the script uses it. One that says nothing clear only says that something began, so a person
--- must look at it.
local function readable(row)
  local attempt = Text.int(row and row.n) or 1
  if attempt < 1 or attempt > attemptMax then attempt = 1 end
  local spoilt = { s = 'started', at = Vitrine.clock(), n = attempt, unreadable = true }
  if not row or type(row.s) ~= 'string' then return spoilt end
  row.n = attempt
  if row.s == 'done' then
    row.res = Outcome.checked(row.res)
    return row.res and row or spoilt
  end
  if row.s == 'settled' and not Outcome.checked({ status = row.st, code = row.code }) then return spoilt end
  return row
end

local function about(name)
  local _, value = read('m:' .. name)
  return value
end

--- Opens the journal and reads it once. Returns false with a pt-BR reason if it cannot be used now.
---@return boolean ok
---@return string|nil reason
function Journal.open()
  connection = connection or dbConnect('sqlite', file, '', '', options)
  if not connection then return false, 'Não foi possível abrir o diário de entregas (mods/deathmatch/databases)' end
  if not ask('CREATE TABLE IF NOT EXISTS vitrine (name TEXT PRIMARY KEY, value TEXT NOT NULL)') then
    return false, 'O banco de dados do diário de entregas não aceita escrita: confira o disco e as permissões'
  end
  local stored = Text.int(about('schema'))
  if stored and stored > schema then
    return false, 'O diário foi gravado por uma versão mais nova do script. Instale a versão mais recente da Vitrine.'
  end
  local found = ask("SELECT name, value FROM vitrine WHERE name LIKE 'c:%'")
  if not found then return false, 'Não foi possível ler o diário de entregas' end
  Journal.rows = {}
  for _, one in ipairs(found) do
    local id = tostring(one.name):sub(3)
    -- No delivery has another id, so nobody can ask about such a row.
    if Vitrine.Arguments.isId(id) then Journal.rows[id] = readable(Json.decode(one.value)) end
  end
  starts = (Text.int(about('starts')) or 0) + 1
  local id = about('journal_id')
  Journal.id = Vitrine.Arguments.isId(id) and #id >= 8 and id or nil
  Vitrine.Http.stir(('%s %d'):format(Journal.id or '', starts))
  local fresh = Journal.id or Vitrine.Http.random(32)
  -- A journal without its name would be another one after the next start.
  if not keep('m:starts', tostring(starts)) or not keep('m:journal_id', fresh) or not keep('m:schema', tostring(schema)) then
    return false, 'O diário de entregas não está sendo guardado: confira o espaço em disco'
  end
  Journal.id = fresh
  Journal.prune()
  return true
end

---@param id string
---@return table|nil
function Journal.get(id)
  return Journal.rows[id]
end

--- Written before the effect, because recovery needs command and probe. False if the disk does not keep it, or still owes an
--- earlier change of this player: then nothing may be executed.
---@param command table
---@param probe? table
---@return boolean kept
function Journal.start(command, probe)
  local id = command.id
  if not Journal.catchUp(command.player.key) then return false end
  local before, whose = Journal.rows[id], owed[id]
  local row = { s = 'started', cmd = command, probe = probe, at = Vitrine.clock(), n = command.attempt, boot = starts,
    timer = getTickCount() }
  if write(id, row) then return true end
  -- What was not kept did not begin. The disk may have it all the same, so it is written away as soon as possible.
  Journal.rows[id], owed[id] = before, whose or command.player.key
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

--- Whether the disk keeps what is written, tried now.
---@return boolean
function Journal.keeps()
  return keep('m:check', tostring(getTickCount()))
end

--- Written after the effect, or when it is decided that there will be none.
---@param id string
---@param attempt integer
---@param result table
function Journal.finish(id, attempt, result)
  write(id, { s = 'done', res = result, at = Vitrine.clock(), n = attempt })
end

--- Nothing happened and the delivery will be offered again, so its row is deleted.
---@param id string
function Journal.release(id)
  if Journal.rows[id] then write(id, nil) end
end

--- Vitrine has stored this outcome.
---@param id string
---@param attempt integer the attempt whose result was sent; a newer one stays
function Journal.settle(id, attempt)
  local row = Journal.rows[id]
  if not row or row.s ~= 'done' or row.n ~= attempt then return end
  write(id, {
    s = 'settled', st = row.res.status, code = row.res.code, m = row.res.message, n = attempt, at = Vitrine.clock(),
  })
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
  local stones, now = {}, Vitrine.clock()
  for id, row in pairs(Journal.rows) do
    if row.s == 'settled' then stones[#stones + 1] = { id = id, at = Text.int(row.at) or 0 } end
  end
  table.sort(stones, function(a, b) return a.at > b.at end)
  for place, stone in ipairs(stones) do
    if place > keepRows or now - stone.at > keepSeconds then write(stone.id, nil) end
  end
end

Vitrine.Journal = Journal
