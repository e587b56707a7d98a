--- Money, with the same care for every base: memory for a loaded player, one transaction with a marker for others.
local Outcome, Sql, Schema, Settings = Vitrine.Outcome, Vitrine.Sql, Vitrine.Schema, Vitrine.Settings
local Bank = {}

---@class VitrineAccount
---@field source fun(player: integer): integer|nil, boolean source of the loaded character; true: entering
---@field read fun(player: integer): integer|nil, integer|nil balance as the loaded game sees it; where the base's record of moves ends
---@field give fun(player: integer, amount: integer, job: VitrineJob)
---@field take fun(player: integer, amount: integer, job: VitrineJob)
---@field save? fun(player: integer) forces the base to write it
---@field memory boolean true when the balance of a loaded player lives in memory and overwrites the database
---@field entry? table table of the balance, for players who are not loaded
---@field id? string name of its player column
---@field column? string name of its balance column
---@field row? VitrineJsonRow in the place of these: the column whose JSON holds the balance
---@field field? string its key there
---@field told? fun(job: VitrineJob): boolean whether the base's own record of moves names this delivery; then nothing is guessed
---@field since? fun(player: integer, mark: integer): integer|nil the balance without what that record says of moves since then

local JsonRow = Vitrine.JsonRow

local function stored(account, player)
  if account.row then
    local moneys, text = JsonRow.read(account.row, player)
    return text and (Vitrine.Proxy.integer(moneys and moneys[account.field]) or 0) or nil
  end
  if not account.entry then return account.read(player) end
  local row = Sql.first(('SELECT %s AS balance FROM %s WHERE %s = ?'):format(
    Schema.col(account.entry, account.column), Schema.quote(account.entry), Schema.col(account.entry, account.id)),
    { player })
  return row and (Vitrine.Proxy.integer(row.balance) or 0) or nil
end

--- The present balance, from memory or database; nil if the player has none. Then where the base's own record of moves ends.
---@param account VitrineAccount
---@param player integer
---@return integer|nil
---@return integer|nil
function Bank.balance(account, player)
  if account.memory and account.source(player) then return account.read(player) end
  return stored(account, player)
end

--- The balance that a probe is compared with: without the moves of others since, where the base keeps a record of them.
---@param account VitrineAccount
---@param player integer
---@param probe { mark?: integer }
---@return integer|nil
function Bank.since(account, player, probe)
  if account.since and probe.mark then return account.since(player, probe.mark) end
  return (Bank.balance(account, player))
end

--- Whether the balance of a player who is away can be written.
local function kept(account) return account.entry ~= nil or account.row ~= nil end

local function checkRoom(account, balance, amount)
  local max = account.entry and Schema.max(account.entry, account.column) or 2147483647
  if balance + amount > max then
    Outcome.raise('invalid_args', 'O saldo passaria do máximo que o banco de dados guarda')
  end
end

local function detail(before, after)
  return { before = before, after = after }
end

--- The player was loaded while we wrote. A base that had read the old value would overwrite ours, so its memory is
--- changed too.
local function afterEntering(job, account, change, before)
  local balance = account.read(job.player)
  if balance == before + change then return end
  if balance ~= before then Outcome.unknown('uncertain', 'O jogador entrou durante a entrega; verifique na cidade') end
  if change > 0 then account.give(job.player, change, job) else account.take(job.player, -change, job) end
  if account.save then account.save(job.player) end
end

--- Changes the balance in a column with JSON, if the whole text is still the one that was read.
local function writeJson(job, account, change)
  local moneys, text = JsonRow.read(account.row, job.player)
  local balance = moneys and tonumber(moneys[account.field] or 0)
  if not balance then Outcome.raise('player_not_found') end
  if change < 0 and balance < -change then Outcome.raise('insufficient_funds') end
  moneys[account.field] = math.tointeger(balance + change) or balance + change
  local write, condition = JsonRow.change(account.row, job.player, moneys, text)
  Sql.once(job.id, write, condition)
  local _, now = JsonRow.read(account.row, job.player)
  local done = now == write[2][1]
  if Sql.marking then done = Sql.hasMarker(job.id) end
  if not done then Outcome.raise('adapter_error', 'O saldo mudou durante a entrega; tentando de novo') end
end

local function writeColumn(job, account, change)
  local name, balance, id = Schema.quote(account.entry), Schema.col(account.entry, account.column),
    Schema.col(account.entry, account.id)
  -- Some bases let a balance fall below zero. Only what is taken needs enough of it.
  local where, floor = ('%s = ?'):format(id), {}
  if change < 0 then where, floor = ('%s AND %s >= ?'):format(where, balance), { -change } end
  Sql.once(job.id,
    { ('UPDATE %s SET %s = COALESCE(%s, 0) + ? WHERE %s'):format(name, balance, balance, where),
      { change, job.player, table.unpack(floor) } },
    { ('%s WHERE %s'):format(name, where), { job.player, table.unpack(floor) } })
end

--- A write for a player who is not loaded: check, write, check again.
local function offlineEffect(job, account, change, before)
  local source, entering = account.source(job.player)
  if source or entering then
    Outcome.raise('player_offline', 'O jogador entrou durante a entrega; tentando de novo')
  end
  if account.row then writeJson(job, account, change) else writeColumn(job, account, change) end
  if not account.memory then return end
  source, entering = account.source(job.player)
  if not (source or entering) then return end
  local ok = pcall(afterEntering, job, account, change, before)
  if not ok then Outcome.unknown('uncertain', 'O jogador entrou durante a entrega; verifique na cidade') end
end

--- The proof of money that lives in memory: the row has the present balance. Nil where the row itself was changed.
---@param account VitrineAccount
---@param job VitrineJob
---@param after integer the balance that the delivery made
---@return VitrineProof|nil
function Bank.proof(account, job, after)
  if not (account.memory and kept(account) and account.save) then return nil end
  return {
    key = 'money ' .. job.player,
    save = function()
      if account.source(job.player) then account.save(job.player) end
    end,
    shown = function()
      local now = account.source(job.player) and account.read(job.player) or after
      return stored(account, job.player) == now
    end,
  }
end

local function plan(job, account, before, mark, change, message)
  local after = before + change
  local loaded = account.source(job.player) ~= nil or not kept(account)
  local from = before
  return {
    probe = { kind = 'bank', before = before, after = after, row = loaded and account.memory and stored(account, job.player)
      or nil, marker = not loaded and Sql.marking or nil, mark = mark },
    marker = not loaded,
    effect = function()
      if not loaded then return offlineEffect(job, account, change, before) end
      if kept(account) and not account.source(job.player) then
        Outcome.raise('player_offline', 'O jogador saiu durante a entrega')
      end
      -- The player goes on playing, so the balance of this very moment is what the change is measured by.
      from = Bank.balance(account, job.player) or before
      if change < 0 and from < -change then Outcome.raise('insufficient_funds') end
      if change > 0 then return account.give(job.player, change, job) end
      account.take(job.player, -change, job)
    end,
    verify = function()
      local now = Bank.balance(account, job.player)
      if now == nil then return Outcome.new('uncertain') end
      -- Effect and marker are one transaction: without the marker the database refused both.
      if not loaded and Sql.marking and not Sql.hasMarker(job.id) then
        return Outcome.new(change < 0 and 'insufficient_funds' or 'player_not_found', nil, detail(before, now))
      end
      -- Somebody else may have moved money in the same moment, but only in the same direction is ours in it for sure.
      local wanted = from + change
      local seen = change > 0 and now >= wanted or change < 0 and now <= wanted or account.told and account.told(job)
      if not seen then
        return Outcome.new('uncertain', ('O saldo devia ser R$ %d e é R$ %d; verifique na cidade'):format(wanted, now),
          detail(from, now))
      end
      return Outcome.new('ok', message, detail(from, now))
    end,
    proof = loaded and function() return Bank.proof(account, job, from + change) end or nil,
  }
end

--- Adds to the account.
---@return VitrinePlan|VitrineOutcome
function Bank.add(job, account)
  if account.told and account.told(job) then return Outcome.new('ok') end
  local before, mark = Bank.balance(account, job.player)
  if not before then return Outcome.new('player_not_found') end
  checkRoom(account, before, job.args.amount)
  return plan(job, account, before, mark, job.args.amount)
end

--- Takes from the account; a smaller amount only if the owner allows it.
---@return VitrinePlan|VitrineOutcome
function Bank.remove(job, account)
  if account.told and account.told(job) then return Outcome.new('ok') end
  local before, mark = Bank.balance(account, job.player)
  if not before then return Outcome.new('player_not_found') end
  local amount, message = job.args.amount, nil
  if before < amount then
    if Settings.get('RemoveMoney') ~= 'partial' then
      return Outcome.new('insufficient_funds', nil, detail(before, before))
    end
    message = ('Removido R$ %d de R$ %d: era todo o saldo'):format(math.max(before, 0), amount)
    if before <= 0 then return Outcome.new('ok', message, detail(before, before)) end
    amount = before
  end
  return plan(job, account, before, mark, -amount, message)
end

Vitrine.Bank = Bank
