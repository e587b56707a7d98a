-- Qbox. A loaded character is in memory; `Save` writes it in a thread, so it returns first. For a person who is away money and
-- jobs read the whole row and write it again. Another script may refuse money by a hook: then the answer is false.
-- [functions] Qbox-project/qbx_core 959b77b server/functions.lua
-- [player] Qbox-project/qbx_core 959b77b server/player.lua
-- [groups] Qbox-project/qbx_core 959b77b server/groups.lua
-- [main] Qbox-project/qbx_core 959b77b server/main.lua
-- [events] Qbox-project/qbx_core 959b77b server/events.lua
-- [storage] Qbox-project/qbx_core 959b77b server/storage/players.lua
-- [hooks] Qbox-project/qbx_core 959b77b modules/hooks.lua
-- [loops] Qbox-project/qbx_core 959b77b server/loops.lua
local players, hooks, SAVE_MS, LOGOUT_MS = {}, {}, 300000, 200
local maxJobs, maxGangs = GetConvarInt('qbx:max_jobs_per_player', 1), GetConvarInt('qbx:max_gangs_per_player', 1)
local minusNotAllowed = { cash = true, crypto = true }

-- [hooks] hooks.lua:39
exports('registerHook', function(event, cb)
  hooks[event] = hooks[event] or {}
  table.insert(hooks[event], cb)
  return #hooks[event]
end)
-- [hooks] hooks.lua:10
local function allowed(event, payload)
  for _, hook in ipairs(hooks[event] or {}) do
    local _, response = pcall(hook, payload)
    if response == false then return false end
  end
  return true
end

-- [groups] groups.lua:273
local function getJob(name) return Jobs[name] end
exports('GetJob', getJob)
-- [groups] groups.lua:281
local function getGang(name) return Gangs[name] end
exports('GetGang', getGang)
-- [groups] groups.lua:258
exports('GetJobs', function() return Jobs end)
-- [groups] groups.lua:265
exports('GetGangs', function() return Gangs end)
-- An unknown name answers all vehicles.
-- [main] main.lua:116
exports('GetVehiclesByName', function(key) return key and Vehicles[key] or Vehicles end)

-- [player] player.lua:217
local function groupOf(name, group, level)
  local grade = group.grades[level]
  return {
    name = name, label = group.label, isboss = grade.isboss or false, onduty = group.defaultDuty or false,
    payment = grade.payment or 0, type = group.type, grade = { name = grade.name, level = level },
  }
end

-- [storage] players.lua:196
local function fetch(citizenid)
  local row = Row('SELECT userId, citizenid, license, name, charinfo, money, job, gang, metadata FROM players WHERE citizenid = ?',
    { citizenid })
  if not row then return nil end
  for _, column in ipairs({ 'charinfo', 'money', 'job', 'gang', 'metadata' }) do row[column] = json.decode(row[column]) end
  -- [storage] players.lua:367
  row.jobs, row.gangs = {}, {}
  for _, one in ipairs(Rows('SELECT `group`, type, grade FROM player_groups WHERE citizenid = ?', { citizenid })) do
    local list = one.type == 'job' and row.jobs or row.gangs
    list[one.group] = math.tointeger(one.grade)
  end
  return row
end
-- [storage] players.lua:115
local function upsert(data)
  Rows('UPDATE players SET name = ?, money = ?, charinfo = ?, job = ?, gang = ?, metadata = ? WHERE citizenid = ?', {
    data.name, json.encode(data.money), json.encode(data.charinfo), json.encode(data.job), json.encode(data.gang),
    json.encode(data.metadata), data.citizenid,
  })
end

-- [functions] functions.lua:86
local function getPlayer(src) return players[math.tointeger(tonumber(src))] end
exports('GetPlayer', getPlayer)
-- [functions] functions.lua:98
local function getPlayerByCitizenId(citizenid)
  for _, player in pairs(players) do if player.PlayerData.citizenid == citizenid then return player end end
end
exports('GetPlayerByCitizenId', getPlayerByCitizenId)
-- [functions] functions.lua:533
exports('GetPlayersData', function()
  local list = {}
  for _, player in pairs(players) do list[#list + 1] = player.PlayerData end
  return list
end)
-- [player] player.lua:132
local function getOfflinePlayer(citizenid)
  local data = fetch(citizenid)
  return data and { PlayerData = data, Offline = true } or nil
end
exports('GetOfflinePlayer', getOfflinePlayer)
-- [player] player.lua:28
local function resolve(identifier)
  if type(identifier) == 'string' then return getPlayerByCitizenId(identifier) or getOfflinePlayer(identifier) end
  return getPlayer(identifier)
end

-- [player] player.lua:1074
local function save(src)
  local data = players[src].PlayerData
  CreateThread(function() upsert(data) end)
end
exports('Save', save)
-- [player] player.lua:1110
local function saveOffline(data)
  CreateThread(function() upsert(data) end)
end
exports('SaveOffline', saveOffline)
-- [player] player.lua:33
local function savePlayer(player)
  if player.Offline then saveOffline(player.PlayerData) else save(player.PlayerData.source) end
end

-- [player] player.lua:1282
local function tellMoney(data, kind)
  if kind == 'cash' and GetResourceState('ox_inventory') == 'started' then
    exports.ox_inventory:SetItem(data.source, 'money', data.money.cash)
  end
end
-- [player] player.lua:1302
local function validAmount(value)
  value = tonumber(value)
  if not value or value ~= value or value < 0 or value == math.huge then return nil end
  return math.floor(value + 0.5)
end
local function move(identifier, kind, amount, sign, event)
  local player = resolve(identifier)
  if not player then return false end
  amount = validAmount(amount)
  local data = player.PlayerData
  if not amount or not data.money[kind] then return false end
  if not allowed(event, { source = data.source, moneyType = kind, amount = amount }) then return false end
  if sign < 0 and minusNotAllowed[kind] and data.money[kind] - amount < 0 then return false end
  Standin.effect(kind, NumberOf(data.citizenid), sign * amount, function()
    data.money[kind] = data.money[kind] + sign * amount
    if player.Offline then saveOffline(data) end
  end)
  if not player.Offline then tellMoney(data, kind) end
  return true
end
-- [player] player.lua:1316
exports('AddMoney', function(identifier, kind, amount) return move(identifier, kind, amount, 1, 'addMoney') end)
-- [player] player.lua:1367
exports('RemoveMoney', function(identifier, kind, amount) return move(identifier, kind, amount, -1, 'removeMoney') end)
-- [player] player.lua:1478
exports('GetMoney', function(identifier, kind)
  local player = kind and resolve(identifier)
  if not player then return false end
  return player.PlayerData.money[kind]
end)

local kinds = {
  job = { list = 'jobs', none = 'unemployed', of = getJob, most = maxJobs, code = 'job' },
  gang = { list = 'gangs', none = 'none', of = getGang, most = maxGangs, code = 'gang' },
}
-- [player] player.lua:238
-- [player] player.lua:440
local function setPrimary(kind, citizenid, name)
  local about, player = kinds[kind], getPlayerByCitizenId(citizenid) or getOfflinePlayer(citizenid)
  if not player then return false, { code = 'player_not_found' } end
  local level = name == about.none and 0 or player.PlayerData[about.list][name]
  if not level then return false, { code = 'player_not_in_' .. kind } end
  player.PlayerData[kind] = groupOf(name, about.of(name), level)
  savePlayer(player)
  return true
end
-- [player] player.lua:281
-- [player] player.lua:492
local function add(kind, citizenid, name, grade)
  local about = kinds[kind]
  name, grade = string.lower(name), math.tointeger(tonumber(grade)) or 0
  if name == about.none then return false, { code = about.none } end
  local group = about.of(name)
  if not group then return false, { code = kind .. '_not_found' } end
  if not group.grades[grade] then return false, { code = kind .. '_missing_grade' } end
  local player = getPlayerByCitizenId(citizenid) or getOfflinePlayer(citizenid)
  if not player then return false, { code = 'player_not_found' } end
  local held = player.PlayerData[about.list]
  if held[name] == grade then return true end
  if SizeOf(held) >= about.most and not held[name] then return false, { code = 'max_' .. about.list } end
  Standin.effect('group', NumberOf(citizenid), kind .. ':' .. name .. ':' .. grade, function()
    Rows('DELETE FROM player_groups WHERE citizenid = ? AND type = ? AND `group` = ?', { citizenid, kind, name })
    Rows('INSERT INTO player_groups (citizenid, type, `group`, grade) VALUES (?, ?, ?, ?)', { citizenid, kind, name, grade })
  end)
  if not player.Offline then held[name] = grade end
  if player.PlayerData[kind].name == name then setPrimary(kind, citizenid, name) end
  return true
end
-- [player] player.lua:344
-- [player] player.lua:554
local function remove(kind, citizenid, name)
  local about = kinds[kind]
  if kind == 'job' and name == about.none then return false, { code = 'unemployed' } end
  local player = getPlayerByCitizenId(citizenid) or getOfflinePlayer(citizenid)
  if not player then return false, { code = 'player_not_found' } end
  if not player.PlayerData[about.list][name] then return true end
  Standin.effect('ungroup', NumberOf(citizenid), kind .. ':' .. name, function()
    Rows('DELETE FROM player_groups WHERE citizenid = ? AND type = ? AND `group` = ?', { citizenid, kind, name })
  end)
  player.PlayerData[about.list][name] = nil
  if player.PlayerData[kind].name == name then
    player.PlayerData[kind] = groupOf(about.none, about.of(about.none), 0)
    savePlayer(player)
  end
  return true
end
-- [player] player.lua:147
-- [player] player.lua:388
local function set(kind, identifier, name, grade)
  local about = kinds[kind]
  name, grade = string.lower(name), math.tointeger(tonumber(grade)) or 0
  local group = about.of(name)
  if not group or not group.grades[grade] then return false end
  local player = resolve(identifier)
  if not player then return false end
  local citizenid = player.PlayerData.citizenid
  if player.PlayerData[kind].name ~= about.none then
    local done, problem = remove(kind, citizenid, player.PlayerData[kind].name)
    if not done then return false, problem end
  end
  if name ~= about.none then
    local done, problem = add(kind, citizenid, name, grade)
    if not done then return false, problem end
  end
  return setPrimary(kind, citizenid, name)
end
-- [player] player.lua:192
exports('SetJob', function(...) return set('job', ...) end)
-- [player] player.lua:433
exports('SetGang', function(...) return set('gang', ...) end)
-- [player] player.lua:337
exports('AddPlayerToJob', function(...) return add('job', ...) end)
-- [player] player.lua:492
exports('AddPlayerToGang', function(...) return add('gang', ...) end)
-- [player] player.lua:380
exports('RemovePlayerFromJob', function(...) return remove('job', ...) end)
-- [player] player.lua:599
exports('RemovePlayerFromGang', function(...) return remove('gang', ...) end)
-- [player] player.lua:273
exports('SetPlayerPrimaryJob', function(...) return setPrimary('job', ...) end)
-- [player] player.lua:484
exports('SetPlayerPrimaryGang', function(...) return setPrimary('gang', ...) end)

-- [player] player.lua:92
local function login(src, citizenid)
  local data = fetch(citizenid)
  if not data then return false end
  data.source = src
  local player = { PlayerData = data, Offline = false }
  -- [player] player.lua:955
  player.Functions = { Save = function() save(src) end }
  players[src] = player
  TriggerEvent('standin:loadInventory', src, citizenid, NumberOf(citizenid), data.money.cash)
  TriggerEvent('QBCore:Server:PlayerLoaded', player)
  return true
end
-- [player] player.lua:738
local function logout(src)
  if not players[src] then return end
  TriggerEvent('QBCore:Server:OnPlayerUnload', src)
  save(src)
  Wait(LOGOUT_MS)
  players[src] = nil
  TriggerEvent('qbx_core:server:playerLoggedOut', src)
end
exports('Logout', logout)
-- A person picks a character in a menu; here the connection says which.
-- [player] player.lua:92
AddEventHandler('standin:spawned', function() login(source, CitizenIdOf(CitizenOf(source))) end)
-- The character's cash follows the bag.
-- [player] player.lua:1426
AddEventHandler('standin:cash', function(src, cash) if players[src] then players[src].PlayerData.money.cash = cash end end)
-- [events] events.lua:37
AddEventHandler('playerDropped', function()
  if not players[source] then return end
  save(source)
  players[source] = nil
end)
-- [loops] loops.lua:41
AfterEvery(SAVE_MS, function() for src in pairs(players) do save(src) end end)

local function loaded(id) return getPlayerByCitizenId(CitizenIdOf(id)) end
local function stored(id, column)
  local rows = Standin.sql('SELECT ' .. column .. ' AS found FROM players WHERE citizenid = ?', { CitizenIdOf(id) })
  return rows[1] and json.decode(rows[1].found) or nil
end
Standin.state(function(q)
  if q.id == nil then return nil end
  if q.what == 'online' then return loaded(q.id) ~= nil end
  if q.what == 'banned' then
    local row = Standin.sql('SELECT b.id FROM bans b JOIN players p ON p.license = b.license WHERE p.citizenid = ? AND b.expire > ?',
      { CitizenIdOf(q.id), os.time() })
    return row[1] ~= nil
  end
  if q.what == 'bank' or q.what == 'cash' then
    local player = loaded(q.id)
    local money = player and player.PlayerData.money or stored(q.id, 'money')
    return money and money[q.what]
  end
  if q.what == 'groups' then
    local found = {}
    for _, kind in ipairs({ 'job', 'gang' }) do
      local player = loaded(q.id)
      local one = player and player.PlayerData[kind] or stored(q.id, kind)
      if one and one.name ~= kinds[kind].none then found[kind .. ':' .. one.name .. ':' .. one.grade.level] = true end
    end
    return found
  end
end)
