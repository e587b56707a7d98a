-- Creative v3 (Complexo). Groups and the bank are SQL at every call, so they work offline. The datatable is written
-- when the player enters and when the player leaves, and a crash loses what came between.
-- [base] DuMonster2501/Complexo-main 632c3cb resources/vrp/base.lua
-- [group] DuMonster2501/Complexo-main 632c3cb resources/vrp/server-side/group.lua
-- [money] DuMonster2501/Complexo-main 632c3cb resources/vrp/server-side/money.lua
-- [inventory] DuMonster2501/Complexo-main 632c3cb resources/vrp/server-side/inventory.lua
local users, tables, onDuty = {}, {}, {}

-- [base] base.lua:79
vRP.prepare = Prepare
-- [base] base.lua:89
function vRP.query(name, params)
  local result = RunPrepared(name, params)
  return result.affectedRows and {} or result
end
-- [base] base.lua:103
function vRP.execute(name, params) return RunPrepared(name, params).affectedRows or 0 end

-- facts/game-frameworks.md 3: the vRP family
function vRP.getUserId(src)
  for id, s in pairs(users) do if s == src then return id end end
end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getUserSource(id) return users[id] end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getUsers() return users end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getUserDataTable(id) return tables[id] end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getUserIdentity(id) return Row('SELECT * FROM vrp_users WHERE id = @id', { id = id }) end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getUData(id, key)
  local row = Row('SELECT dvalue FROM vrp_user_data WHERE user_id = @id AND dkey = @key', { id = id, key = key })
  return row and row.dvalue or ''
end
-- facts/game-frameworks.md 3: the vRP family
function vRP.setUData(id, key, value)
  Rows('REPLACE INTO vrp_user_data(user_id, dkey, dvalue) VALUES(@id, @key, @value)',
    { id = id, key = key, value = value })
end

-- [group] group.lua:5
function vRP.hasPermission(id, permission)
  return Row('SELECT permiss FROM vrp_permissions WHERE user_id = @id AND permiss = @p', { id = id, p = permission }) ~= nil
end
-- These two note who is on duty, by source and in memory. They change no group.
-- [group] group.lua:28
function vRP.insertPermission(src, permission) onDuty[tostring(src)] = tostring(permission) end
-- [group] group.lua:34
function vRP.removePermission(src) onDuty[tostring(src)] = nil end

-- [money] money.lua:28
function vRP.getBank(id)
  local row = Row('SELECT bank FROM vrp_users WHERE id = @id', { id = id })
  return row and row.bank
end
-- [money] money.lua:4
function vRP.addBank(id, amount)
  if amount <= 0 then return end
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE vrp_users SET bank = bank + @a WHERE id = @id', { id = id, a = amount })
  end)
end
-- Does not look at the balance, which may fall below zero.
-- [money] money.lua:20
function vRP.delBank(id, amount)
  if amount <= 0 then return end
  Standin.effect('bank', id, -amount, function()
    Rows('UPDATE vrp_users SET bank = bank - @a WHERE id = @id', { id = id, a = amount })
  end)
end
-- [money] money.lua:37
function vRP.paymentBank(id, amount)
  local balance = vRP.getBank(id)
  if amount <= 0 or not balance or balance < amount then return false end
  vRP.delBank(id, amount)
  return true
end

-- facts/game-frameworks.md 2: inventory.lua itemBodyList is on the proxy
function vRP.itemBodyList(item) return Items[item] end
-- facts/game-frameworks.md 2: inventory.lua, the items of the limit of one
function vRP.itemSubTypeList(item)
  local known = Items[item]
  return known and known.durability and not known.weapon and 'comida' or nil
end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getBackpack(id) return tables[id] and tables[id].backpack or 50 end
-- facts/game-frameworks.md 2: inventory.lua itemWeightList
function vRP.itemWeightList(item) return Items[item] and Items[item].weight or 0 end
-- facts/game-frameworks.md 3: the vRP family
function vRP.getInventory(id) return tables[id] and tables[id].inventorys or false end
-- facts/game-frameworks.md 3: the vRP family
function vRP.computeInvWeight(id)
  local sum = 0
  for _, entry in pairs(vRP.getInventory(id) or {}) do
    if vRP.itemBodyList(entry.item) then sum = sum + vRP.itemWeightList(entry.item) * ParseInt(entry.amount) end
  end
  return sum
end
-- The first stack only.
-- facts/game-frameworks.md 2: inventory.lua getInventoryItemAmount
function vRP.getInventoryItemAmount(id, item)
  for _, entry in pairs(vRP.getInventory(id) or {}) do
    if entry.item == item then return ParseInt(entry.amount) end
  end
  return 0
end
-- Takes the first slot that is free or has the item, so one item may end in two stacks. A person holds only one of an item
-- that breaks: a second one is refused, and of a larger amount only one arrives.
-- facts/game-frameworks.md 2: inventory.lua, durable items at most 1
function vRP.giveInventoryItem(id, item, amount, _, slot)
  local data = vRP.getInventory(id)
  amount = ParseInt(amount)
  if not data or amount <= 0 then return end
  if slot == nil then
    slot = 1
    while data[tostring(slot)] and data[tostring(slot)].item ~= item do slot = slot + 1 end
  end
  slot = tostring(slot)
  if vRP.itemSubTypeList(item) then
    if vRP.getInventoryItemAmount(id, item) > 0 or data[slot] then return false end
    Standin.effect('item', id, { item, 1 }, function()
      data[slot] = { item = item, amount = 1, timestamp = os.time() + Items[item].durability * 86400 }
    end)
    return true
  end
  if data[slot] and data[slot].item ~= item then return true end
  Standin.effect('item', id, { item, amount }, function()
    local held = data[slot] and ParseInt(data[slot].amount) or 0
    data[slot] = { item = item, amount = held + amount }
  end)
  return true
end
-- facts/game-frameworks.md 3: the vRP family
function vRP.tryGetInventoryItem(id, item, amount)
  for slot, entry in pairs(vRP.getInventory(id) or {}) do
    if entry.item == item and entry.amount >= amount then
      Standin.effect('item', id, { item, -amount }, function()
        entry.amount = entry.amount - amount
        if entry.amount <= 0 then tables[id].inventorys[slot] = nil end
      end)
      return true
    end
  end
  return false
end

-- facts/game-frameworks.md 3: the vRP family
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  users[id] = src
  tables[id] = json.decode(vRP.getUData(id, 'Datatable')) or {}
  tables[id].inventorys = tables[id].inventorys or {}
  vRP.setUData(id, 'Datatable', json.encode(tables[id]))
  TriggerEvent('vRP:playerSpawn', id, src)
end)
-- facts/game-frameworks.md 3: the vRP family
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not users[id] then return end
  TriggerEvent('vRP:playerLeave', id, source)
  vRP.setUData(id, 'Datatable', json.encode(tables[id]))
  users[id], tables[id] = nil, nil
end)

Standin.state(function(q)
  if q.what == 'banned' then
    return Row('SELECT 1 AS yes FROM vrp_infos i JOIN vrp_users u ON u.steam = i.steam WHERE u.id = @id AND i.banned = 1', { id = q.id }) ~= nil
  end
  if q.what == 'online' then return users[q.id] ~= nil end
  if q.what == 'bank' then return vRP.getBank(q.id) end
  if q.what == 'groups' then
    local mine = {}
    for _, row in ipairs(Rows('SELECT permiss FROM vrp_permissions WHERE user_id = @id', { id = q.id })) do mine[row.permiss] = true end
    return mine
  end
  if q.what == 'items' then return vRP.getInventory(q.id) or (json.decode(vRP.getUData(q.id, 'Datatable')) or {}).inventorys end
end)
