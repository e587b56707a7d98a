-- Creative v4. Any text is a permission. An item that breaks is kept under a longer name, which the base's own count
-- does not find. An item without a free slot falls to the ground without a message. `itemWeight` and `getWeight` are
-- functions of the list, not of the proxy. The datatable is written only when the player leaves.
-- [base] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/base.lua
-- [group] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/group.lua
-- [identity] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/identity.lua
-- [inventory] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/inventory.lua
-- [money] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/money.lua
-- [prepares] infectro/CreativeV4 9bf02b9 cfx/resources/vrp/modules/prepares.lua
local users, tables = {}, {}
local T = Prefix

-- [base] base.lua:83
vRP.prepare = Prepare
-- [base] base.lua:93
function vRP.query(name, params)
  local result = RunPrepared(name, params)
  return result.affectedRows and {} or result
end
-- [base] base.lua:107
function vRP.execute(name, params) return RunPrepared(name, params).affectedRows or 0 end

-- [prepares] prepares.lua:98
vRP.prepare('banneds/removeBanned', 'DELETE FROM ' .. T .. 'banneds WHERE steam = @steam')
-- [prepares] prepares.lua:60
vRP.prepare('vehicles/addVehicles', 'INSERT IGNORE INTO ' .. T
  .. 'vehicles(user_id, vehicle, plate, work) VALUES(@user_id, @vehicle, @plate, @work)')
-- [prepares] prepares.lua:57
vRP.prepare('vehicles/removeVehicles', 'DELETE FROM ' .. T .. 'vehicles WHERE user_id = @user_id AND vehicle = @vehicle')
-- [prepares] prepares.lua:45
vRP.prepare('playerdata/setUserdata', 'REPLACE INTO ' .. T .. 'playerdata(user_id, dkey, dvalue) VALUES(@user_id, @key, @value)')

-- [base] base.lua:196
function vRP.getUserId(src)
  for id, s in pairs(users) do if s == ParseInt(src) then return id end end
end
-- [base] base.lua:214
function vRP.userSource(id) return users[ParseInt(id)] end
-- [base] base.lua:202
function vRP.userList() return users end
-- [identity] identity.lua:130
function vRP.getInformation(id) return Rows('SELECT * FROM ' .. T .. 'characters WHERE id = @id', { id = ParseInt(id) }) end
-- [identity] identity.lua:4
function vRP.userIdentity(id) return vRP.getInformation(id)[1] end
-- [base] base.lua:220
function vRP.getDatatable(id) return tables[ParseInt(id)] end
-- [base] base.lua:152
function vRP.userData(id, key)
  local row = Row('SELECT dvalue FROM ' .. T .. 'playerdata WHERE user_id = @id AND dkey = @key', { id = ParseInt(id), key = key })
  return row and json.decode(row.dvalue) or {}
end
local function store(id, data)
  Rows('REPLACE INTO ' .. T .. 'playerdata(user_id, dkey, dvalue) VALUES(@id, @key, @value)',
    { id = id, key = 'Datatable', value = json.encode(data) })
end

-- In memory while online. Offline, the stored table is rewritten, but only if it has an inventory.
local function changePermission(id, kind, permission, value)
  id = ParseInt(id)
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
-- [group] group.lua:108
function vRP.setPermission(id, permission) changePermission(id, 'group', tostring(permission), true) end
-- [group] group.lua:158
function vRP.remPermission(id, permission) changePermission(id, 'ungroup', tostring(permission), nil) end
-- For a person who is away the answer is always false.
-- [group] group.lua:88
function vRP.hasPermission(id, permission)
  local data = vRP.getDatatable(id)
  return data ~= nil and data.permission ~= nil and data.permission[tostring(permission)] == true
end

-- [money] money.lua:22
function vRP.getBank(id)
  local row = vRP.userIdentity(id)
  return row and ParseInt(row.bank) or 0
end
local function moveBank(id, amount)
  Standin.effect('bank', ParseInt(id), amount, function()
    Rows('UPDATE ' .. T .. 'characters SET bank = bank + @a WHERE id = @id', { id = ParseInt(id), a = amount })
  end)
end
-- [money] money.lua:4
function vRP.addBank(id, amount) if ParseInt(amount) > 0 then moveBank(id, ParseInt(amount)) end end
-- Does not look at the balance, which may fall below zero.
-- [money] money.lua:13
function vRP.delBank(id, amount) if ParseInt(amount) > 0 then moveBank(id, -ParseInt(amount)) end end
-- [money] money.lua:80
function vRP.paymentBank(id, amount)
  if ParseInt(amount) <= 0 or vRP.getBank(id) < amount then return false end
  vRP.delBank(id, amount)
  return true
end

-- [inventory] inventory.lua:10
function vRP.getBackpack(id) return tables[id] and tables[id].backpack or 0 end
-- [base] base.lua:172
function vRP.userInventory(id)
  local data = vRP.getDatatable(id)
  if not data then return {} end
  data.inventory = data.inventory or {}
  return data.inventory
end
-- [inventory] inventory.lua:41
function vRP.inventoryWeight(id)
  local sum = 0
  for _, entry in pairs(vRP.userInventory(id)) do sum = sum + Weight(entry.item) * ParseInt(entry.amount) end
  return sum
end
-- Compares the kept name with the plain one: 0 for every item that breaks.
-- [inventory] inventory.lua:98
function vRP.itemAmount(id, item)
  local sum = 0
  for _, entry in pairs(vRP.userInventory(id)) do
    if entry.item == SplitOne(item) then sum = sum + entry.amount end
  end
  return ParseInt(sum)
end
-- The first stack only, by the plain name.
-- [inventory] inventory.lua:83
function vRP.getInventoryItemAmount(id, item)
  for _, entry in pairs(vRP.userInventory(id)) do
    if SplitOne(entry.item) == item then return { ParseInt(entry.amount), entry.item } end
  end
  return { 0, '' }
end
-- [inventory] inventory.lua:222
function vRP.checkMaxItens(id, item, amount)
  local known = Item(item)
  return known ~= nil and known.max ~= nil and vRP.itemAmount(id, item) + ParseInt(amount) > known.max
end
-- Takes the first slot that is free or has the item, so one item may end in two stacks.
-- [inventory] inventory.lua:114
function vRP.giveInventoryItem(id, item, amount, notify, slot)
  amount = ParseInt(amount)
  if amount <= 0 then return end
  local bag = vRP.userInventory(id)
  if slot == nil then
    slot = 1
    while bag[tostring(slot)] and bag[tostring(slot)].item ~= item and slot <= vRP.getBackpack(id) do slot = slot + 1 end
    if slot > vRP.getBackpack(id) then
      TellClient(users[id])
      Standin.effect('item_on_ground', id, { item, amount })
      TriggerEvent('inventory:invExplode', users[id], item, amount)
      return
    end
  end
  slot = tostring(slot)
  if bag[slot] and bag[slot].item ~= item then return end
  Standin.effect('item', id, { item, amount }, function()
    bag[slot] = { item = item, amount = (bag[slot] and ParseInt(bag[slot].amount) or 0) + amount }
  end)
  if notify and Item(item) then TellClient(users[id]) end
end
-- [inventory] inventory.lua:164
function vRP.generateItem(id, item, amount, notify, slot)
  local identity, known = vRP.userIdentity(id), Item(item)
  if known and known.durability then
    item = item .. '-' .. os.time() .. (known.weapon and '-' .. identity.serial or '')
  end
  vRP.giveInventoryItem(id, item, amount, notify, slot)
end
-- [inventory] inventory.lua:248
function vRP.tryGetInventoryItem(id, item, amount)
  for slot, entry in pairs(vRP.userInventory(id)) do
    if entry.item == item and entry.amount >= amount then
      Standin.effect('item', id, { item, -amount }, function()
        entry.amount = entry.amount - amount
        if entry.amount <= 0 then tables[id].inventory[slot] = nil end
      end)
      return true
    end
  end
  return false
end

-- [base] base.lua:304
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  users[id], tables[id] = src, vRP.userData(id, 'Datatable')
  TriggerEvent('vRP:playerSpawn', id, src)
end)
-- [base] base.lua:242
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not users[id] then return end
  TriggerEvent('vRP:playerLeave', id, source)
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
