-- ESX Legacy. A loaded character is in memory, and no export writes it. An unknown job is ignored with a line in the console, an
-- unknown item does nothing, no function that gives looks at the weight, and a bank may fall below zero.
-- [functions] esx-framework/esx_core c026092 server/functions.lua
-- [player] esx-framework/esx_core c026092 server/classes/player.lua
-- [main] esx-framework/esx_core c026092 server/main.lua
-- [shared] esx-framework/esx_core c026092 shared/main.lua
-- [override] esx-framework/esx_core c026092 server/classes/overrides/oxinventory.lua
local ESX = { Players = {}, Items = Items, Jobs = {} }
local byIdentifier, MAX_WEIGHT, SAVE_MS = {}, 24, 600000
local accounts = { 'bank', 'black_money', 'money' }
local ox = CustomInventory == 'ox'

-- [functions] functions.lua:397
local function accountOf(src)
  for _, identifier in ipairs(GetPlayerIdentifiers(src)) do
    local found = string.match(identifier, '^license:(.+)$')
    if found then return found end
  end
end
local function identifierOf(id, license) return 'char' .. (id % 9 + 1) .. ':' .. license end
-- The identifier in a citizen's row, by the citizen's number, for pages and tests.
Identifiers = setmetatable({}, { __index = function(_, id) return identifierOf(id, Standin.license(id) or '') end })

local function loadJobs()
  for _, job in ipairs(Standin.sql('SELECT name, label FROM jobs', {})) do
    ESX.Jobs[job.name] = { name = job.name, label = job.label, grades = {} }
  end
  for _, grade in ipairs(Standin.sql('SELECT job_name, grade, name, label FROM job_grades', {})) do
    ESX.Jobs[grade.job_name].grades[tostring(math.tointeger(grade.grade))] = grade
  end
end
loadJobs()

-- [functions] functions.lua:372
function ESX.GetPlayerFromId(src) return ESX.Players[math.tointeger(tonumber(src))] end
-- [functions] functions.lua:378
function ESX.GetPlayerFromIdentifier(identifier) return byIdentifier[identifier] end
-- [functions] functions.lua:823
function ESX.DoesJobExist(job, grade)
  return ESX.Jobs[job] ~= nil and ESX.Jobs[job].grades[tostring(grade)] ~= nil
end
-- [shared] main.lua:3
exports('getSharedObject', function() return ESX end)

-- [functions] functions.lua:209
local function savePlayer(self)
  local values = {
    json.encode(self.getAccounts(true)), self.job.name, self.job.grade, self.group, json.encode(self.getInventory(true)),
    self.identifier,
  }
  CreateThread(function()
    Rows('UPDATE users SET accounts = ?, job = ?, job_grade = ?, `group` = ?, inventory = ? WHERE identifier = ?', values)
  end)
end

local function createPlayer(src, row)
  local self = {
    source = src, playerId = src, identifier = row.identifier, number = CitizenOf(src), group = row.group or 'user',
    accounts = {}, inventory = {}, weight = 0,
  }
  local stored = row.accounts and json.decode(row.accounts) or {}
  for index, name in ipairs(accounts) do
    self.accounts[index] = { name = name, money = stored[name] or 0, label = name, round = true, index = index }
  end
  local job, grade = row.job, tostring(math.tointeger(row.job_grade))
  if not ESX.DoesJobExist(job, grade) then job, grade = 'unemployed', '0' end
  self.job = { name = job, grade = math.tointeger(tonumber(grade)), label = ESX.Jobs[job].label }
  local bag = row.inventory and json.decode(row.inventory) or {}
  if ox then
    self.inventory = bag
  else
    for name, item in pairs(ESX.Items) do
      local count = math.tointeger(bag[name] or 0)
      self.weight = self.weight + count * item.weight
      self.inventory[#self.inventory + 1] = { name = name, count = count, label = item.label, weight = item.weight }
    end
  end
  -- [player] player.lua:317
  function self.getAccount(name)
    for _, account in ipairs(self.accounts) do if account.name == string.lower(name) then return account end end
  end
  -- [player] player.lua:303
  function self.getAccounts(minimal)
    if not minimal then return self.accounts end
    local found = {}
    for _, account in ipairs(self.accounts) do found[account.name] = account.money end
    return found
  end
  local function move(name, money, sign)
    if ox and (not tonumber(money) or money < 1) then return end
    if not tonumber(money) or money <= 0 then error('Tried To Set Account To An Invalid Number', 0) end
    local account = self.getAccount(name)
    if not account and ox then return end
    if not account then error('Tried To Set Add To Invalid Account', 0) end
    Standin.effect(name == 'bank' and 'bank' or name, self.number, sign * money, function()
      account.money = account.money + sign * math.floor(money + 0.5)
    end)
    if ox and name == 'money' then exports.ox_inventory:SetItem(src, 'money', account.money) end
  end
  -- [player] player.lua:410
  -- [override] oxinventory.lua:64
  function self.addAccountMoney(name, money) move(name, money, 1) end
  -- [player] player.lua:432
  -- [override] oxinventory.lua:82
  function self.removeAccountMoney(name, money) move(name, money, -1) end
  -- [player] player.lua:328
  -- [override] oxinventory.lua:10
  function self.getInventory(minimal)
    if ox then
      local list = exports.ox_inventory:GetInventoryItems(src) or {}
      if not minimal then return list end
      local found = {}
      for slot, item in pairs(list) do
        found[#found + 1] = { name = item.name, count = item.count, slot = slot, metadata = next(item.metadata) and item.metadata or nil }
      end
      return found
    end
    if not minimal then return self.inventory end
    local found = {}
    for _, item in ipairs(self.inventory) do if item.count > 0 then found[item.name] = item.count end end
    return found
  end
  -- [player] player.lua:459
  function self.getInventoryItem(name)
    for _, item in ipairs(self.inventory) do if item.name == name then return item end end
  end
  -- [player] player.lua:468
  function self.addInventoryItem(name, count)
    local item = self.getInventoryItem(name)
    if not item then return end
    Standin.effect('item', self.number, { name, count }, function()
      item.count = item.count + count
      self.weight = self.weight + item.weight * count
    end)
  end
  -- [player] player.lua:481
  function self.removeInventoryItem(name, count)
    local item = self.getInventoryItem(name)
    if not item or item.count < count then return end
    Standin.effect('item', self.number, { name, -count }, function()
      item.count = item.count - count
      self.weight = self.weight - item.weight * count
    end)
  end
  -- [player] player.lua:529
  function self.canCarryItem(name, count)
    local item = ESX.Items[name]
    return item ~= nil and self.weight + item.weight * count <= MAX_WEIGHT
  end
  -- [player] player.lua:344
  function self.getJob() return self.job end
  -- [player] player.lua:566
  function self.setJob(name, level)
    level = tostring(level)
    if not ESX.DoesJobExist(name, level) then return print('[ESX] Ignoring invalid .setJob() usage') end
    Standin.effect('group', self.number, 'job:' .. name .. ':' .. level, function()
      self.job = { name = name, grade = math.tointeger(tonumber(level)), label = ESX.Jobs[name].label }
    end)
  end
  -- [player] player.lua:289
  function self.getGroup() return self.group end
  -- [player] player.lua:275
  function self.setGroup(group)
    Standin.effect('usergroup', self.number, group, function() self.group = group end)
  end
  return self
end

-- [main] main.lua:186
local function load(src, identifier)
  local row = Row('SELECT * FROM users WHERE identifier = ?', { identifier })
  if not row then return end
  local player = createPlayer(src, row)
  ESX.Players[src], byIdentifier[identifier] = player, player
  if ox then TriggerEvent('standin:loadInventory', src, identifier, player.number, nil, player.inventory) end
  TriggerEvent('esx:playerLoaded', src, player, false)
end
-- A person picks a character in a menu; here the connection says which.
-- [main] main.lua:112
AddEventHandler('standin:spawned', function() load(source, identifierOf(CitizenOf(source), accountOf(source))) end)
-- [main] main.lua:374
AddEventHandler('playerDropped', function()
  local player = ESX.Players[source]
  if not player then return end
  TriggerEvent('esx:playerDropped', source, 'left')
  savePlayer(player)
  ESX.Players[source], byIdentifier[player.identifier] = nil, nil
end)
-- The account of cash follows the bag.
-- [override] oxinventory.lua:202
AddEventHandler('standin:cash', function(src, cash)
  if ESX.Players[src] then ESX.Players[src].getAccount('money').money = cash end
end)
-- [functions] functions.lua:244
AfterEvery(SAVE_MS, function() for _, player in pairs(ESX.Players) do savePlayer(player) end end)

AddEventHandler('standin:items', function(id, item, amount)
  for _, player in pairs(ESX.Players) do
    if player.number == id and not ox then
      if amount > 0 then player.addInventoryItem(item, amount) else player.removeInventoryItem(item, -amount) end
    end
  end
end)

Standin.state(function(q)
  if q.id == nil then return nil end
  local found
  for _, player in pairs(ESX.Players) do if player.number == q.id then found = player end end
  if q.what == 'online' then return found ~= nil end
  local mine = Standin.sql('SELECT * FROM users WHERE identifier = ?', { Identifiers[q.id] })[1]
  if q.what == 'bank' or q.what == 'cash' then
    local name = q.what == 'cash' and 'money' or 'bank'
    if found then return found.getAccount(name).money end
    return mine and json.decode(mine.accounts)[name]
  end
  if q.what == 'groups' then
    local job = found and found.job or mine and { name = mine.job, grade = mine.job_grade }
    local groups = {}
    if job and job.name ~= 'unemployed' then groups['job:' .. job.name .. ':' .. math.tointeger(job.grade)] = true end
    local group = found and found.group or mine and mine.group or 'user'
    if group ~= 'user' then groups[group] = true end
    return groups
  end
  if q.what == 'items' and not ox then
    local items = {}
    for name, count in pairs(found and found.getInventory(true) or mine and json.decode(mine.inventory) or {}) do
      items[name] = { amount = count }
    end
    return items
  end
end)
