-- Creative v3. Permissions and the bank are SQL at every call, so they work offline. The inventory is written only
-- when the player leaves, and a crash loses it.
local users, tables = {}, {}
OfferQueries('prepare', 'query', 'execute')

function vRP.getUserId(src)
  for id, s in pairs(users) do if s == src then return id end end
end
function vRP.getUserSource(id) return users[id] end
function vRP.getUsers() return users end
function vRP.getUserDataTable(id) return tables[id] end
function vRP.getUserIdentity(id) return Row('SELECT * FROM vrp_users WHERE id = @id', { id = id }) end
function vRP.getUData(id, key)
  local row = Row('SELECT dvalue FROM vrp_user_data WHERE user_id = @id AND dkey = @key', { id = id, key = key })
  return row and row.dvalue or ''
end
function vRP.setUData(id, key, value)
  Rows('REPLACE INTO vrp_user_data(user_id, dkey, dvalue) VALUES(@id, @key, @value)', { id = id, key = key, value = value })
end

function vRP.hasPermission(id, permission)
  return Row('SELECT permiss FROM vrp_permissions WHERE user_id = @id AND permiss = @p', { id = id, p = permission }) ~= nil
end
function vRP.insertPermission(id, permission)
  Standin.effect('group', id, permission, function()
    Rows('INSERT INTO vrp_permissions(user_id, permiss) VALUES(@id, @p)', { id = id, p = permission })
  end)
end
function vRP.removePermission(id, permission)
  Standin.effect('ungroup', id, permission, function()
    Rows('DELETE FROM vrp_permissions WHERE user_id = @id AND permiss = @p', { id = id, p = permission })
  end)
end

function vRP.getBank(id)
  local row = Row('SELECT bank FROM vrp_users WHERE id = @id', { id = id })
  return row and row.bank or 0
end
function vRP.addBank(id, amount)
  if amount <= 0 then return end
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE vrp_users SET bank = bank + @a WHERE id = @id', { id = id, a = amount })
  end)
end
function vRP.delBank(id, amount) -- does not check the balance
  if amount <= 0 then return end
  Standin.effect('bank', id, -amount, function()
    Rows('UPDATE vrp_users SET bank = bank - @a WHERE id = @id', { id = id, a = amount })
  end)
end
function vRP.paymentBank(id, amount)
  if vRP.getBank(id) < amount then return false end
  vRP.delBank(id, amount)
  return true
end

function vRP.getBackpack(id) return tables[id] and tables[id].backpack or 25 end
function vRP.itemWeightList(item) return Weight(item) end
function vRP.getItemWeight(item) return Weight(item) end
function vRP.getInventory(id) return tables[id] and tables[id].inventory end
function vRP.computeInvWeight(id)
  local sum = 0
  for _, entry in pairs(vRP.getInventory(id) or {}) do sum = sum + Weight(entry.item) * entry.amount end
  return sum
end
vRP.getInventoryWeight = vRP.computeInvWeight
function vRP.getInventoryMaxWeight(id) return vRP.getBackpack(id) end
function vRP.getInventoryItemAmount(id, item)
  local sum = 0
  for _, entry in pairs(vRP.getInventory(id) or {}) do if entry.item == item then sum = sum + entry.amount end end
  return sum
end
function vRP.giveInventoryItem(id, item, amount)
  local data = tables[id]
  if not data or amount <= 0 then return end
  Standin.effect('item', id, { item, amount }, function()
    for _, entry in pairs(data.inventory) do
      if entry.item == item then entry.amount = entry.amount + amount return end
    end
    local slot = 1
    while data.inventory[tostring(slot)] do slot = slot + 1 end
    data.inventory[tostring(slot)] = { item = item, amount = amount }
  end)
end
function vRP.tryGetInventoryItem(id, item, amount)
  for slot, entry in pairs(vRP.getInventory(id) or {}) do
    if entry.item == item and entry.amount >= amount then
      Standin.effect('item', id, { item, -amount }, function()
        entry.amount = entry.amount - amount
        if entry.amount == 0 then tables[id].inventory[slot] = nil end
      end)
      return true
    end
  end
  return false
end

AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  users[id] = src
  tables[id] = json.decode(vRP.getUData(id, 'Datatable')) or {}
  tables[id].inventory = tables[id].inventory or {}
  TriggerEvent('vRP:playerSpawn', id, src, true)
end)
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
  if q.what == 'items' then return vRP.getInventory(q.id) or (json.decode(vRP.getUData(q.id, 'Datatable')) or {}).inventory end
end)
