-- Creative Network, newer. Permissions are in a cache that is written three to four minutes later. GiveItem always
-- answers true. Every movement of money calls the resource `bank`.
local sources, tables, characters, arena = {}, {}, {}, {}
local cache, dirty = {}, {}
local SAVE_MS, CACHE_MS = 60000, 210000
OfferQueries('Prepare', 'Query', 'Execute')
vRP.Prepare('accounts/RemoveBanned', 'UPDATE accounts SET Banned = 0, Reason = NULL WHERE License = @License')
vRP.Prepare('vehicles/addVehicles', 'INSERT IGNORE INTO vehicles(Passport, Vehicle, Plate, Weight, Work, Tax) VALUES(@Passport, @Vehicle, @Plate, @Weight, @Work, UNIX_TIMESTAMP() + 604800)')

function vRP.Passport(src)
  for id, s in pairs(sources) do if s == src then return id end end
  return false
end
function vRP.Source(id) return sources[id] or false end
function vRP.Players() return sources end
function vRP.Datatable(id) return tables[id] or false end
function vRP.Identity(id)
  return characters[id] or Row('SELECT * FROM characters WHERE id = @id AND Deleted = 0', { id = id })
end
function vRP.UserData(id, key)
  local row = Row('SELECT Information FROM playerdata WHERE Passport = @id AND Name = @key', { id = id, key = key })
  return row and json.decode(row.Information) or {}
end
function vRP.GeneratePlate()
  local plate
  repeat plate = SplitPlate() until not Row('SELECT id FROM vehicles WHERE Plate = @plate', { plate = plate })
  return plate
end

-- ── permissions ──
local function members(group)
  if not cache[group] then
    local row = Row('SELECT Information FROM entitydata WHERE Name = @n', { n = 'Permissions:' .. group })
    cache[group] = row and json.decode(row.Information) or {}
  end
  return cache[group]
end
local function writeCache()
  for group in pairs(dirty) do
    Rows('REPLACE INTO entitydata(Name, Information) VALUES(@n, @i)', { n = 'Permissions:' .. group, i = json.encode(cache[group]) })
  end
  dirty = {}
end
function vRP.DataGroups(group) return members(group) end
function vRP.SetPermission(id, permission, level, mode)
  local group = Groups[permission]
  if not group then return end
  local ranks = #group.Hierarchy
  level = math.tointeger(tonumber(level)) or ranks
  if level < 1 or level > ranks then level = ranks end
  Standin.effect('group', id, { permission, level }, function() members(permission)[tostring(id)] = level end)
  dirty[permission] = true
end
function vRP.RemovePermission(id, permission)
  if not Groups[permission] or not members(permission)[tostring(id)] then return end
  Standin.effect('ungroup', id, permission, function() members(permission)[tostring(id)] = nil end)
  dirty[permission] = true
end
function vRP.HasPermission(id, permission, level)
  local mine = Groups[permission] and members(permission)[tostring(id)]
  if not mine or (level and mine > level) then return false end
  return mine
end
vRP.HasGroup = vRP.HasPermission

-- ── money ──
function vRP.GetBank(id)
  local row = vRP.Identity(id)
  return row and row.Bank or 0
end
local function moveBank(id, amount)
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE characters SET Bank = Bank + @a WHERE id = @id', { id = id, a = amount })
    if characters[id] then characters[id].Bank = characters[id].Bank + amount end
  end)
end
function vRP.GiveBank(id, amount)
  if amount <= 0 then return end
  exports.bank:AddTransactions(id, 'entry', amount)
  moveBank(id, amount)
end
function vRP.RemoveBank(id, amount)
  if amount <= 0 then return end
  moveBank(id, -amount)
  exports.bank:AddTransactions(id, 'exit', amount)
end
function vRP.PaymentBank(id, amount)
  if not characters[id] or characters[id].Bank < amount then return false end
  vRP.RemoveBank(id, amount)
  return true
end
vRP.PaymentFull = vRP.PaymentBank

-- ── items ──
-- For a person who is away this is a copy that is never stored; in an arena it is thrown away afterwards.
local function bagOf(id)
  if arena[id] then return arena[id] end
  if tables[id] then return tables[id].Inventory end
  return vRP.UserData(id, 'Datatable').Inventory or {}
end
function vRP.Inventory(id) return bagOf(id) end
function vRP.InventoryWeight(id) return Bag.weight(bagOf(id)) end
function vRP.GetWeight(id) return tables[id] and tables[id].Weight or 0 end
function vRP.CheckWeight(id, item, amount)
  if not tables[id] then return false end
  return Bag.weight(bagOf(id)) + Weight(Bag.plain(item)) * (amount or 1) <= tables[id].Weight
end
function vRP.MaxItens(id, item, amount) return Bag.overLimit(bagOf(id), item, amount or 1) end
function vRP.ItemAmount(id, item) return Bag.amount(bagOf(id), item) end
function vRP.GiveItem(id, item, amount, _, slot)
  local bag = bagOf(id)
  local kept = tables[id] and not arena[id]
  local kind = kept and 'item' or arena[id] and 'item_in_arena' or 'item_lost'
  local full = true
  for s = 1, 100 do if not bag[tostring(s)] or bag[tostring(s)].item == item then full = false break end end
  if full then return true end
  Standin.effect(kind, id, { item, amount }, function() Bag.put(bag, item, amount, slot) end)
  return true
end
function vRP.GenerateItem(id, item, amount, notify, slot) vRP.GiveItem(id, Bag.serial(id, item), amount, notify, slot) end
function vRP.TakeItem(id, item, amount)
  local bag = bagOf(id)
  if Bag.amount(bag, item) < amount then return false end
  return Standin.effect('item', id, { item, -amount }, function() return Bag.take(bag, item, amount) end)
end

function vRP.RemoveBanned(id)
  local row = vRP.Identity(id)
  if not row then return end
  Standin.effect('unban', id, nil, function()
    Rows('UPDATE accounts SET Banned = 0, Reason = NULL WHERE License = @l', { l = row.License })
  end)
end

-- ── loading and saving ──
local function saveTable(id)
  Rows('REPLACE INTO playerdata(Passport, Name, Information) VALUES(@id, @n, @i)', { id = id, n = 'Datatable', i = json.encode(tables[id]) })
end
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  local row = Row('SELECT * FROM characters WHERE id = @id AND Deleted = 0', { id = id })
  if not row then return end
  sources[id], characters[id], tables[id] = src, row, vRP.UserData(id, 'Datatable')
  tables[id].Inventory, tables[id].Weight = tables[id].Inventory or {}, tables[id].Weight or 30
  TriggerEvent('CharacterChosen', id, src, false)
  TriggerEvent('Connect', id, src, false)
end)
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not sources[id] then return end
  TriggerEvent('Disconnect', id, source)
  saveTable(id)
  sources[id], tables[id], characters[id], arena[id] = nil, nil, nil, nil
end)
AddEventHandler('SaveServer', function(silenced)
  writeCache()
  for id in pairs(tables) do saveTable(id) end
  Standin.effect(silenced and 'purge' or 'save')
  if not silenced then print('O resource vRP salvou os dados.') end
end)
AddEventHandler('standin:arena', function(id, inside) arena[id] = inside and {} or nil end)
AfterEvery(SAVE_MS, function() for id in pairs(tables) do saveTable(id) end end)
AfterEvery(CACHE_MS, writeCache)

Standin.state(function(q)
  if q.what == 'banned' then
    local row = Row('SELECT a.Banned AS Banned FROM accounts a JOIN characters c ON c.License = a.License WHERE c.id = @id', { id = q.id })
    return row ~= nil and (row.Banned == -1 or row.Banned > os.time())
  end
  if q.what == 'online' then return sources[q.id] ~= nil end
  if q.what == 'bank' then return vRP.GetBank(q.id) end
  if q.what == 'groups' then
    local mine = {}
    for name in pairs(Groups) do mine[name] = members(name)[tostring(q.id)] end
    return mine
  end
  if q.what == 'items' then return bagOf(q.id) end
end)
