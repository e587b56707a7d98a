-- Creative Network, older. Permissions are written at once and cached for hours. GenerateItem does nothing for a person
-- who is away. Counts see the first stack only. GetBank takes a source, but the functions that move money take a passport.
-- `ItemWeight` and `CheckWeight` are not on the proxy.
-- [base] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/base.lua
-- [groups] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/groups.lua
-- [identity] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/identity.lua
-- [inventory] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/inventory.lua
-- [money] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/money.lua
-- [prepare] SylvioLeonZanotti/Creative 175a8fd resources/[system]/vrp/modules/prepare.lua
local sources, characters, cache = {}, {}, {}
-- One query of a base that waits for its database.
local QUERY_MS = 5

-- [base] base.lua:15
vRP.Prepare = Prepare
-- Used for writes too. It answers what the driver answered.
-- [base] base.lua:21
vRP.Query = RunPrepared
-- [prepare] prepare.lua:86
vRP.Prepare('banneds/RemoveBanned', 'DELETE FROM banneds WHERE license = @license')
-- [prepare] prepare.lua:79
vRP.Prepare('vehicles/addVehicles', 'INSERT IGNORE INTO vehicles(Passport, vehicle, plate, work, tax) VALUES(@Passport, @vehicle, @plate, @work, UNIX_TIMESTAMP() + 604800)')

-- [base] base.lua:116
function vRP.Passport(src) return characters[src] and characters[src].id or false end
-- [base] base.lua:131
function vRP.Source(id) return sources[ParseInt(id)] end
-- [base] base.lua:125
function vRP.Players() return sources end
-- [base] base.lua:137
function vRP.Datatable(id)
  local known = characters[sources[ParseInt(id)] or -1]
  return known and known.table or false
end
-- [identity] identity.lua:10
function vRP.Identity(id)
  return characters[vRP.Source(id) or -1] or Row('SELECT * FROM characters WHERE id = @id', { id = id }) or false
end
-- [base] base.lua:74
function vRP.UserData(id, key)
  local row = Row('SELECT dvalue FROM playerdata WHERE Passport = @id AND dkey = @key', { id = id, key = key })
  return row and json.decode(row.dvalue) or {}
end
-- facts/game-servers.md 4.5: GeneratePlate
function vRP.GeneratePlate()
  local plate
  repeat plate = SplitPlate() until not Row('SELECT id FROM vehicles WHERE plate = @plate', { plate = plate })
  return plate
end

-- [inventory] inventory.lua:342
function vRP.GetSrvData(key)
  if not cache[key] then
    local row = Row('SELECT dvalue FROM entitydata WHERE dkey = @key', { key = key })
    cache[key] = row and json.decode(row.dvalue) or {}
  end
  return cache[key]
end
local function members(group) return vRP.GetSrvData('Permissions:' .. group) end
local function write(group)
  Rows('REPLACE INTO entitydata(dkey, dvalue) VALUES(@n, @i)', { n = 'Permissions:' .. group, i = json.encode(members(group)) })
end
-- [groups] groups.lua:10
function vRP.DataGroups(group) return members(group) end
-- One level per passport and group. A level that is too high becomes the lowest rank.
-- [groups] groups.lua:116
function vRP.SetPermission(id, permission, level)
  local list, group = members(permission), Groups[permission]
  if not group then return end
  local ranks = #group.Hierarchy
  level = level and math.min(ParseInt(level), ranks) or ranks
  Standin.effect('group', ParseInt(id), { permission, level }, function()
    list[tostring(id)] = level
    write(permission)
  end)
end
-- Removes the group whatever the level.
-- [groups] groups.lua:154
function vRP.RemovePermission(id, permission)
  local list = members(permission)
  if not Groups[permission] or not list[tostring(id)] then return end
  Standin.effect('ungroup', ParseInt(id), permission, function()
    list[tostring(id)] = nil
    write(permission)
  end)
end
-- Does not say the level.
-- [groups] groups.lua:170
function vRP.HasPermission(id, permission, level)
  local mine = members(permission)[tostring(id)]
  return mine ~= nil and (not level or mine <= level)
end
-- [groups] groups.lua:182
function vRP.HasGroup(id, permission, level)
  return Groups[permission] ~= nil and vRP.HasPermission(id, permission, level)
end

-- [money] money.lua:47
function vRP.GetBank(src) return characters[src] and characters[src].bank or 0 end
-- The money first, then the bank's own list of movements.
local function moveBank(id, amount)
  Standin.effect('bank', ParseInt(id), amount, function()
    Rows('UPDATE characters SET bank = bank + @a WHERE id = @id', { id = id, a = amount })
  end)
  exports.bank:AddTransactions(id, amount > 0 and 'entry' or 'exit', math.abs(amount))
  local known = characters[vRP.Source(id) or -1]
  if known then known.bank = math.max(known.bank + amount, 0) end
end
-- [money] money.lua:4
function vRP.GiveBank(id, amount) if ParseInt(amount) > 0 then moveBank(id, ParseInt(amount)) end end
-- [money] money.lua:24
function vRP.RemoveBank(id, amount) if ParseInt(amount) > 0 then moveBank(id, -ParseInt(amount)) end end
-- [money] money.lua:107
function vRP.PaymentBank(id, amount)
  local known = characters[vRP.Source(id) or -1]
  if ParseInt(amount) <= 0 or not known or known.bank < amount then return false end
  vRP.RemoveBank(id, amount)
  return true
end
-- [money] money.lua:149
function vRP.PaymentFull(id, amount) return vRP.TakeItem(id, 'dollars', amount) or vRP.PaymentBank(id, amount) end

-- [base] base.lua:94
function vRP.Inventory(id)
  local data = vRP.Datatable(id)
  if not data then return {} end
  data.Inventory = data.Inventory or {}
  return data.Inventory
end
-- [inventory] inventory.lua:88
function vRP.InventoryWeight(id)
  local sum = 0
  for _, entry in pairs(vRP.Inventory(id)) do sum = sum + Weight(entry.item) * entry.amount end
  return sum
end
-- [inventory] inventory.lua:21
function vRP.GetWeight(id)
  local data = vRP.Datatable(id)
  if not data then return 0 end
  data.Weight = data.Weight or 30
  return data.Weight
end
-- The first stack only: a second phone is a second stack.
-- [inventory] inventory.lua:150
function vRP.ItemAmount(id, item)
  for _, entry in pairs(vRP.Inventory(id)) do
    if SplitOne(entry.item) == SplitOne(item) then return entry.amount end
  end
  return 0
end
-- [inventory] inventory.lua:121
function vRP.InventoryItemAmount(id, item)
  for _, entry in pairs(vRP.Inventory(id)) do
    if SplitOne(entry.item) == SplitOne(item) then return { entry.amount, entry.item } end
  end
  return { 0, '' }
end
-- [inventory] inventory.lua:253
function vRP.MaxItens(id, item, amount)
  local known = Item(item)
  return known ~= nil and known.max ~= nil and vRP.Source(id) ~= nil and vRP.ItemAmount(id, item) + ParseInt(amount) > known.max
end
-- Takes the first slot that is free or has the item. There is no last slot.
-- [inventory] inventory.lua:164
function vRP.GiveItem(id, item, amount, _, slot)
  amount = ParseInt(amount)
  if not vRP.Source(id) or amount <= 0 then return end
  local bag = vRP.Inventory(id)
  if not slot then
    slot = 1
    while bag[tostring(slot)] and bag[tostring(slot)].item ~= item do slot = slot + 1 end
  end
  slot = tostring(slot)
  if bag[slot] and bag[slot].item ~= item then return end
  Standin.effect('item', ParseInt(id), { item, amount }, function()
    bag[slot] = { item = item, amount = (bag[slot] and bag[slot].amount or 0) + amount }
  end)
end
-- [inventory] inventory.lua:206
function vRP.GenerateItem(id, item, amount, notify, slot)
  if Item(item) and Item(item).durability then item = item .. '-' .. os.time() end
  vRP.GiveItem(id, item, amount, notify, slot)
end
-- [inventory] inventory.lua:268
function vRP.TakeItem(id, item, amount)
  amount = ParseInt(amount)
  local bag = vRP.Inventory(id)
  for slot, entry in pairs(bag) do
    if amount > 0 and entry.item == item and entry.amount >= amount then
      Standin.effect('item', ParseInt(id), { item, -amount }, function()
        entry.amount = entry.amount - amount
        if entry.amount <= 0 then bag[slot] = nil end
      end)
      return true
    end
  end
  return false
end

local function saveTable(id)
  Rows('REPLACE INTO playerdata(Passport, dkey, dvalue) VALUES(@id, @n, @i)',
    { id = id, n = 'Datatable', i = json.encode(vRP.Datatable(id)) })
end
-- [base] base.lua:238
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  local row = Row('SELECT * FROM characters WHERE id = @id', { id = id })
  if not row then return end
  sources[id], characters[src] = src, row
  row.table = vRP.UserData(id, 'Datatable')
  TriggerEvent('CharacterChosen', id, src)
  TriggerEvent('Connect', id, src)
end)
-- [base] base.lua:152
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not sources[id] then return end
  TriggerEvent('Disconnect', id, source)
  saveTable(id)
  characters[source], sources[id] = nil, nil
end)
-- [inventory] inventory.lua:385
AddEventHandler('SaveServer', function(silenced)
  for key, data in pairs(cache) do
    Wait(QUERY_MS)
    if next(data) == nil then Rows('DELETE FROM entitydata WHERE dkey = @k', { k = key })
    else Rows('REPLACE INTO entitydata(dkey, dvalue) VALUES(@k, @v)', { k = key, v = json.encode(data) }) end
  end
  if not silenced then print('Save no banco de dados terminou, ja pode reiniciar o servidor.') end
end)
-- [base] base.lua:191
AddEventHandler('SaveServer', function(silenced)
  local all = {}
  for id in pairs(sources) do all[#all + 1] = id end
  for _, id in ipairs(all) do
    Wait(QUERY_MS)
    if vRP.Datatable(id) then saveTable(id) end
  end
  Standin.effect(silenced and 'purge' or 'save')
end)

Standin.state(function(q)
  if q.what == 'banned' then
    return Row('SELECT b.id FROM banneds b JOIN characters c ON c.license = b.license WHERE c.id = @id AND b.time > @now', { id = q.id, now = os.time() }) ~= nil
  end
  if q.what == 'online' then return sources[q.id] ~= nil end
  if q.what == 'bank' then
    local row = vRP.Identity(q.id)
    return row and row.bank
  end
  if q.what == 'groups' then
    local mine = {}
    for name in pairs(Groups) do mine[name] = members(name)[tostring(q.id)] end
    return mine
  end
  if q.what == 'items' then return (vRP.Datatable(q.id) or vRP.UserData(q.id, 'Datatable')).Inventory end
end)
