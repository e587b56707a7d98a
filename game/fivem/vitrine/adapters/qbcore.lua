--- QBCore with qb-inventory or ox_inventory. A loaded character lives in memory, and the base saves it without waiting for the
--- row. Its own functions for people who are away write the whole row and empty the bag, so their rows are compared and
--- replaced here.
local Core, Outcome, integer, JsonUtil = Vitrine.Core, Vitrine.Outcome, Vitrine.Proxy.integer, Vitrine.JsonUtil
local QbFamily, Family, JsonRow, Jobs = Vitrine.QbFamily, Vitrine.Family, Vitrine.JsonRow, Vitrine.Jobs
local OxInventory, QbInventory = Vitrine.OxInventory, Vitrine.QbInventory

local core, run = 'qb-core', Core.run
--- The base's functions, fetched once: the whole object is big, and a restart of the base builds this adapter anew.
local functions

local function ask(name, ...)
  functions = functions or JsonUtil.tab(Core.call(core, 'GetCoreObject', { 'Functions' })).Functions
  if GetResourceState(core) ~= 'started' or not functions then Outcome.raise('framework_missing') end
  return run(name, functions[name], ...)
end

--- A list of the base, or one entry. For an unknown entry the export answers the whole list.
local function shared(namespace, name)
  local found = Core.ask(core, 'GetShared', namespace, name)
  if found == nil then
    local list = JsonUtil.tab(JsonUtil.tab(JsonUtil.tab(Core.ask(core, 'GetCoreObject', { 'Shared' })).Shared)[namespace])
    if name then return list[name] end
    return list
  end
  return found
end

local function itemOf(item)
  local found = shared('Items', item)
  return type(found) == 'table' and found.name == item and found or nil
end

--- A loaded character, fetched anew each time: an export gives a copy.
local function characterOf(player)
  local found = ask('GetPlayerByCitizenId', player)
  return type(found) == 'table' and type(found.PlayerData) == 'table' and found or nil
end

local function dataOf(player)
  local found = characterOf(player)
  return found and found.PlayerData
end

local function save(player)
  local found = characterOf(player)
  if found then run('Save', found.Functions.Save) end
end

local function moveMoney(name, player, money, amount)
  local found = characterOf(player)
  if not found then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
  if run(name, found.Functions[name], money, amount, 'Vitrine') ~= true then Outcome.raise('action_refused') end
end

--- A job or gang as the base writes it into a row. At the next login it checks the grade again.
local function written(kind, name, level, one)
  local grade = JsonUtil.tab(JsonUtil.tab(one.grades)[tostring(level)] or JsonUtil.tab(one.grades)[level])
  local boss = grade.isboss or false
  local row = {
    name = name, label = one.label, isboss = boss,
    grade = { name = grade.name, level = level, isboss = boss, payment = grade.payment },
  }
  if kind == 'job' then row.onduty, row.type = one.defaultDuty or false, one.type or 'none' end
  return row
end

local function makeKind(characters, source, kind, namespace, none, set)
  local row = QbFamily.row(characters, kind)
  local function partsOf(one)
    one = JsonUtil.tab(one)
    return one.name, integer(JsonUtil.tab(one.grade).level) or 0
  end
  local function give(player, name, level)
    local found = characterOf(player)
    if found then
      -- Of an unknown grade the base makes "No Grades" and answers true, so the grade was looked up before.
      if run(set, found.Functions[set], name, tostring(level)) ~= true then Outcome.raise('action_refused') end
      return
    end
    local data, text = JsonRow.read(row, player)
    local new = written(kind, name, level, JsonUtil.tab(shared(namespace, name)))
    if data and text then JsonRow.write(row, player, new, text) else JsonRow.put(row, player, new) end
    Core.mustBeAway(source, player)
  end
  return {
    none = none,
    grades = function(name) return Jobs.gradesOf(shared(namespace, name)) end,
    stored = function(player) return partsOf((JsonRow.read(row, player))) end,
    now = function(player)
      local data = dataOf(player)
      if data then return partsOf(data[kind]) end
      return partsOf((JsonRow.read(row, player)))
    end,
    give = give,
    take = function(player) give(player, none, 0) end,
    save = save,
  }
end

Vitrine.adapters.qbcore = function()
  functions = nil
  local characters = QbFamily.characters()
  if not characters then return nil end
  local source = QbFamily.sourceBy(characters, function(player)
    local data = dataOf(player)
    return data and integer(data.source)
  end, function(one) return ask('GetPlayer', one) ~= nil end)
  local kinds = { job = makeKind(characters, source, 'job', 'Jobs', 'unemployed', 'SetJob') }
  if characters.cols.gang then kinds.gang = makeKind(characters, source, 'gang', 'Gangs', 'none', 'SetGang') end
  local ox, bag = OxInventory.isUsed(), QbFamily.row(characters, 'inventory')
  local inventory = characters.cols.inventory and (ox and OxInventory.make(source, bag)
    or QbInventory.isUsed() and QbInventory.make(source, bag, dataOf, itemOf)) or nil
  local garage = QbFamily.garage(characters, function() return shared('Vehicles') end, function() return '{}' end,
    'pillboxgarage')
  local parts = {
    group = function(job, wanted) return Jobs.plan(job, wanted, kinds, QbFamily.hint) end,
    account = QbFamily.account(characters, source, dataOf, moveMoney, save),
    inventory = inventory,
    garage = garage,
    -- The base itself looks at the license only.
    unban = QbFamily.unbanBy(function(player)
      local license = Family.cell(characters, 'citizenid', 'license', player)
      return { license = { JsonUtil.str(license) } }
    end),
  }
  return {
    identity = 'citizen_id',
    nobody = true,
    actions = Family.actions(parts),
    plate = garage ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player)
      if ox then return OxInventory.mark(source(player)) end
      return QbInventory.mark(dataOf(player))
    end,
    source = source,
    exists = QbFamily.existsIn(characters),
    name = QbFamily.nameIn(characters),
    online = Core.onlineBy(function(one)
      local found = ask('GetPlayer', one)
      return type(found) == 'table' and JsonUtil.tab(found.PlayerData).citizenid or nil
    end, { 'QBCore:Server:OnPlayerUnload' }),
    instead = true,
    notify = QbFamily.notify,
    events = { 'QBCore:Server:PlayerLoaded' },
    lists = {
      groups = { entries = function()
        local entries = {}
        Jobs.list('job', shared('Jobs'), 'unemployed', entries)
        if kinds.gang then Jobs.list('gang', shared('Gangs'), 'none', entries) end
        return entries
      end },
      items = inventory and { entries = function()
        if ox then return OxInventory.list() end
        local entries = {}
        for name, item in pairs(JsonUtil.tab(shared('Items'))) do
          if type(item) == 'table' and item.name == name then entries[#entries + 1] = { name = name, label = item.label } end
        end
        return entries
      end } or nil,
      vehicles = garage and { entries = function() return Vitrine.Vehicles.list(shared('Vehicles'), 'brand') end } or nil,
    },
  }
end
