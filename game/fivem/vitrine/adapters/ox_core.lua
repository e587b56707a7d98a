--- ox_core with ox_inventory. Money and groups are rows that the base writes at once, also for a character who is away, and it
--- keeps a record of every move of money: with the delivery's number in it, that record is the proof. A character has a state
--- id (`AB1234`) for people and a number (`charId`) for tables.
local Core, Outcome, Schema, Sql, integer = Vitrine.Core, Vitrine.Outcome, Vitrine.Schema, Vitrine.Sql, Vitrine.Proxy.integer
local Family, Jobs, JsonUtil = Vitrine.Family, Vitrine.Jobs, Vitrine.JsonUtil
local OxGroups, OxInventory = Vitrine.OxGroups, Vitrine.OxInventory

local core = 'ox_core'

--- The number of a character: the player itself where the owner's players are known by it.
local function charBy(characters)
  if Vitrine.Settings.get('PlayerId') == 'id' then return function(player) return player end end
  local known = {}
  return function(player)
    if player == nil then return nil end
    -- A state id stays with its character, so it is looked up once.
    known[player] = known[player] or integer(Family.cell(characters, 'stateId', 'charId', player))
    return known[player]
  end
end

--- A function of parts, which know a character by its number, for the rest of the script.
local function byNumber(charOf, fn)
  return fn and function(job, ...)
    local own = {}
    for key, value in pairs(job) do own[key] = value end
    own.player = charOf(job.player)
    if own.player == nil then Outcome.raise('player_not_found') end
    return fn(own, ...)
  end
end
local function allByNumber(charOf, list)
  local found = {}
  for name, fn in pairs(list) do found[name] = byNumber(charOf, fn) end
  return found
end

local function sourceIn(characters)
  return function(char)
    local found = OxGroups.loaded(char)
    if found then return integer(found.source), false end
    local user = integer(Family.cell(characters, 'charId', 'userId', char))
    local person = user and Core.ask(core, 'GetPlayerFromUserId', user)
    -- The base sets the number first, reads the groups, and only then finds the character by it.
    return nil, type(person) == 'table' and (person.charId == nil or integer(person.charId) == char)
  end
end

--- Answers of the base that come before it has written anything.
local untouched = { amount_not_number = true, invalid_amount = true, no_balance = true, insufficient_balance = true }

--- The money: the row of the character's default account, moved by the base for whoever is there or away.
local function makeAccount(source)
  local accounts = Schema.find('accounts', 'id', 'owner', 'balance', 'isDefault')
  if not accounts then return nil end
  local moves = Schema.find('accounts_transactions', 'id', 'fromId', 'toId', 'amount', 'message')
  local kind = Schema.col(accounts, 'type') or "'personal'"
  local last = moves and ('(SELECT MAX(%s) FROM %s)'):format(Schema.col(moves, 'id'), Schema.quote(moves)) or 'NULL'
  local statement = ('SELECT %s AS id, %s AS balance, %s AS kind, %s AS last FROM %s WHERE %s = ? AND %s = 1'):format(
    Schema.col(accounts, 'id'), Schema.col(accounts, 'balance'), kind, last, Schema.quote(accounts), Schema.col(accounts, 'owner'),
    Schema.col(accounts, 'isDefault'))
  local function rowOf(char)
    local row = Sql.first(statement, { char })
    if not row then Outcome.raise('action_refused', 'O personagem não tem conta no banco da base') end
    -- The base would put money into a closed account too, where nobody finds it.
    if row.kind == 'inactive' then Outcome.raise('action_refused', 'A conta do personagem foi encerrada na base') end
    return row
  end
  --- What players read in their statement.
  local function messageOf(job)
    return (job.action == 'add_money' and 'Compra na loja (%s)' or 'Retirada da loja (%s)'):format(job.id)
  end
  local function move(name)
    return function(char, amount, job)
      local answer = Core.call(core, 'CallAccount', integer(rowOf(char).id), name, { amount = amount, message = messageOf(job) })
      if JsonUtil.tab(answer).success == true then return end
      local problem = JsonUtil.str(JsonUtil.tab(answer).message)
      if problem == 'insufficient_balance' and name == 'removeBalance' then Outcome.raise('insufficient_funds') end
      local text = ('O banco da base recusou: %s'):format(problem or 'sem resposta')
      -- Nothing is answered for an account or a function that is not there. After any other answer the balance may have moved.
      if answer == nil or untouched[problem or ''] then Outcome.raise('adapter_error', text) end
      Outcome.unknown('adapter_error', text)
    end
  end
  return {
    source = source, memory = false,
    read = function(char)
      local row = rowOf(char)
      return integer(row.balance), moves and (integer(row.last) or 0) or nil
    end,
    since = moves and function(char, mark)
      local id, balance = Schema.col(accounts, 'id'), Schema.col(accounts, 'balance')
      local to, from, amount = Schema.col(moves, 'toId'), Schema.col(moves, 'fromId'), Schema.col(moves, 'amount')
      local row = Sql.first(('SELECT a.%s - COALESCE((SELECT SUM(CASE WHEN m.%s = a.%s THEN m.%s ELSE -m.%s END) FROM %s m '
        .. 'WHERE m.%s > ? AND (m.%s = a.%s OR m.%s = a.%s)), 0) AS balance FROM %s a WHERE a.%s = ?'):format(balance, to, id, amount,
        amount, Schema.quote(moves), Schema.col(moves, 'id'), to, id, from, id, Schema.quote(accounts), id),
        { mark, integer(rowOf(char).id) })
      return row and integer(row.balance)
    end or nil,
    give = move('addBalance'),
    take = move('removeBalance'),
    told = moves and function(job)
      local column, message = Schema.col(moves, job.action == 'add_money' and 'toId' or 'fromId'), messageOf(job)
      local text = Schema.col(moves, 'message')
      for _, row in ipairs(Sql.query(('SELECT %s AS message FROM %s WHERE %s = ? AND %s = ?'):format(text, Schema.quote(moves),
        column, text), { integer(rowOf(job.player).id), message })) do
        -- The database compares without case, and a delivery's number has it.
        if row.message == message then return true end
      end
      return false
    end or nil,
  }
end

local function makeGarage()
  local entry = Schema.find('vehicles', 'owner', 'plate', 'vin', 'model', 'data', 'stored')
  if not entry then return nil end
  -- Where the base puts what is outside when it starts.
  local impound = GetConvar('ox:defaultVehicleStore', 'impound')
  return {
    entry = entry, id = 'owner', model = 'model', plate = 'plate',
    spelling = Vitrine.Vehicles.spellingIn(function() return Core.ask(core, 'GetVehicleData') end),
    newPlate = function()
      local plate = JsonUtil.str(Core.ask(core, 'GenerateVehiclePlate'))
      return plate and #plate <= 8 and plate or nil
    end,
    values = function(_, model)
      local vin = JsonUtil.str(Core.ask(core, 'GenerateVehicleVin', model))
      if not vin then Outcome.raise('adapter_error', 'A base não gerou o chassi do veículo') end
      return {
        vin = vin, class = integer(JsonUtil.tab(Core.ask(core, 'GetVehicleData', model)).class), data = '{"properties":{}}',
        stored = Vitrine.Vehicles.garageFor(entry, 'stored', impound, impound),
      }
    end,
  }
end

--- Ends the ban of the account behind a character.
local function unbanBy(characters)
  local bans = Schema.find('banned_users', 'userId', 'unban_at')
  if not bans then return nil end
  local user, ends = Schema.col(bans, 'userId'), Schema.col(bans, 'unban_at')
  return function(job)
    local account = integer(Family.cell(characters, 'charId', 'userId', job.player))
    if not account then return Outcome.new('player_not_found') end
    return Vitrine.Toggle.plan({
      wanted = false,
      has = function()
        return Sql.first(('SELECT %s AS cell FROM %s WHERE %s = ? AND (%s IS NULL OR %s > NOW())'):format(user,
          Schema.quote(bans), user, ends, ends), { account }) ~= nil
      end,
      act = function() Sql.execute(('DELETE FROM %s WHERE %s = ?'):format(Schema.quote(bans), user), { account }) end,
      already = 'not_banned',
      failed = 'adapter_error',
    })
  end
end

local function makeBag(source)
  local entry = OxInventory.isUsed() and Schema.find('character_inventory', 'charId', 'inventory')
  return entry and OxInventory.make(source, { entry = entry, id = 'charId', column = 'inventory' }) or nil
end

Vitrine.adapters.ox_core = function()
  local characters = Schema.find('characters', 'charId', 'userId', 'stateId', 'deleted')
  if not characters then return nil end
  local users = Schema.find('users', 'userId', 'discord')
  local numbers, charOf, sourceOf = Vitrine.Settings.get('PlayerId') == 'id', charBy(characters), sourceIn(characters)
  local kind, nameOf = OxGroups.make(sourceOf), Family.nameIn(characters, 'charId', 'firstName', 'lastName')
  local parts = {
    group = kind and function(job, wanted) return Jobs.plan(job, wanted, { group = kind }, OxGroups.hint, OxGroups.notation) end,
    account = makeAccount(sourceOf), inventory = makeBag(sourceOf), garage = makeGarage(), unban = unbanBy(characters),
  }
  local function source(player)
    local char = charOf(player)
    if not char then return nil, false end
    return sourceOf(char)
  end
  return {
    identity = not numbers and 'citizen_id' or nil,
    nobody = true,
    actions = allByNumber(charOf, Family.actions(parts)),
    plate = parts.garage ~= nil,
    read = allByNumber(charOf, Family.read(parts)),
    proofs = allByNumber(charOf, Family.proofs(parts)),
    told = byNumber(charOf, Family.told(parts)),
    bag = function(player) return OxInventory.mark((source(player))) end,
    source = source,
    exists = function(player)
      local char = charOf(player)
      local row = char and Sql.first(('SELECT %s AS id, %s AS gone FROM %s WHERE %s = ?'):format(Schema.col(characters, 'charId'),
        Schema.col(characters, 'deleted'), Schema.quote(characters), Schema.col(characters, 'charId')), { char })
      return row ~= nil and row.gone == nil
    end,
    name = function(player)
      local char = charOf(player)
      return char and nameOf(char)
    end,
    online = Core.onlineBy(function(one)
      local found = Core.ask(core, 'GetPlayer', one)
      if type(found) ~= 'table' or not found.charId then return nil end
      return numbers and integer(found.charId) or not numbers and found.stateId or nil
    end, { 'ox:playerLogout', 'ox:playerLoaded' }),
    discord = function(player)
      local char = charOf(player)
      local user = char and users and integer(Family.cell(characters, 'charId', 'userId', char))
      return user and Family.cell(users, 'userId', 'discord', user) or nil
    end,
    instead = kind ~= nil,
    notify = function(one, text)
      TriggerClientEvent('ox_lib:notify', one, { description = text, type = 'success', duration = 8000 })
    end,
    events = { 'ox:playerLoaded' },
    lists = {
      groups = kind and { closed = true, entries = OxGroups.list } or nil,
      items = parts.inventory and { entries = OxInventory.list } or nil,
      vehicles = parts.garage and {
        entries = function() return Vitrine.Vehicles.list(Core.ask(core, 'GetVehicleData'), 'make') end,
      } or nil,
    },
  }
end
