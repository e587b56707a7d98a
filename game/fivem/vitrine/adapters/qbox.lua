--- Qbox with ox_inventory. A loaded character lives in memory. The base saves it in a thread, so the row is looked at
--- afterwards. Jobs and gangs are rows of their own beside the character.
local Core, Outcome, Schema, integer = Vitrine.Core, Vitrine.Outcome, Vitrine.Schema, Vitrine.Proxy.integer
local QbFamily, Family, JsonRow, Jobs = Vitrine.QbFamily, Vitrine.Family, Vitrine.JsonRow, Vitrine.Jobs
local OxInventory = Vitrine.OxInventory

local core, waitMs, looks = 'qbx_core', 100, 50

--- The data of a loaded character, fetched anew each time: an export gives a copy.
local function dataOf(player)
  local found = Core.ask(core, 'GetPlayerByCitizenId', player)
  return type(found) == 'table' and type(found.PlayerData) == 'table' and found.PlayerData or nil
end

local function makeAccount(characters, source)
  local function move(name, player, money, amount)
    local here = source(player)
    if not here then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
    -- It answers false for a refusal of another script, and has changed nothing then.
    if Core.call(core, name, here, money, amount, 'Vitrine') ~= true then Outcome.raise('action_refused') end
  end
  return QbFamily.account(characters, source, dataOf, move, function(player) Core.call(core, 'Save', source(player)) end)
end

--- A kind of group of the base: `job` or `gang`.
local function makeKind(characters, source, about)
  local row, groups = QbFamily.row(characters, about.kind), Schema.find('player_groups', 'citizenid', 'type', 'group', 'grade')
  local several = GetConvarInt(about.most, 1) > 1
  local function level(name, player)
    local statement = ('SELECT %s AS grade FROM %s WHERE %s = ? AND %s = ? AND %s = ?'):format(Schema.col(groups, 'grade'),
      Schema.quote(groups), Schema.col(groups, 'citizenid'), Schema.col(groups, 'type'), Schema.col(groups, 'group'))
    local found = Vitrine.Sql.first(statement, { player, about.kind, name })
    return found and integer(found.grade)
  end
  local function stored(player, name)
    if several then return level(name, player) and name, level(name, player) end
    local primary = Vitrine.JsonUtil.tab((JsonRow.read(row, player)))
    return primary.name, integer(Vitrine.JsonUtil.tab(primary.grade).level) or 0
  end
  --- The base writes a person who is away in a thread, and the answer comes before.
  local function awaitRow(player, name, wanted)
    if source(player) then return end
    for _ = 1, looks do
      local found, grade = stored(player, name)
      if (found == name and (not wanted or grade == wanted)) == (wanted ~= nil) then return end
      Wait(waitMs)
    end
  end
  local function run(player, export, ...)
    local done, problem = Core.call(core, export, player, ...)
    if done then return end
    local code = type(problem) == 'table' and problem.code
    Outcome.raise('action_refused', code == about.full and about.fullText or nil)
  end
  return {
    none = about.none, several = several, stored = stored,
    grades = function(name) return Jobs.gradesOf(Core.ask(core, about.definition, name)) end,
    now = function(player, name)
      local data = dataOf(player)
      if not data then return stored(player, name) end
      if several then
        local grade = integer(Vitrine.JsonUtil.tab(data[about.all])[name])
        return grade and name, grade
      end
      local primary = Vitrine.JsonUtil.tab(data[about.kind])
      return primary.name, integer(Vitrine.JsonUtil.tab(primary.grade).level) or 0
    end,
    give = function(player, name, grade)
      if several then
        run(player, about.add, name, grade)
        run(player, about.primary, name)
      else run(player, about.set, name, grade) end
      awaitRow(player, name, grade)
    end,
    take = function(player, name)
      run(player, about.remove, name)
      awaitRow(player, name, nil)
    end,
    save = function(player) if source(player) then Core.call(core, 'Save', source(player)) end end,
  }
end

local function makeKinds(characters, source)
  if not Schema.find('player_groups', 'citizenid', 'type', 'group', 'grade') then return nil end
  return {
    job = makeKind(characters, source, {
      kind = 'job', all = 'jobs', none = 'unemployed', most = 'qbx:max_jobs_per_player', definition = 'GetJob',
      set = 'SetJob', add = 'AddPlayerToJob', primary = 'SetPlayerPrimaryJob', remove = 'RemovePlayerFromJob',
      full = 'max_jobs', fullText = 'O jogador já tem o máximo de empregos',
    }),
    gang = makeKind(characters, source, {
      kind = 'gang', all = 'gangs', none = 'none', most = 'qbx:max_gangs_per_player', definition = 'GetGang',
      set = 'SetGang', add = 'AddPlayerToGang', primary = 'SetPlayerPrimaryGang', remove = 'RemovePlayerFromGang',
      full = 'max_gangs', fullText = 'O jogador já tem o máximo de gangues',
    }),
  }
end

--- What the base knows of the account behind a character, by column of its bans.
local function identifiersBy(characters)
  local users = characters.cols.userid and Schema.find('users', 'userId', 'license', 'license2', 'discord')
  local function cell(column, player)
    local user = users and Family.cell(characters, 'citizenid', 'userId', player)
    return user and Family.cell(users, 'userId', column, user)
  end
  local function list(...)
    local found = {}
    for _, value in pairs({ ... }) do
      if type(value) == 'string' and value ~= '' then found[#found + 1] = value end
    end
    return found
  end
  return function(player)
    local license = Family.cell(characters, 'citizenid', 'license', player)
    return {
      license = list(license or '', cell('license', player) or '', cell('license2', player) or ''),
      discord = list(cell('discord', player) or ''),
    }
  end
end

Vitrine.adapters.qbox = function()
  local characters = QbFamily.characters()
  if not characters then return nil end
  local source = QbFamily.sourceBy(characters, function(player)
    local data = dataOf(player)
    return data and integer(data.source)
  end, function(one) return Core.ask(core, 'GetPlayer', one) ~= nil end)
  local kinds, identifiersOf = makeKinds(characters, source), identifiersBy(characters)
  local function vehicles() return Core.ask(core, 'GetVehiclesByName') end
  local garage = QbFamily.garage(characters, vehicles, function(model, plate)
    return Vitrine.JsonUtil.encode({
      plate = plate, model = GetHashKey(model), engineHealth = 1000, bodyHealth = 1000, fuelLevel = 100,
    })
  end, 'motelgarage')
  local parts = {
    group = kinds and function(job, wanted) return Jobs.plan(job, wanted, kinds, QbFamily.hint) end,
    account = makeAccount(characters, source),
    inventory = OxInventory.isUsed() and characters.cols.inventory
      and OxInventory.make(source, QbFamily.row(characters, 'inventory')) or nil,
    garage = garage,
    unban = QbFamily.unbanBy(identifiersOf),
  }
  return {
    identity = 'citizen_id',
    nobody = true,
    actions = Family.actions(parts),
    plate = garage ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player) return OxInventory.mark(source(player)) end,
    source = source,
    exists = QbFamily.existsIn(characters),
    name = QbFamily.nameIn(characters),
    online = Core.onlineBy(function(one)
      local found = Core.ask(core, 'GetPlayer', one)
      return found and found.PlayerData and found.PlayerData.citizenid
    end, { 'QBCore:Server:OnPlayerUnload', 'qbx_core:server:playerLoggedOut' }),
    discord = function(player) return identifiersOf(player).discord[1] end,
    instead = kinds ~= nil,
    notify = QbFamily.notify,
    events = { 'QBCore:Server:PlayerLoaded' },
    lists = {
      groups = kinds and { closed = true, entries = function()
        local entries = {}
        Jobs.list('job', Core.ask(core, 'GetJobs'), 'unemployed', entries)
        Jobs.list('gang', Core.ask(core, 'GetGangs'), 'none', entries)
        return entries
      end } or nil,
      items = parts.inventory and { entries = OxInventory.list } or nil,
      vehicles = garage and { entries = function() return Vitrine.Vehicles.list(vehicles(), 'brand') end } or nil,
    },
  }
end
