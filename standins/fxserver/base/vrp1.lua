-- vRP 1 and vRPex. For a loaded player the memory counts. The datatable and the money are written every ten seconds and
-- on leaving.
-- [base] Muulfz/vrpex 9766f74 vrp/base.lua
-- [group] Muulfz/vrpex 9766f74 vrp/modules/group.lua
-- [money] Muulfz/vrpex 9766f74 vrp/modules/money.lua
-- [inventory] Muulfz/vrpex 9766f74 vrp/modules/inventory.lua
-- [identity] Muulfz/vrpex 9766f74 vrp/modules/identity.lua
local users, tables, moneys = {}, {}, {}
local MAX_WEIGHT, SAVE_MS = 30, 10000

-- [base] base.lua:56
vRP.prepare = Prepare
-- The driver vrp_ghmattimysql answers rows, and nothing for a write.
-- [base] base.lua:66
function vRP.query(name, params)
  local result = RunPrepared(name, params)
  return result.affectedRows and {} or result
end
-- [base] base.lua:78
function vRP.execute(name, params) return RunPrepared(name, params).affectedRows or 0 end

local function dumpTable(id) vRP.setUData(id, 'vRP:datatable', json.encode(tables[id])) end
local function dumpMoney(id)
  Rows('UPDATE vrp_user_moneys SET wallet = @wallet, bank = @bank WHERE user_id = @id',
    { id = id, wallet = moneys[id].wallet, bank = moneys[id].bank })
end

-- [base] base.lua:183
function vRP.getUserId(src)
  for id, s in pairs(users) do if s == src then return id end end
end
-- [base] base.lua:201
function vRP.getUserSource(id) return users[id] end
-- [base] base.lua:193
function vRP.getUsers() return users end
-- [base] base.lua:175
function vRP.getUserDataTable(id) return tables[id] end
-- [base] base.lua:153
function vRP.getUData(id, key)
  local row = Row('SELECT dvalue FROM vrp_user_data WHERE user_id = @id AND dkey = @key', { id = id, key = key })
  return row and row.dvalue or ''
end
-- [base] base.lua:149
function vRP.setUData(id, key, value)
  Rows('REPLACE INTO vrp_user_data(user_id, dkey, dvalue) VALUES(@id, @key, @value)', { id = id, key = key, value = value })
end
-- [base] base.lua:123
function vRP.isBanned(id)
  local row = Row('SELECT banned FROM vrp_users WHERE id = @id', { id = id })
  return row and row.banned or false
end
-- [base] base.lua:132
function vRP.setBanned(id, banned)
  local kind = (banned == true or banned == 1) and 'ban' or 'unban'
  Standin.effect(kind, id, nil, function()
    Rows('UPDATE vrp_users SET banned = @banned WHERE id = @id', { id = id, banned = banned })
  end)
end
-- [base] base.lua:145
function vRP.setWhitelisted(id, listed)
  Rows('UPDATE vrp_users SET whitelisted = @listed WHERE id = @id', { id = id, listed = listed })
end
-- [identity] identity.lua:9
function vRP.getUserIdentity(id) return Row('SELECT * FROM vrp_user_identities WHERE user_id = @id', { id = id }) end

-- [group] group.lua:14
function vRP.getUserGroups(id)
  local data = tables[id]
  if not data then return {} end
  data.groups = data.groups or {}
  return data.groups
end
-- [group] group.lua:89
function vRP.hasGroup(id, group) return vRP.getUserGroups(id)[group] ~= nil end
-- An unknown group is ignored without a message. Groups of one gtype push each other out.
-- [group] group.lua:26
function vRP.addUserGroup(id, group)
  if vRP.hasGroup(id, group) or not Groups[group] then return end
  local mine, gtype = vRP.getUserGroups(id), Groups[group].gtype
  local function add()
    local siblings = {}
    for other in pairs(mine) do
      if gtype and Groups[other] and Groups[other].gtype == gtype then siblings[#siblings + 1] = other end
    end
    for _, other in ipairs(siblings) do vRP.removeUserGroup(id, other) end
    mine[group] = true
  end
  -- For a person who is away the group goes into a list that nobody keeps.
  if tables[id] then Standin.effect('group', id, group, add) else add() end
  TriggerEvent('vRP:playerJoinGroup', id, group, gtype)
end
-- Raises for an unknown group.
-- [group] group.lua:70
function vRP.removeUserGroup(id, group)
  local gtype = Groups[group].gtype
  TriggerEvent('vRP:playerLeaveGroup', id, group, gtype)
  Standin.effect('ungroup', id, group, function() vRP.getUserGroups(id)[group] = nil end)
end

-- [money] money.lua:5
function vRP.getMoney(id) return moneys[id] and moneys[id].wallet or 0 end
-- [money] money.lua:41
function vRP.getBankMoney(id) return moneys[id] and moneys[id].bank or 0 end
-- [money] money.lua:14
function vRP.setMoney(id, value)
  if not moneys[id] then return end
  Standin.effect('money', id, value - moneys[id].wallet, function() moneys[id].wallet = value end)
end
-- [money] money.lua:50
function vRP.setBankMoney(id, value)
  if not moneys[id] then return end
  Standin.effect('bank', id, value - moneys[id].bank, function() moneys[id].bank = value end)
end
-- [money] money.lua:34
function vRP.giveMoney(id, amount) if amount >= 0 then vRP.setMoney(id, vRP.getMoney(id) + amount) end end
-- [money] money.lua:57
function vRP.giveBankMoney(id, amount) if amount >= 0 then vRP.setBankMoney(id, vRP.getBankMoney(id) + amount) end end
-- [money] money.lua:21
function vRP.tryPayment(id, amount)
  if amount < 0 or vRP.getMoney(id) < amount then return false end
  vRP.setMoney(id, vRP.getMoney(id) - amount)
  return true
end
-- [money] money.lua:64
function vRP.tryWithdraw(id, amount)
  if amount < 0 or vRP.getBankMoney(id) < amount then return false end
  vRP.setBankMoney(id, vRP.getBankMoney(id) - amount)
  vRP.giveMoney(id, amount)
  return true
end
-- [money] money.lua:84
function vRP.tryFullPayment(id, amount)
  if amount < 0 then return false end
  local money = vRP.getMoney(id)
  if money < amount and not vRP.tryWithdraw(id, amount - money) then return false end
  return vRP.tryPayment(id, amount)
end

-- An unknown item has its own id as its name.
-- [inventory] inventory.lua:41
function vRP.getItemName(item) return Items[item] and string.upper(item) or item end
-- [inventory] inventory.lua:50
function vRP.getItemWeight(item) return Items[item] and Items[item].weight or 0 end
-- The published base computes it from the player's strength; here every citizen is equally strong.
-- [inventory] inventory.lua:124
function vRP.getInventoryMaxWeight() return MAX_WEIGHT end
-- [inventory] inventory.lua:109
function vRP.getInventory(id) return tables[id] and tables[id].inventory end
-- [inventory] inventory.lua:116
function vRP.getInventoryWeight(id)
  local sum = 0
  for item, entry in pairs(vRP.getInventory(id) or {}) do sum = sum + vRP.getItemWeight(item) * entry.amount end
  return sum
end
-- [inventory] inventory.lua:98
function vRP.getInventoryItemAmount(id, item)
  local entry = (vRP.getInventory(id) or {})[item]
  return entry and entry.amount or 0
end
-- Checks no weight, answers nothing, and raises for a player without an inventory.
-- [inventory] inventory.lua:68
function vRP.giveInventoryItem(id, item, amount)
  local data = tables[id]
  amount = ParseInt(amount)
  if not data or amount <= 0 then return end
  local entry = data.inventory[item]
  Standin.effect('item', id, { item, amount }, function()
    if entry then entry.amount = entry.amount + amount else data.inventory[item] = { amount = amount } end
  end)
end
-- [inventory] inventory.lua:81
function vRP.tryGetInventoryItem(id, item, amount)
  amount = ParseInt(amount)
  local entry = tables[id] and tables[id].inventory[item]
  if not entry or amount <= 0 or entry.amount < amount then return false end
  Standin.effect('item', id, { item, -amount }, function()
    entry.amount = entry.amount - amount
    if entry.amount <= 0 then tables[id].inventory[item] = nil end
  end)
  return true
end

-- Source and data are known while the player is still connecting.
-- [base] base.lua:238
AddEventHandler('playerConnecting', function()
  local src, id = source, CitizenOf(source)
  if vRP.isBanned(id) or users[id] then return end
  users[id] = src
  tables[id] = json.decode(vRP.getUData(id, 'vRP:datatable')) or {}
  moneys[id] = Row('SELECT wallet, bank FROM vrp_user_moneys WHERE user_id = @id', { id = id }) or { wallet = 0, bank = 0 }
  tables[id].inventory = tables[id].inventory or {}
end)
-- [base] base.lua:300
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  users[id] = src
  TriggerEvent('vRP:playerSpawn', id, src, true)
end)
-- [base] base.lua:209
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not users[id] then return end
  TriggerEvent('vRP:playerLeave', id, source)
  if tables[id] then dumpTable(id); dumpMoney(id) end
  users[id], tables[id], moneys[id] = nil, nil, nil
end)
-- [money] money.lua:130
AddEventHandler('vRP:save', function() for id in pairs(moneys) do dumpMoney(id) end end)
-- [base] base.lua:226
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
