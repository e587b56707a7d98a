-- Creative Network, older. Permissions are written at once. GiveItem does nothing for a person who is away. GetBank
-- takes a source, but the functions that move money take a passport.
local sources, tables, characters = {}, {}, {}
local SAVE_MS = 60000
OfferQueries('Prepare', 'Query', 'Execute')
vRP.Prepare('banneds/RemoveBanned', 'DELETE FROM banneds WHERE license = @license')

function vRP.Passport(src)
  for id, s in pairs(sources) do if s == src then return id end end
  return false
end
function vRP.Source(id) return sources[id] or false end
function vRP.Players() return sources end
function vRP.Datatable(id) return tables[id] or false end
function vRP.Identity(id) return characters[id] or false end
function vRP.UserData(id, key)
  local row = Row('SELECT dvalue FROM playerdata WHERE Passport = @id AND dkey = @key', { id = id, key = key })
  return row and json.decode(row.dvalue) or {}
end
function vRP.GeneratePlate()
  local plate
  repeat plate = SplitPlate() until not Row('SELECT id FROM vehicles WHERE plate = @plate', { plate = plate })
  return plate
end

local function members(group)
  local row = Row('SELECT dvalue FROM entitydata WHERE dkey = @n', { n = 'Permissions:' .. group })
  return row and json.decode(row.dvalue) or {}
end
local function write(group, list)
  Rows('REPLACE INTO entitydata(dkey, dvalue) VALUES(@n, @i)', { n = 'Permissions:' .. group, i = json.encode(list) })
end
function vRP.DataGroups(group) return members(group) end
function vRP.SetPermission(id, permission, level)
  local group = Groups[permission]
  if not group then return end
  local ranks, list = #group.Hierarchy, members(permission)
  level = math.tointeger(tonumber(level)) or ranks
  if level < 1 or level > ranks then level = ranks end
  Standin.effect('group', id, { permission, level }, function()
    list[tostring(id)] = level
    write(permission, list)
  end)
end
function vRP.RemovePermission(id, permission)
  local list = Groups[permission] and members(permission)
  if not list or not list[tostring(id)] then return end
  Standin.effect('ungroup', id, permission, function()
    list[tostring(id)] = nil
    write(permission, list)
  end)
end
function vRP.HasPermission(id, permission, level)
  local mine = Groups[permission] and members(permission)[tostring(id)]
  return mine ~= nil and (not level or mine <= level)
end
vRP.HasGroup = vRP.HasPermission

function vRP.GetBank(src)
  local id = vRP.Passport(src)
  return id and characters[id].bank or 0
end
local function moveBank(id, amount)
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE characters SET bank = bank + @a WHERE id = @id', { id = id, a = amount })
    if characters[id] then characters[id].bank = characters[id].bank + amount end
  end)
end
function vRP.GiveBank(id, amount)
  if amount <= 0 then return end
  moveBank(id, amount)
  exports.bank:AddTransactions(id, 'entry', amount)
end
function vRP.RemoveBank(id, amount)
  if amount <= 0 then return end
  moveBank(id, -amount)
  exports.bank:AddTransactions(id, 'exit', amount)
end
function vRP.PaymentBank(id, amount)
  if not characters[id] or characters[id].bank < amount then return false end
  vRP.RemoveBank(id, amount)
  return true
end
vRP.PaymentFull = vRP.PaymentBank

local function bagOf(id) return tables[id] and tables[id].inventory or {} end
function vRP.Inventory(id) return bagOf(id) end
function vRP.InventoryWeight(id) return Bag.weight(bagOf(id)) end
function vRP.GetWeight(id) return tables[id] and tables[id].weight or 0 end
function vRP.ItemWeight(item) return Weight(Bag.plain(item)) end
function vRP.MaxItens(id, item, amount) return Bag.overLimit(bagOf(id), item, amount or 1) end
function vRP.ItemAmount(id, item) return Bag.amount(bagOf(id), item) end
vRP.InventoryItemAmount = function(id, item) return { Bag.amount(bagOf(id), item), item } end
function vRP.GiveItem(id, item, amount, _, slot)
  if not tables[id] or amount <= 0 then return end
  local bag, free = bagOf(id), false
  for s = 1, 100 do if not bag[tostring(s)] or bag[tostring(s)].item == item then free = true break end end
  if not free then return end
  Standin.effect('item', id, { item, amount }, function() Bag.put(bag, item, amount, slot) end)
end
function vRP.GenerateItem(id, item, amount, notify, slot) vRP.GiveItem(id, Bag.serial(id, item), amount, notify, slot) end
function vRP.TakeItem(id, item, amount)
  if Bag.amount(bagOf(id), item) < amount then return false end
  return Standin.effect('item', id, { item, -amount }, function() return Bag.take(bagOf(id), item, amount) end)
end

local function saveTable(id)
  Rows('REPLACE INTO playerdata(Passport, dkey, dvalue) VALUES(@id, @n, @i)', { id = id, n = 'Datatable', i = json.encode(tables[id]) })
end
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  local row = Row('SELECT * FROM characters WHERE id = @id AND deleted = 0', { id = id })
  if not row then return end
  sources[id], characters[id], tables[id] = src, row, vRP.UserData(id, 'Datatable')
  tables[id].inventory, tables[id].weight = tables[id].inventory or {}, tables[id].weight or 30
  TriggerEvent('CharacterChosen', id, src, false)
  TriggerEvent('Connect', id, src, false)
end)
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not sources[id] then return end
  TriggerEvent('Disconnect', id, source)
  saveTable(id)
  sources[id], tables[id], characters[id] = nil, nil, nil
end)
AddEventHandler('SaveServer', function(silenced)
  for id in pairs(tables) do saveTable(id) end
  Standin.effect(silenced and 'purge' or 'save')
  if not silenced then print('O resource vRP salvou os dados.') end
end)
AfterEvery(SAVE_MS, function() for id in pairs(tables) do saveTable(id) end end)

Standin.state(function(q)
  if q.what == 'banned' then
    return Row('SELECT b.id FROM banneds b JOIN characters c ON c.license = b.license WHERE c.id = @id AND b.time > @now', { id = q.id, now = os.time() }) ~= nil
  end
  if q.what == 'online' then return sources[q.id] ~= nil end
  if q.what == 'bank' then
    local row = Row('SELECT bank FROM characters WHERE id = @id', { id = q.id })
    return characters[q.id] and characters[q.id].bank or row and row.bank
  end
  if q.what == 'groups' then
    local mine = {}
    for name in pairs(Groups) do mine[name] = members(name)[tostring(q.id)] end
    return mine
  end
  if q.what == 'items' then return (tables[q.id] or vRP.UserData(q.id, 'Datatable')).inventory end
end)
