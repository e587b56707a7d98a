--- ESX Legacy, with its own inventory or ox_inventory. A loaded character lives in memory and the base exports no save, so the
--- script writes what was sold into the row as the base has it at that moment. A group is the user group of the base, or a job
--- with its grade. Weapons are items only with ox_inventory. The base keeps no bans.
local Core, Outcome, Schema, integer, JsonUtil = Vitrine.Core, Vitrine.Outcome, Vitrine.Schema, Vitrine.Proxy.integer, Vitrine.JsonUtil
local Family, JsonRow, Jobs, Sql = Vitrine.Family, Vitrine.JsonRow, Vitrine.Jobs, Vitrine.Sql
local OxInventory, Settings = Vitrine.OxInventory, Vitrine.Settings

local run = Core.run
local core, groupMax = 'es_extended', 50
--- The base's functions, fetched once; a restart of the base builds this adapter anew.
local object

local function ask(name, ...)
  object = object or Core.call(core, 'getSharedObject')
  if GetResourceState(core) ~= 'started' or not object then Outcome.raise('framework_missing') end
  return run(name, object[name], ...)
end

--- A loaded character, fetched anew each time: an export gives a copy, and its functions see the present values.
local function characterOf(player)
  local found = ask('GetPlayerFromIdentifier', player)
  return type(found) == 'table' and found or nil
end

local function row(users, column) return { entry = users, id = 'identifier', column = column } end

--- `char1:0123…` and `license:0123…` are one account.
local function accountIn(identifier) return type(identifier) == 'string' and identifier:match('([^:]+)$') or nil end

local function sourceBy()
  return function(player)
    local found = characterOf(player)
    if found then return integer(found.source), false end
    return nil, Core.choosing(function(identifier)
      return identifier:match('^license2?:') ~= nil and accountIn(identifier) == accountIn(player)
    end, function(one) return ask('GetPlayerFromId', one) ~= nil end)
  end
end

local function makeAccount(users, source)
  local place, name = row(users, 'accounts'), Settings.get('MoneyAccount') == 'wallet' and 'money' or 'bank'
  local function move(what)
    return function(player, amount)
      local found = characterOf(player)
      if not found then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
      -- It answers nothing. With an unknown account it raises, or does nothing: the balance tells.
      run(what, found[what], name, amount, 'Vitrine')
    end
  end
  return {
    source = source, memory = true, row = place, field = name,
    read = function(player)
      local found = characterOf(player)
      local account = found and run('getAccount', found.getAccount, name)
      return account and integer(account.money)
    end,
    give = move('addAccountMoney'),
    take = move('removeAccountMoney'),
    save = function(player)
      local found = characterOf(player)
      if found then JsonRow.put(place, player, run('getAccounts', found.getAccounts, true)) end
    end,
  }
end

local function makeInventory(users, source)
  local place = row(users, 'inventory')
  if OxInventory.isUsed() then return OxInventory.make(source, place) end
  local items = Schema.find('items', 'name')
  if not items then return nil end
  local function itemOf(player, item)
    local found = characterOf(player)
    return found and run('getInventoryItem', found.getInventoryItem, item) or nil
  end
  return {
    source = source,
    known = function(item)
      -- The database finds a name in any case, and the base does not.
      return Family.cell(items, 'name', 'name', item) == item
    end,
    fits = function(player, item, amount)
      local found = characterOf(player)
      return found ~= nil and run('canCarryItem', found.canCarryItem, item, amount) == true
    end,
    amount = function(player, item)
      local held = itemOf(player, item)
      return held and integer(held.count)
    end,
    stored = function(player, item)
      local bag = JsonRow.read(place, player)
      return integer(JsonUtil.tab(bag)[item]) or 0
    end,
    give = function(player, item, amount)
      local found = characterOf(player)
      if not found then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
      run('addInventoryItem', found.addInventoryItem, item, amount)
    end,
    save = function(player)
      local found = characterOf(player)
      if found then JsonRow.put(place, player, run('getInventory', found.getInventory, true)) end
    end,
  }
end

--- Sets columns of a character's row.
local function setColumns(users, player, values)
  local parts, parameters = {}, {}
  for column, value in pairs(values) do
    parts[#parts + 1] = Schema.col(users, column) .. ' = ?'
    parameters[#parameters + 1] = value
  end
  parameters[#parameters + 1] = player
  Sql.execute(('UPDATE %s SET %s WHERE %s = ?'):format(Schema.quote(users), table.concat(parts, ', '),
    Schema.col(users, 'identifier')), parameters)
end

local function makeJobs(users, source)
  local grades = Schema.find('job_grades', 'job_name', 'grade')
  if not grades then return nil end
  local function stored(player)
    return Family.cell(users, 'identifier', 'job', player), integer(Family.cell(users, 'identifier', 'job_grade', player)) or 0
  end
  local function save(player)
    local found = characterOf(player)
    local job = found and JsonUtil.tab(run('getJob', found.getJob))
    if job then setColumns(users, player, { job = job.name, job_grade = job.grade }) end
  end
  local function give(player, name, level)
    local found = characterOf(player)
    -- It ignores a job that it does not have, with a line in the console: the job is read back.
    if found then return run('setJob', found.setJob, name, level) end
    setColumns(users, player, { job = name, job_grade = level })
    Core.mustBeAway(source, player)
  end
  return {
    job = {
      none = 'unemployed', stored = stored, save = save, give = give,
      take = function(player) give(player, 'unemployed', 0) end,
      grades = function(name)
        local found
        for _, one in ipairs(Sql.query(('SELECT %s AS grade FROM %s WHERE %s = ?'):format(Schema.col(grades, 'grade'),
          Schema.quote(grades), Schema.col(grades, 'job_name')), { name })) do
          found = found or {}
          found[integer(one.grade) or 0] = ''
        end
        return found
      end,
      now = function(player)
        local character = characterOf(player)
        if not character then return stored(player) end
        local job = JsonUtil.tab(run('getJob', character.getJob))
        return job.name, integer(job.grade) or 0
      end,
    },
  }
end

--- The user group: a person has one, so all share a place.
local function groupPlan(job, wanted, users, source)
  local player, group = job.player, job.args.group
  local goal = wanted and group or job.args.instead or 'user'
  if wanted and group == 'user' then return Outcome.new('invalid_group', 'O grupo user não se vende: é o que todos têm') end
  if group:find(':', 1, true) then
    return Outcome.new('invalid_group', 'Um grupo de usuário não tem dois-pontos, e um emprego se escreve job:police:2')
  end
  if #goal > groupMax then return Outcome.new('invalid_group', 'O nome do grupo é longo demais para esta base') end
  local function stored() return Family.cell(users, 'identifier', 'group', player) or 'user' end
  local function now()
    local found = characterOf(player)
    return found and run('getGroup', found.getGroup) or stored()
  end
  local function done(value) return not wanted and value ~= group or value == goal end
  return Vitrine.Toggle.plan({
    wanted = true,
    has = function() return done(now()) end,
    act = function()
      local found = characterOf(player)
      if found then return run('setGroup', found.setGroup, goal) end
      setColumns(users, player, { group = goal })
      Core.mustBeAway(source, player)
    end,
    proof = function()
      return {
        key = 'player ' .. player,
        save = function()
          if characterOf(player) then setColumns(users, player, { group = now() }) end
        end,
        shown = function() return stored() == now() and done(stored()) end,
      }
    end,
    already = wanted and 'already_owned' or job.args.instead and 'ok' or 'not_owned',
    failed = 'adapter_error',
    place = 'gtype:usergroup',
    held = function()
      local value = now()
      return value ~= 'user' and value or nil
    end,
  })
end

local function makeGarage()
  local entry = Schema.find('owned_vehicles', 'owner', 'plate', 'vehicle', 'stored')
  if not entry then return nil end
  local shop = Schema.find('vehicles', 'model')
  local place = { entry = entry, id = 'owner', model = 'vehicle', plate = 'plate' }
  --- The plates of the player's vehicles of this model, which the base keeps as a hash in JSON.
  function place.held(player, vehicle)
    local plates, hash = {}, GetHashKey(vehicle) & 0xFFFFFFFF
    for _, one in ipairs(Sql.query(('SELECT %s AS plate, %s AS vehicle FROM %s WHERE %s = ?'):format(
      Schema.col(entry, 'plate'), Schema.col(entry, 'vehicle'), Schema.quote(entry), Schema.col(entry, 'owner')), { player })) do
      local model = JsonUtil.tab(JsonUtil.decode(one.vehicle)).model
      local number = type(model) == 'string' and GetHashKey(model) or integer(model)
      if number and number & 0xFFFFFFFF == hash then plates[#plates + 1] = one.plate end
    end
    return plates
  end
  --- Cities have vehicles that the shop does not sell, so its table says only how a name is written.
  function place.spelling(vehicle)
    local found = shop and Family.cell(shop, 'model', 'model', vehicle)
    return type(found) == 'string' and found:lower() == vehicle:lower() and found or nil
  end
  function place.values(_, model, plate)
    return {
      vehicle = JsonUtil.encode({ model = GetHashKey(model), plate = plate }), type = 'car', stored = 1,
      parking = Vitrine.Vehicles.garageFor(entry, 'parking', 'VespucciBoulevard'),
    }
  end
  return place
end

--- Who a city id is where the owner's players are known by a number: `users.id`, or the digits of `ssn`.
local function personBy(users)
  local wanted = Settings.get('PlayerId')
  if wanted == 'id' and users.cols.id then
    return function(id) return Family.cell(users, 'id', 'identifier', id) end,
      function(identifier) return integer(Family.cell(users, 'identifier', 'id', identifier)) end
  end
  if wanted == 'ssn' and users.cols.ssn then
    return function(id)
      local digits = ('%09d'):format(id)
      return Family.cell(users, 'ssn', 'identifier', ('%s-%s-%s'):format(digits:sub(1, 3), digits:sub(4, 5), digits:sub(6)))
    end, function(identifier)
      local text = tostring(Family.cell(users, 'identifier', 'ssn', identifier) or ''):gsub('%D', '')
      return integer(text)
    end
  end
  return nil
end

Vitrine.adapters.esx = function()
  object = nil
  local users = Schema.find('users', 'identifier', 'accounts', 'job', 'job_grade', 'group')
  if not users then return nil end
  local source = sourceBy()
  local kinds, garage, inventory = makeJobs(users, source), makeGarage(), makeInventory(users, source)
  local person, numberOf = personBy(users)
  local parts = {
    group = function(job, wanted)
      if Jobs.parse(job.args.group) ~= 'job' then return groupPlan(job, wanted, users, source) end
      if not kinds then return Outcome.new('invalid_group', 'As tabelas de empregos da base não foram encontradas') end
      return Jobs.plan(job, wanted, kinds, '')
    end,
    account = makeAccount(users, source),
    inventory = inventory,
    garage = garage,
  }
  local ox = OxInventory.isUsed()
  return {
    identity = not person and 'identifier' or nil,
    person = person,
    nobody = true,
    actions = Family.actions(parts),
    plate = garage ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player)
      if ox then return OxInventory.mark(source(player)) end
      local found = characterOf(player)
      return found and JsonUtil.encode(run('getInventory', found.getInventory, true))
    end,
    source = source,
    exists = function(player) return Family.cell(users, 'identifier', 'identifier', player) ~= nil end,
    name = Family.nameIn(users, 'identifier', 'firstname', 'lastname'),
    online = Core.onlineBy(function(one)
      local found = ask('GetPlayerFromId', one)
      local identifier = type(found) == 'table' and found.identifier or nil
      return identifier and (numberOf and numberOf(identifier) or not numberOf and identifier) or nil
    end, { 'esx:playerDropped', 'esx:playerLoaded' }),
    instead = true,
    notify = function(one, text) TriggerClientEvent('esx:showNotification', one, text, 'success', 8000) end,
    events = { 'esx:playerLoaded' },
    lists = {
      -- A user group is any text, so the jobs are not all.
      groups = kinds and { closed = false, entries = function()
        local jobs, entries = Schema.find('jobs', 'name', 'label'), {}
        local grades = Schema.find('job_grades', 'job_name', 'grade', 'label')
        for _, one in ipairs(jobs and grades and Sql.query(('SELECT j.%s AS name, j.%s AS label, g.%s AS grade, g.%s AS title '
          .. 'FROM %s j JOIN %s g ON g.%s = j.%s'):format(Schema.col(jobs, 'name'), Schema.col(jobs, 'label'),
          Schema.col(grades, 'grade'), Schema.col(grades, 'label'), Schema.quote(jobs), Schema.quote(grades),
          Schema.col(grades, 'job_name'), Schema.col(jobs, 'name'))) or {}) do
          if one.name ~= 'unemployed' then
            entries[#entries + 1] = {
              name = ('job:%s:%d'):format(one.name, integer(one.grade) or 0), label = ('%s: %s'):format(one.label, one.title),
            }
          end
        end
        return entries
      end } or nil,
      items = inventory and { entries = function()
        if ox then return OxInventory.list() end
        local items = Schema.find('items', 'name', 'label')
        return items and Sql.query(('SELECT %s AS name, %s AS label FROM %s'):format(Schema.col(items, 'name'),
          Schema.col(items, 'label'), Schema.quote(items)))
      end } or nil,
      vehicles = garage and Schema.find('vehicles', 'model', 'name') and { closed = false, entries = function()
        local shop = Schema.find('vehicles', 'model', 'name')
        return Sql.query(('SELECT %s AS name, %s AS label FROM %s'):format(Schema.col(shop, 'model'), Schema.col(shop, 'name'),
          Schema.quote(shop)))
      end } or nil,
    },
  }
end
