-- vRP 1 and vRPex. For a loaded player the memory counts. The datatable is written every minute and on leaving; money
-- on `vRP:save` and on leaving.
local users, tables, moneys = {}, {}, {}
local MAX_WEIGHT, SAVE_MS = 30, 60000
local groups = {
  vip = { gtype = 'vip' }, vipgold = { gtype = 'vip' }, policia = { gtype = 'job' }, mecanico = { gtype = 'job' }, admin = {},
  user = {}, donator = {},
}
OfferQueries('prepare', 'query', 'execute')

local function dumpTable(id)
  Rows('REPLACE INTO vrp_user_data(user_id, dkey, dvalue) VALUES(@id, @key, @value)',
    { id = id, key = 'vRP:datatable', value = json.encode(tables[id]) })
end
local function dumpMoney(id)
  Rows('UPDATE vrp_user_moneys SET wallet = @wallet, bank = @bank WHERE user_id = @id',
    { id = id, wallet = moneys[id].wallet, bank = moneys[id].bank })
end

function vRP.getUserId(src)
  for id, s in pairs(users) do if s == src then return id end end
end
function vRP.getUserSource(id) return users[id] end
function vRP.getUsers() return users end
function vRP.getUserDataTable(id) return tables[id] end
function vRP.getUData(id, key)
  local row = Row('SELECT dvalue FROM vrp_user_data WHERE user_id = @id AND dkey = @key', { id = id, key = key })
  return row and row.dvalue or ''
end
function vRP.setUData(id, key, value)
  Rows('REPLACE INTO vrp_user_data(user_id, dkey, dvalue) VALUES(@id, @key, @value)', { id = id, key = key, value = value })
end
function vRP.isBanned(id)
  local row = Row('SELECT banned FROM vrp_users WHERE id = @id', { id = id })
  return row and row.banned or false
end
function vRP.setBanned(id, banned)
  banned = banned == true or banned == 1
  Standin.effect(banned and 'ban' or 'unban', id, nil, function()
    Rows('UPDATE vrp_users SET banned = @banned WHERE id = @id', { id = id, banned = banned })
  end)
end
function vRP.setWhitelisted(id, listed)
  Rows('UPDATE vrp_users SET whitelisted = @listed WHERE id = @id', { id = id, listed = listed })
end
function vRP.getUserIdentity(id) return Row('SELECT * FROM vrp_user_identities WHERE user_id = @id', { id = id }) end

-- Groups: adding an unknown one is silently ignored, and removing it raises.
function vRP.getUserGroups(id)
  local data = tables[id]
  if not data then return {} end
  data.groups = data.groups or {}
  return data.groups
end
function vRP.hasGroup(id, group) return vRP.getUserGroups(id)[group] ~= nil end
function vRP.addUserGroup(id, group)
  if not tables[id] or vRP.hasGroup(id, group) or not groups[group] then return end
  Standin.effect('group', id, group, function()
    local mine, gtype = vRP.getUserGroups(id), groups[group].gtype
    for other in pairs(mine) do
      if gtype and groups[other] and groups[other].gtype == gtype then mine[other] = nil end
    end
    mine[group] = true
  end)
  TriggerEvent('vRP:playerJoinGroup', id, group, groups[group].gtype or '')
end
function vRP.removeUserGroup(id, group)
  local gtype = groups[group].gtype
  Standin.effect('ungroup', id, group, function() vRP.getUserGroups(id)[group] = nil end)
  TriggerEvent('vRP:playerLeaveGroup', id, group, gtype or '')
end

function vRP.getMoney(id) return moneys[id] and moneys[id].wallet or 0 end
function vRP.getBankMoney(id) return moneys[id] and moneys[id].bank or 0 end
function vRP.setMoney(id, value) if moneys[id] then moneys[id].wallet = value end end
function vRP.setBankMoney(id, value)
  if not moneys[id] then return end
  Standin.effect('bank', id, value - moneys[id].bank, function() moneys[id].bank = value end)
end
function vRP.giveMoney(id, amount)
  if amount > 0 and moneys[id] then
    Standin.effect('money', id, amount, function() moneys[id].wallet = moneys[id].wallet + amount end)
  end
end
function vRP.giveBankMoney(id, amount) if amount > 0 then vRP.setBankMoney(id, vRP.getBankMoney(id) + amount) end end
function vRP.tryPayment(id, amount)
  if not moneys[id] or moneys[id].wallet < amount then return false end
  Standin.effect('money', id, -amount, function() moneys[id].wallet = moneys[id].wallet - amount end)
  return true
end
function vRP.tryFullPayment(id, amount)
  if vRP.tryPayment(id, amount) then return true end
  if not moneys[id] or moneys[id].wallet + moneys[id].bank < amount then return false end
  local rest = amount - moneys[id].wallet
  moneys[id].wallet = 0
  vRP.setBankMoney(id, moneys[id].bank - rest)
  return true
end

-- Items: giving checks no weight and answers nothing.
function vRP.getItemName(item) return Items[item] and string.upper(item) or item end
function vRP.getItemWeight(item) return Weight(item) end
function vRP.getInventoryMaxWeight() return MAX_WEIGHT end
function vRP.getInventory(id) return tables[id] and tables[id].inventory end
function vRP.getInventoryWeight(id)
  local sum = 0
  for item, entry in pairs(vRP.getInventory(id) or {}) do sum = sum + Weight(item) * entry.amount end
  return sum
end
function vRP.getInventoryItemAmount(id, item)
  local entry = (vRP.getInventory(id) or {})[item]
  return entry and entry.amount or 0
end
function vRP.giveInventoryItem(id, item, amount)
  local data = tables[id]
  if not data or amount <= 0 then return end
  Standin.effect('item', id, { item, amount }, function()
    local entry = data.inventory[item] -- raises if the player has no inventory
    if entry then entry.amount = entry.amount + amount else data.inventory[item] = { amount = amount } end
  end)
end
function vRP.tryGetInventoryItem(id, item, amount)
  local entry = (vRP.getInventory(id) or {})[item]
  if not entry or entry.amount < amount then return false end
  Standin.effect('item', id, { item, -amount }, function()
    entry.amount = entry.amount - amount
    if entry.amount <= 0 then tables[id].inventory[item] = nil end
  end)
  return true
end

-- Source and data are known while the player is still connecting.
AddEventHandler('playerConnecting', function()
  local src, id = source, CitizenOf(source)
  if vRP.isBanned(id) then return end
  users[id] = src
  local stored = vRP.getUData(id, 'vRP:datatable')
  tables[id] = json.decode(stored) or {}
  moneys[id] = Row('SELECT wallet, bank FROM vrp_user_moneys WHERE user_id = @id', { id = id }) or { wallet = 0, bank = 0 }
end)
AddEventHandler('standin:joined', function() users[CitizenOf(source)] = source end)
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  local data = tables[id]
  data.groups, data.inventory = data.groups or {}, data.inventory or {}
  if not data.groups.user then data.groups.user = true end
  TriggerEvent('vRP:playerSpawn', id, src, true)
end)
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not users[id] then return end
  TriggerEvent('vRP:playerLeave', id, source)
  if tables[id] then dumpTable(id); dumpMoney(id) end
  users[id], tables[id], moneys[id] = nil, nil, nil
end)
AddEventHandler('vRP:save', function() for id in pairs(moneys) do dumpMoney(id) end end)
AfterEvery(SAVE_MS, function()
  TriggerEvent('vRP:save')
  for id in pairs(tables) do dumpTable(id) end
end)

local function stored(id) return tables[id] or json.decode(vRP.getUData(id, 'vRP:datatable')) or {} end
Standin.state(function(q)
  if q.what == 'banned' then return vRP.isBanned(q.id) end
  if q.what == 'online' then return users[q.id] ~= nil end
  if q.what == 'bank' then
    local row = moneys[q.id] or Row('SELECT bank FROM vrp_user_moneys WHERE user_id = @id', { id = q.id })
    return row and row.bank
  end
  if q.what == 'groups' then return stored(q.id).groups end
  if q.what == 'items' then return stored(q.id).inventory end
end)
