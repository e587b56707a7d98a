-- ox_inventory. Its count answers 0 for a bag that is not there. `CanCarryItem` answers nil for a bag without a free slot,
-- and `AddItem` looks at no weight. A bag is written every five minutes, when its player leaves, and when the server stops; no
-- export writes it.
-- [inventory] overextended/ox_inventory 83029c6 modules/inventory/server.lua
-- [items] overextended/ox_inventory 83029c6 modules/items/server.lua
-- [server] overextended/ox_inventory 83029c6 server.lua
-- [qbx] overextended/ox_inventory 83029c6 modules/bridge/qbx/server.lua
-- [esx] overextended/ox_inventory 83029c6 modules/bridge/esx/server.lua
-- [ox] overextended/ox_inventory 83029c6 modules/bridge/ox/server.lua
-- [mysql] overextended/ox_inventory 83029c6 modules/mysql/server.lua
local bags, SLOTS, MAX_WEIGHT, SAVE_MS = {}, 50, 30000, 300000
local esx, ox = Framework == 'esx', Framework == 'ox'
-- [mysql] server.lua:20
local playerTable = esx and 'users' or ox and 'character_inventory' or 'players'
local playerColumn = esx and 'identifier' or ox and 'charId' or 'citizenid'

-- [items] server.lua:24
local function getItem(name)
  if not name then return Items end
  if type(name) ~= 'string' then return nil end
  name = string.lower(name)
  if string.sub(name, 1, 7) == 'weapon_' then name = string.upper(name) end
  return Items[name]
end

local function matches(a, b)
  if type(a) ~= 'table' or type(b) ~= 'table' then return a == b end
  for k, v in pairs(a) do if not matches(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end
local function slotWeight(item, count) return item.weight * count end

-- The metadata of a new item, and how many of it go into one slot: one if the item does not stack.
-- [items] server.lua:169
local serials = 0
local function metadataOf(item, count)
  local metadata = {}
  if item.weapon then
    serials = serials + 1
    metadata = { durability = 100, components = {}, serial = string.format('%06dVTR', serials), registered = 'Vitrine' }
  elseif item.degrade then
    metadata = { durability = os.time() + item.degrade * 60, degrade = item.degrade }
  end
  return metadata, item.stack and count or 1
end

-- [inventory] server.lua:387
local function setSlot(inv, item, count, metadata, slot)
  local current = inv.items[slot]
  local total = (current and current.count or 0) + count
  inv.weight = inv.weight - (current and current.weight or 0)
  if total < 1 then
    inv.items[slot] = nil
  else
    inv.items[slot] = {
      name = item.name, label = item.label, weight = slotWeight(item, total), slot = slot, count = total,
      metadata = metadata, stack = item.stack, close = true,
    }
    inv.weight = inv.weight + inv.items[slot].weight
  end
  inv.changed = true
end

-- Cash is an item too: the base's account follows the bag.
-- [qbx] server.lua:55
-- [esx] server.lua:51
local function sync(inv)
  local money = 0
  for _, slot in pairs(inv.items) do if slot.name == 'money' then money = money + slot.count end end
  TriggerEvent('standin:cash', inv.id, money)
end

-- [inventory] server.lua:254
exports('Inventory', function(inv) return bags[inv] end)
-- [inventory] server.lua:260
exports('GetInventoryItems', function(inv) return bags[inv] and bags[inv].items end)
-- [items] server.lua:46
exports('Items', getItem)
-- [items] server.lua:47
exports('ItemList', getItem)

-- [inventory] server.lua:2320
exports('GetItemCount', function(id, name)
  local inv, item, count = bags[id], getItem(name), 0
  if not inv or not item then return 0 end
  for _, slot in pairs(inv.items) do if slot.name == item.name then count = count + slot.count end end
  return count
end)

-- [inventory] server.lua:1451
exports('CanCarryItem', function(id, name, count)
  local inv, item = bags[id], getItem(name)
  if not inv or not item then return nil end
  local held, empty = false, SLOTS
  for _, slot in pairs(inv.items) do
    empty = empty - 1
    if slot.name == item.name then held = true end
  end
  if not held and empty <= 0 then return nil end
  count = count or 1
  if not item.stack and empty < count then return false end
  if item.weight == 0 then return true end
  return inv.weight + item.weight * count <= MAX_WEIGHT
end)

-- [inventory] server.lua:1126
local function addItem(id, name, count)
  local inv, item = bags[id], getItem(name)
  if not item then return false, 'invalid_item' end
  if type(count) ~= 'number' then return false, 'invalid_count' end
  count = math.floor(count + 0.5)
  if count <= 0 then return false, 'negative_count' end
  if not inv then return false, 'invalid_inventory' end
  local metadata, slotCount = metadataOf(item, count)
  local toSlot
  for i = 1, SLOTS do
    local slot = inv.items[i]
    if item.stack and slot and slot.name == item.name and matches(slot.metadata, metadata) then
      toSlot = i
      break
    elseif not item.stack and not slot then
      toSlot = toSlot or {}
      toSlot[#toSlot + 1] = { slot = i, metadata = metadata }
      if count == slotCount then break end
      count = count - 1
      metadata, slotCount = metadataOf(item, count)
    elseif not toSlot and not slot then
      toSlot = i
    end
  end
  if not toSlot then return false, 'inventory_full' end
  if type(toSlot) == 'number' then toSlot = { { slot = toSlot, metadata = metadata, count = slotCount } } end
  local total = 0
  for _, one in ipairs(toSlot) do total = total + (one.count or 1) end
  Standin.effect('item', inv.number, { item.name, total }, function()
    for _, one in ipairs(toSlot) do setSlot(inv, item, one.count or 1, one.metadata, one.slot) end
  end)
  sync(inv)
  return true, inv.items[toSlot[1].slot]
end
exports('AddItem', addItem)

-- [inventory] server.lua:1336
local function removeItem(id, name, count)
  local inv, item = bags[id], getItem(name)
  if not item then return false, 'invalid_item' end
  if not inv then return false, 'invalid_inventory' end
  local held = 0
  for _, slot in pairs(inv.items) do if slot.name == item.name then held = held + slot.count end end
  if held < count then return false, 'not_enough_items' end
  Standin.effect('item', inv.number, { item.name, -count }, function()
    for i = 1, SLOTS do
      local slot = inv.items[i]
      if slot and slot.name == item.name and count > 0 then
        local taken = math.min(slot.count, count)
        setSlot(inv, item, -taken, slot.metadata, i)
        count = count - taken
      end
    end
  end)
  sync(inv)
  return true
end
exports('RemoveItem', removeItem)

-- [inventory] server.lua:945
exports('SetItem', function(id, name, count)
  local held = 0
  for _, slot in pairs(bags[id] and bags[id].items or {}) do if slot.name == name then held = held + slot.count end end
  if count > held then return addItem(id, name, count - held) end
  if count < held then return removeItem(id, name, held - count) end
end)

-- [inventory] server.lua:2348
local function rowOf(inv)
  local row = {}
  for i = 1, SLOTS do
    local slot = inv.items[i]
    if slot then
      row[#row + 1] = { name = slot.name, count = slot.count, slot = i, metadata = next(slot.metadata) and slot.metadata or nil }
    end
  end
  inv.changed = false
  return next(row) and json.encode(row) or nil
end
-- With ESX the base writes the bag with its own save.
-- [inventory] server.lua:704
local function save(inv)
  local data = rowOf(inv)
  if esx then return end
  CreateThread(function()
    Rows('UPDATE ' .. playerTable .. ' SET inventory = @data WHERE ' .. playerColumn .. ' = @owner',
      { data = data, owner = inv.owner })
  end)
end
-- [inventory] server.lua:2390
local function saveAll()
  for _, inv in pairs(bags) do if inv.changed then save(inv) end end
end
AfterEvery(SAVE_MS, saveAll)
-- [inventory] server.lua:2459
AddEventHandler('txAdmin:events:serverShuttingDown', saveAll)

-- [server] server.lua:22
local function setPlayerInventory(src, owner, number, data)
  if not data then
    -- [mysql] server.lua:125
    local row = Row('SELECT inventory FROM ' .. playerTable .. ' WHERE ' .. playerColumn .. ' = ?', { owner })
    data = row and type(row.inventory) == 'string' and json.decode(row.inventory) or {}
  end
  local inv = { id = src, owner = owner, number = number, items = {}, weight = 0, changed = false }
  for _, one in pairs(data) do
    local item = getItem(one.name)
    if item then setSlot(inv, item, one.count, one.metadata or {}, one.slot) end
  end
  inv.changed = false
  bags[src] = inv
end
-- The base says that a character was loaded; the real one hears it by a state bag.
-- [qbx] server.lua:27
AddEventHandler('standin:loadInventory', function(src, owner, number, cash, data)
  CreateThread(function()
    setPlayerInventory(src, owner, number, data)
    if cash then exports[GetCurrentResourceName()]:SetItem(src, 'money', cash) end
    bags[src].changed = false
  end)
end)
local function drop(src)
  if bags[src] then save(bags[src]) end
  bags[src] = nil
end
-- [inventory] server.lua:2451
AddEventHandler('playerDropped', function() drop(source) end)
-- [qbx] server.lua:6
AddEventHandler('qbx_core:server:playerLoggedOut', drop)
-- [ox] server.lua:7
AddEventHandler('ox:playerLogout', drop)

AddEventHandler('standin:items', function(id, item, amount)
  for src, inv in pairs(bags) do
    if inv.number == id then
      if amount > 0 then addItem(src, item, amount) elseif amount < 0 then removeItem(src, item, -amount) end
    end
  end
end)

Standin.state(function(q)
  if q.what ~= 'items' then return nil end
  local found, list = {}, nil
  for _, inv in pairs(bags) do if inv.number == q.id then list = inv.items end end
  if not list then
    local owner = ox and q.id or CitizenIdOf(q.id)
    if esx then owner = 'char' .. (q.id % 9 + 1) .. ':' .. (Standin.license(q.id) or '') end
    local row = Standin.sql('SELECT inventory FROM ' .. playerTable .. ' WHERE ' .. playerColumn .. ' = ?', { owner })[1]
    list = row and type(row.inventory) == 'string' and json.decode(row.inventory) or {}
  end
  for _, slot in pairs(list) do found[tostring(slot.slot)] = { item = slot.name, amount = slot.count } end
  return found
end)
