-- Creative Network, newer. Permissions are in a cache that is written three minutes later, and `SaveServer` waits for
-- each of its queries, so the event returns long before the last row is written. GiveItem answers true for a person who
-- is away. Every movement of money calls the resource `bank` first.
-- [core] thechosenklaus/crnetwork 88ece78 resources/vrp/modules/core.lua
-- [prepare] thechosenklaus/crnetwork 88ece78 resources/vrp/modules/prepare.lua
-- [arena] thechosenklaus/crnetwork 88ece78 resources/[scripts]/arena/server-side/core.lua
local sources, characters, arena, cache = {}, {}, {}, {}
local SLOTS, TICK_MS, CACHE_S = 100, 60000, 180
-- One query of a base that waits for its database.
local QUERY_MS = 5
-- An arena is a routing bucket of its own with a counter that every resource can read.
-- [arena] core.lua:16
local ROUTE = 900001
GlobalState['Arena:' .. ROUTE] = 0

-- [core] core.lua:12
vRP.Prepare = Prepare
-- Used for writes too. It answers what the driver answered.
-- [core] core.lua:18
vRP.Query = RunPrepared
-- [core] core.lua:24
function vRP.SingleQuery(name, params) return RunPrepared(name, params)[1] end
-- [prepare] prepare.lua:38
vRP.Prepare('accounts/RemoveBanned', 'UPDATE accounts SET Banned = 0 WHERE License = @License')
-- [prepare] prepare.lua:81
vRP.Prepare('vehicles/addVehicles', 'INSERT IGNORE INTO vehicles (Passport, Vehicle, Plate, Weight, Work, Tax) VALUES (@Passport, @Vehicle, @Plate, @Weight, @Work, UNIX_TIMESTAMP() + (86400 * 7))')

-- [core] core.lua:191
function vRP.Passport(src) return characters[src] and characters[src].id or false end
-- [core] core.lua:203
function vRP.Source(id) return sources[ParseInt(id)] or false end
-- [core] core.lua:197
function vRP.Players() return sources end
-- For a person who is away this is a copy from the database.
-- [core] core.lua:209
function vRP.Datatable(id)
  local known = characters[vRP.Source(id)]
  return known and known.Datatable or vRP.UserData(ParseInt(id), 'Datatable')
end
-- [core] core.lua:1145
function vRP.Identity(id)
  return characters[vRP.Source(id)] or Row('SELECT * FROM characters WHERE id = @id AND Deleted = 0', { id = ParseInt(id) })
end
-- [core] core.lua:83
function vRP.UserData(id, key)
  local row = Row('SELECT Information FROM playerdata WHERE Passport = @id AND Name = @key', { id = id, key = key })
  return row and json.decode(row.Information) or {}
end
-- [core] core.lua:1289
function vRP.GeneratePlate()
  local plate
  repeat plate = SplitPlate() until not Row('SELECT id FROM vehicles WHERE Plate = @plate', { plate = plate })
  return plate
end

-- ── permissions ──
-- [core] core.lua:1848
function vRP.GetSrvData(key, save)
  if not cache[key] then
    local row = Row('SELECT Information FROM entitydata WHERE Name = @n', { n = key })
    cache[key] = { data = row and json.decode(row.Information) or {}, timer = os.time() + CACHE_S, save = save }
  end
  return cache[key].data
end
-- Every change begins the three minutes again.
-- [core] core.lua:1864
function vRP.SetSrvData(key, data, save) cache[key] = { data = data, timer = os.time() + CACHE_S, save = save } end
local function writeEntity(key, data)
  Rows('REPLACE INTO entitydata (Name, Information) VALUES (@n, @i)', { n = key, i = json.encode(data) })
end
local function members(group) return vRP.GetSrvData('Permissions:' .. group, true) end
-- [core] core.lua:629
function vRP.DataGroups(group)
  local count = 0
  for _ in pairs(members(group)) do count = count + 1 end
  return members(group), count
end
-- One level per passport and group. An unknown group is ignored. A level that is too high becomes the lowest rank.
-- [core] core.lua:880
function vRP.SetPermission(id, permission, level)
  local group = Groups[permission]
  if not group then return end
  local ranks, list = group.Hierarchy and #group.Hierarchy or 1, members(permission)
  level = level and math.min(ParseInt(level), ranks) or ranks
  Standin.effect('group', ParseInt(id), { permission, level }, function() list[tostring(id)] = level end)
  vRP.SetSrvData('Permissions:' .. permission, list, true)
end
-- Removes the group whatever the level.
-- [core] core.lua:908
function vRP.RemovePermission(id, permission)
  if not Groups[permission] then return end
  local list = members(permission)
  if not list[tostring(id)] then return end
  Standin.effect('ungroup', ParseInt(id), permission, function() list[tostring(id)] = nil end)
  vRP.SetSrvData('Permissions:' .. permission, list, true)
end
-- `Premium-2` asks for level 2 or better.
-- [core] core.lua:943
function vRP.HasPermission(id, permission, level)
  local name, wanted = string.match(permission, '^([^%-]+)%-([^%-]+)')
  if name then permission, level = name, ParseInt(wanted) end
  if not Groups[permission] then return false, permission end
  local mine = members(permission)[tostring(id)]
  if mine and (not level or mine <= level) then return mine, permission end
  return false, permission
end
-- [core] core.lua:984
function vRP.HasGroup(id, permission, level) return (vRP.HasPermission(id, permission, level)) end

-- ── money ──
-- [core] core.lua:2488
function vRP.GetBank(id)
  local row = vRP.Identity(id)
  return row and row.Bank or 0
end
local function moveBank(id, amount)
  id = ParseInt(id)
  exports.bank:AddTransactions(id, amount > 0 and 'entry' or 'exit', math.abs(amount))
  Standin.effect('bank', id, amount, function()
    Rows('UPDATE characters SET Bank = Bank + @a WHERE id = @id', { id = id, a = amount })
  end)
  local known = characters[vRP.Source(id)]
  if known then known.Bank = amount > 0 and known.Bank + amount or math.max(known.Bank + amount, 0) end
end
-- [core] core.lua:2446
function vRP.GiveBank(id, amount)
  if ParseInt(amount) <= 0 then return false end
  moveBank(id, ParseInt(amount))
end
-- Does not look at the balance: the row may fall below zero while the memory stays at zero.
-- [core] core.lua:2469
function vRP.RemoveBank(id, amount)
  if ParseInt(amount) <= 0 then return false end
  moveBank(id, -ParseInt(amount))
end
-- [core] core.lua:2514
function vRP.PaymentBank(id, amount)
  local known = characters[vRP.Source(id)]
  if ParseInt(amount) <= 0 or not known or known.Bank < amount then return false end
  vRP.RemoveBank(id, amount)
  return true
end
-- [core] core.lua:2534
function vRP.PaymentFull(id, amount)
  return ParseInt(amount) > 0 and (vRP.TakeItem(id, 'dollar', amount) or vRP.PaymentBank(id, amount))
end

-- ── items ──
-- [core] core.lua:100
function vRP.Inventory(id) return vRP.Datatable(id).Inventory or {} end
-- [core] core.lua:1449
function vRP.InventoryWeight(id)
  local sum = 0
  for _, entry in pairs(vRP.Inventory(id)) do sum = sum + Weight(entry.item) * entry.amount end
  return sum
end
-- [core] core.lua:1370
function vRP.GetWeight(id) return vRP.Datatable(id).Weight or 30 end
-- [core] core.lua:1401
function vRP.CheckWeight(id, item, amount)
  return vRP.InventoryWeight(id) + Weight(item) * (amount or 1) <= vRP.GetWeight(id)
end
-- [core] core.lua:1660
function vRP.MaxItens(id, item, amount)
  local known = Item(item)
  return known ~= nil and known.max ~= nil and vRP.ItemAmount(id, item) + math.max(ParseInt(amount), 1) > known.max
end
-- [core] core.lua:1529
function vRP.ItemAmount(id, item)
  local sum = 0
  for _, entry in pairs(vRP.Inventory(id)) do
    if SplitOne(entry.item) == SplitOne(item) then sum = sum + entry.amount end
  end
  return sum
end
-- The first stack only.
-- [core] core.lua:1498
function vRP.InventoryItemAmount(id, item)
  for slot, entry in pairs(vRP.Inventory(id)) do
    if SplitOne(entry.item) == SplitOne(item) then return { entry.amount, entry.item, slot } end
  end
  return { 0, '' }
end
local function put(id, item, amount, slot)
  local bag, known = vRP.Inventory(id), characters[vRP.Source(id)]
  for n = 1, slot and 0 or SLOTS do
    local held = bag[tostring(n)]
    if not held or held.item == item then slot = n break end
  end
  if not slot then return end
  slot = tostring(slot)
  if bag[slot] and bag[slot].item ~= item then return end
  local kind = not known and 'item_lost' or arena[ParseInt(id)] and 'item_in_arena' or 'item'
  Standin.effect(kind, ParseInt(id), { item, amount }, function()
    bag[slot] = { item = item, amount = (bag[slot] and bag[slot].amount or 0) + amount }
  end)
end
-- Answers true even if all slots are taken or the person is away.
-- [core] core.lua:1562
function vRP.GiveItem(id, item, amount, _, slot)
  if ParseInt(amount) <= 0 then return false end
  put(id, item, ParseInt(amount), slot)
  return true
end
-- [core] core.lua:2331
function vRP.SortNameItem(id, item)
  local known = Item(item)
  if not known or not known.durability then return item end
  return item .. '-' .. (os.time() - 1) .. (known.weapon and '-4-' .. id or '')
end
-- [core] core.lua:1612
function vRP.GenerateItem(id, item, amount, _, slot)
  if ParseInt(amount) <= 0 then return false end
  put(id, vRP.SortNameItem(ParseInt(id), item), ParseInt(amount), slot)
end
-- Only the exact name counts, and only one stack.
-- [core] core.lua:1696
function vRP.TakeItem(id, item, amount)
  amount = math.max(ParseInt(amount), 1)
  local bag = vRP.Inventory(id)
  for slot, entry in pairs(bag) do
    if vRP.Source(id) and entry.item == item and entry.amount >= amount then
      Standin.effect('item', ParseInt(id), { item, -amount }, function()
        entry.amount = entry.amount - amount
        if entry.amount <= 0 then bag[slot] = nil end
      end)
      return true
    end
  end
  return false
end

-- ── loading and saving ──
local function saveTable(id)
  Rows('REPLACE INTO playerdata (Passport, Name, Information) VALUES (@id, @n, @i)',
    { id = id, n = 'Datatable', i = json.encode(vRP.Datatable(id)) })
end
-- [core] core.lua:472
AddEventHandler('standin:spawned', function()
  local src, id = source, CitizenOf(source)
  local row = Row('SELECT * FROM characters WHERE id = @id AND Deleted = 0', { id = id })
  if not row then return end
  sources[id], characters[src] = src, row
  row.Datatable = vRP.UserData(id, 'Datatable')
  row.Datatable.Inventory = row.Datatable.Inventory or {}
  TriggerEvent('CharacterChosen', id, src, false)
  TriggerEvent('Connect', id, src, false)
end)
-- [core] core.lua:366
AddEventHandler('playerDropped', function()
  local id = CitizenOf(source)
  if not sources[id] then return end
  if arena[id] then
    vRP.Datatable(id).Inventory, arena[id] = arena[id], nil
    GlobalState['Arena:' .. ROUTE] = GlobalState['Arena:' .. ROUTE] - 1
  end
  TriggerEvent('Disconnect', id, source)
  saveTable(id)
  characters[source], sources[id] = nil, nil
end)
-- [core] core.lua:1884
AddEventHandler('SaveServer', function(silenced)
  local entities, all = {}, {}
  for key, entry in pairs(cache) do if entry.save then entities[#entities + 1] = key end end
  for id in pairs(sources) do all[#all + 1] = id end
  for _, key in ipairs(entities) do
    Wait(QUERY_MS)
    if cache[key] then writeEntity(key, cache[key].data) end
  end
  for _, id in ipairs(all) do
    Wait(QUERY_MS)
    if sources[id] then saveTable(id) end
  end
  Standin.effect(silenced and 'purge' or 'save')
  if not silenced then print('O resource vRP salvou os dados.') end
end)
-- [core] core.lua:1913
AfterEvery(TICK_MS, function()
  local old = {}
  for key, entry in pairs(cache) do
    if entry.save and os.time() >= entry.timer then old[#old + 1] = key end
  end
  for _, key in ipairs(old) do writeEntity(key, cache[key].data) end
  for _, key in ipairs(old) do cache[key] = nil end
end)
-- In an arena a player has an inventory of his own, which is thrown away at the end. The published one waits for the
-- player's game between the inventory and the bucket; this one does both at once.
-- [core] core.lua:108
AddEventHandler('standin:arena', function(id, inside)
  local data, src = vRP.Datatable(id), vRP.Source(id)
  if inside then arena[id], data.Inventory = data.Inventory, {} else data.Inventory, arena[id] = arena[id], nil end
  GlobalState['Arena:' .. ROUTE] = GlobalState['Arena:' .. ROUTE] + (inside and 1 or -1)
  SetPlayerRoutingBucket(src, inside and ROUTE or 0)
end)

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
  if q.what == 'items' then return vRP.Inventory(q.id) end
end)
