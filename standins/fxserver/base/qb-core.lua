-- QBCore. A loaded character is in memory; `Save` sends the row and does not wait. An unknown grade makes "No Grades" and the
-- answer is true. `GetShared` answers the whole list for a name that it does not have.
-- [functions] qbcore-framework/qb-core 37d3b84 server/functions.lua
-- [player] qbcore-framework/qb-core 37d3b84 server/player.lua
-- [main] qbcore-framework/qb-core 37d3b84 shared/main.lua
-- [events] qbcore-framework/qb-core 37d3b84 server/events.lua
local QBCore = {
  Players = {}, PlayersByCitizenId = {}, Functions = {}, Player = {},
  Shared = { Jobs = Jobs, Gangs = Gangs, Items = Items, Vehicles = Vehicles },
}
local MINUS_LIMIT, SAVE_MS = -5000, 300000
local minusNotAllowed = { cash = true, crypto = true }

-- [main] main.lua:7
exports('GetCoreObject', function(filters)
  if not filters then return QBCore end
  local results = {}
  for _, key in ipairs(filters) do results[key] = QBCore[key] end
  return results
end)
-- [main] main.lua:23
exports('GetShared', function(namespace, item)
  local list = QBCore.Shared[namespace]
  if not list then return nil end
  return item and list[item] or list
end)

local Player = {}
Player.__index = Player
-- The row of a loaded character, sent without waiting for it.
-- [player] player.lua:488
function QBCore.Player.Save(src)
  local data = QBCore.Players[src] and QBCore.Players[src].PlayerData
  if not data then return end
  local values = {
    data.name, json.encode(data.money), json.encode(data.charinfo), json.encode(data.job), json.encode(data.gang),
    json.encode(data.metadata), data.citizenid,
  }
  CreateThread(function()
    Rows('UPDATE players SET name = ?, money = ?, charinfo = ?, job = ?, gang = ?, metadata = ? WHERE citizenid = ?', values)
  end)
  if GetResourceState('qb-inventory') ~= 'missing' then exports['qb-inventory']:SaveInventory(src) end
end
local function numberOf(self) return NumberOf(self.PlayerData.citizenid) end

local function setGroup(self, kind, list, name, grade)
  name, grade = string.lower(name), tostring(grade or '0')
  local group = list[name]
  if not group then return false end
  local about = group.grades[grade] or { name = 'No Grades', payment = 30 }
  Standin.effect('group', numberOf(self), kind .. ':' .. name .. ':' .. grade, function()
    self.PlayerData[kind] = {
      name = name, label = group.label, onduty = group.defaultDuty, type = group.type or 'none', isboss = about.isboss or false,
      grade = { name = about.name, level = group.grades[grade] and math.tointeger(tonumber(grade)) or 0, payment = about.payment },
    }
  end)
  return true
end
-- [player] player.lua:66
function Player:SetJob(job, grade) return setGroup(self, 'job', QBCore.Shared.Jobs, job, grade) end
-- [player] player.lua:97
function Player:SetGang(gang, grade) return setGroup(self, 'gang', QBCore.Shared.Gangs, gang, grade) end
-- [player] player.lua:144
function Player:SetPlayerData(key, value) self.PlayerData[key] = value end

local function move(self, kind, amount)
  Standin.effect(kind, numberOf(self), amount, function()
    self.PlayerData.money[kind] = self.PlayerData.money[kind] + amount
  end)
  return true
end
-- [player] player.lua:185
function Player:AddMoney(kind, amount)
  kind, amount = string.lower(kind), tonumber(amount)
  if not amount or amount < 0 then return nil end
  if not self.PlayerData.money[kind] then return false end
  return move(self, kind, amount)
end
-- [player] player.lua:209
function Player:RemoveMoney(kind, amount)
  kind, amount = string.lower(kind), tonumber(amount)
  if not amount or amount < 0 then return nil end
  local held = self.PlayerData.money[kind]
  if not held then return false end
  if minusNotAllowed[kind] and held - amount < 0 or held - amount < MINUS_LIMIT then return false end
  return move(self, kind, -amount)
end
-- [player] player.lua:266
function Player:GetMoney(kind) return kind and self.PlayerData.money[string.lower(kind)] or false end
-- [player] player.lua:271
function Player:Save() QBCore.Player.Save(self.PlayerData.source) end

-- [player] player.lua:39
local function newPlayer(data)
  local self = setmetatable({ PlayerData = data, Offline = false, Functions = {} }, Player)
  for _, name in ipairs({ 'SetJob', 'SetGang', 'SetPlayerData', 'AddMoney', 'RemoveMoney', 'GetMoney', 'Save' }) do
    self.Functions[name] = function(...) return Player[name](self, ...) end
  end
  return self
end

-- [functions] functions.lua:46
function QBCore.Functions.GetPlayer(src) return QBCore.Players[math.tointeger(tonumber(src))] end
-- [functions] functions.lua:57
function QBCore.Functions.GetPlayerByCitizenId(citizenid) return QBCore.PlayersByCitizenId[citizenid] end
-- [functions] functions.lua:113
function QBCore.Functions.GetPlayers()
  local sources = {}
  for src in pairs(QBCore.Players) do sources[#sources + 1] = src end
  return sources
end

-- [player] player.lua:390
local function known(kind, list, none)
  local group = kind and list[kind.name]
  local grade = group and group.grades[tostring(kind.grade.level)]
  if grade then
    kind.label, kind.grade.name, kind.grade.payment = group.label, grade.name, grade.payment
    return kind
  end
  return { name = none, label = 'Civilian', grade = { name = 'Freelancer', level = 0 } }
end
-- [player] player.lua:323
local function login(src, citizenid)
  local data = Row('SELECT * FROM players WHERE citizenid = ?', { citizenid })
  if not data or GetPlayerIdentifierByType(src, 'license') ~= data.license then return false end
  for _, column in ipairs({ 'money', 'job', 'gang', 'metadata', 'charinfo' }) do data[column] = json.decode(data[column]) end
  data.source = src
  data.job, data.gang = known(data.job, Jobs, 'unemployed'), known(data.gang, Gangs, 'none')
  if GetResourceState('qb-inventory') ~= 'missing' then
    data.items = exports['qb-inventory']:LoadInventory(src, citizenid)
  end
  -- [player] player.lua:452
  local player = newPlayer(data)
  QBCore.Players[src], QBCore.PlayersByCitizenId[citizenid] = player, player
  QBCore.Player.Save(src)
  TriggerEvent('QBCore:Server:PlayerLoaded', player)
  return true
end
-- A person picks a character in a menu; here the connection says which.
-- [player] player.lua:323
AddEventHandler('standin:spawned', function() login(source, CitizenIdOf(CitizenOf(source))) end)
-- [events] events.lua:10
AddEventHandler('playerDropped', function()
  local player = QBCore.Players[source]
  if not player then return end
  player:Save()
  TriggerEvent('QBCore:Server:OnPlayerUnload', source)
  QBCore.PlayersByCitizenId[player.PlayerData.citizenid] = nil
  QBCore.Players[source] = nil
end)
AfterEvery(SAVE_MS, function() for src in pairs(QBCore.Players) do QBCore.Player.Save(src) end end)

-- Puts things into a bag, however heavy they are, for tests.
AddEventHandler('standin:items', function(id, item, amount)
  local player = QBCore.PlayersByCitizenId[CitizenIdOf(id)]
  if not player then return end
  local items, free = player.PlayerData.items, 1
  while items[free] do free = free + 1 end
  for _, slot in pairs(items) do if slot.name == item then free = slot.slot end end
  local total = (items[free] and items[free].amount or 0) + amount
  items[free] = total > 0 and { name = item, amount = total, weight = Items[item].weight, info = {}, slot = free } or nil
end)

local function stored(id, column)
  local rows = Standin.sql('SELECT ' .. column .. ' AS found FROM players WHERE citizenid = ?', { CitizenIdOf(id) })
  return rows[1] and rows[1].found and json.decode(rows[1].found) or nil
end
Standin.state(function(q)
  if q.id == nil then return nil end
  local player = QBCore.PlayersByCitizenId[CitizenIdOf(q.id)]
  if q.what == 'online' then return player ~= nil end
  if q.what == 'banned' then
    local row = Standin.sql('SELECT b.id FROM bans b JOIN players p ON p.license = b.license WHERE p.citizenid = ? AND b.expire > ?',
      { CitizenIdOf(q.id), os.time() })
    return row[1] ~= nil
  end
  if q.what == 'bank' or q.what == 'cash' then
    local money = player and player.PlayerData.money or stored(q.id, 'money')
    return money and money[q.what]
  end
  if q.what == 'groups' then
    local found = {}
    for kind, none in pairs({ job = 'unemployed', gang = 'none' }) do
      local one = player and player.PlayerData[kind] or stored(q.id, kind)
      if one and one.name ~= none then found[kind .. ':' .. one.name .. ':' .. one.grade.level] = true end
    end
    return found
  end
  if q.what == 'items' then
    local found = {}
    for _, slot in pairs(player and player.PlayerData.items or stored(q.id, 'inventory') or {}) do
      found[tostring(slot.slot)] = { item = slot.name, amount = slot.amount }
    end
    return found
  end
end)
