-- Creative v4. Any text is a permission. An item without a free slot falls to the ground without a message.
local users, tables = {}, {}
local MAX_WEIGHT = 50
OfferQueries('prepare', 'query', 'execute')
local T = Prefix
vRP.prepare('banneds/removeBanned', 'DELETE FROM ' .. T .. 'banneds WHERE steam = @steam')
vRP.prepare('vehicles/addVehicles', 'INSERT IGNORE INTO ' .. T
  .. "vehicles(user_id, vehicle, plate, work, tax, doors, windows, tyres, brakes) VALUES(@user_id, @vehicle, @plate, @work, UNIX_TIMESTAMP() + 604800, '{}', '{}', '{}', '{}')")
vRP.prepare('vehicles/removeVehicles', 'DELETE FROM ' .. T .. 'vehicles WHERE user_id = @user_id AND vehicle = @vehicle')
vRP.prepare('playerdata/setUserdata', 'REPLACE INTO ' .. T .. 'playerdata(user_id, dkey, dvalue) VALUES(@user_id, @key, @value)')

function vRP.getUserId(src)
  for id, s in pairs(users) do if s == src then return id end end
end
function vRP.userSource(id) return users[id] end
function vRP.userList() return users end
function vRP.userIdentity(id) return Row('SELECT * FROM ' .. T .. 'characters WHERE id = @id', { id = id }) or false end
function vRP.getDatatable(id) return tables[id] end
function vRP.userData(id, key)
  local row = Row('SELECT dvalue FROM ' .. T .. 'playerdata WHERE user_id = @id AND dkey = @key', { id = id, key = key })
  return row and json.decode(row.dvalue) or {}
end
local function store(id, data)
  Rows('REPLACE INTO ' .. T .. 'playerdata(user_id, dkey, dvalue) VALUES(@id, @key, @value)',
    { id = id, key = 'Datatable', value = json.encode(data) })
end

-- In memory while online. Offline, the stored table is rewritten, but only if it has an inventory.
local function changePermission(id, kind, permission, value)
  local data = tables[id]
  local offline = not data
  if offline then
    data = vRP.userData(id, 'Datatable')
    if data.inventory == nil then return end
  end
  data.permission = data.permission or {}
  if data.permission[permission] == value then return end
  Standin.effect(kind, id, permission, function()
    data.permission[permission] = value
    if offline then store(id, data) end
  end)
end
function vRP.setPermission(id, permission) changePermission(id, 'group', permission, true) end
function vRP.remPermission(id, permission) changePermission(id, 'ungroup', permission, nil) end
function vRP.hasPermission(id, permission)
  local data = tables[id] or vRP.userData(id, 'Datatable')
  return data.permission ~= nil and data.permission[permission] == true
end
vRP.hasGroup = vRP.hasPermission

function vRP.getBank(id)
  local row = Row('SELECT bank FROM ' .. T .. 'characters WHERE id = @id', { id = id })
  return row and row.bank or 0
end
function vRP.addBank(id, amount)
  if amount <= 0 then return end
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE ' .. T .. 'characters SET bank = bank + @a WHERE id = @id', { id = id, a = amount })
  end)
end
function vRP.delBank(id, amount)
  if amount <= 0 then return end
  Standin.effect('bank', id, -amount, function()
    Rows('UPDATE ' .. T .. 'characters SET bank = bank - @a WHERE id = @id', { id = id, a = amount })
  end)
end
function vRP.paymentBank(id, amount)
  if vRP.getBank(id) < amount then return false end
  vRP.delBank(id, amount)
  return true
end

local function plain(item) return string.match(item, '^([^%-]+)') end
function vRP.getBackpack(id) return tables[id] and tables[id].backpack or 5 end
function vRP.userInventory(id) return tables[id] and tables[id].inventory or {} end
function vRP.inventoryWeight(id)
  local sum = 0
  for _, entry in pairs(tables[id].inventory) do sum = sum + Weight(plain(entry.item)) * entry.amount end
  return sum
end
function vRP.itemWeight(item) return Weight(plain(item)) end
function vRP.getWeight() return MAX_WEIGHT end
function vRP.itemAmount(id, item)
  local sum = 0
  for _, entry in pairs(vRP.userInventory(id)) do
    if plain(entry.item) == plain(item) then sum = sum + entry.amount end
  end
  return sum
end
vRP.getInventoryItemAmount = function(id, item) return { vRP.itemAmount(id, item), item } end
function vRP.checkMaxItens(id, item, amount)
  local known = Items[plain(item)]
  return known ~= nil and known.max ~= nil and vRP.itemAmount(id, item) + amount > known.max
end
function vRP.giveInventoryItem(id, item, amount, _, slot)
  local data = tables[id]
  local bag = data.inventory -- raises if the player is away
  for _, entry in pairs(bag) do
    if entry.item == item then
      Standin.effect('item', id, { item, amount }, function() entry.amount = entry.amount + amount end)
      return
    end
  end
  if slot == nil or bag[tostring(slot)] then
    slot = 1
    while bag[tostring(slot)] do slot = slot + 1 end
  end
  if math.tointeger(slot) > data.backpack then
    Standin.effect('item_on_ground', id, { item, amount })
    TriggerEvent('inventory:invExplode', users[id], item, amount)
    return
  end
  Standin.effect('item', id, { item, amount }, function() bag[tostring(slot)] = { item = item, amount = amount } end)
end
function vRP.generateItem(id, item, amount, notify, slot)
  if Items[item] and Items[item].durable then item = item .. '-' .. os.time() .. '-S' .. id end
  vRP.giveInventoryItem(id, item, amount, notify, slot)
end
function vRP.tryGetInventoryItem(id, item, amount)
  for slot, entry in pairs(vRP.userInventory(id)) do
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
  users[id], tables[id] = src, vRP.userData(id, 'Datatable')
  tables[id].inventory, tables[id].backpack = tables[id].inventory or {}, tables[id].backpack or 5
  TriggerEvent('vRP:playerSpawn', id, src, true)
  TriggerEvent('playerConnect', id, src)
end)
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not users[id] then return end
  TriggerEvent('playerDisconnect', id, source)
  store(id, tables[id])
  users[id], tables[id] = nil, nil
end)

Standin.state(function(q)
  if q.what == 'banned' then
    return Row('SELECT b.id FROM ' .. T .. 'banneds b JOIN ' .. T .. 'characters c ON c.steam = b.steam WHERE c.id = @id', { id = q.id }) ~= nil
  end
  if q.what == 'online' then return users[q.id] ~= nil end
  if q.what == 'bank' then return vRP.getBank(q.id) end
  if q.what == 'groups' then return (tables[q.id] or vRP.userData(q.id, 'Datatable')).permission end
  if q.what == 'items' then return (tables[q.id] or vRP.userData(q.id, 'Datatable')).inventory end
end)
