--- Creative Network, newer (columns in capitals, permission cache) and older. Most functions also work for absent
--- players. Several answer true although nothing happened, so everything is checked before and read back after.
local call, any, integer = Vitrine.Proxy.call, Vitrine.Proxy.any, Vitrine.Proxy.integer
local Schema, Datatable, Family, Catalog = Vitrine.Schema, Vitrine.Datatable, Vitrine.Family, Vitrine.Catalog
local Sql = Vitrine.Sql

local lists = {
  groups = { files = { 'config/Groups.lua', 'config/Global.lua' }, table = 'groups' },
  items = { files = { 'config/Item.lua', 'config/Itemlist.lua' } },
  vehicles = { files = { 'config/Vehicle.lua', 'config/Vehicles.lua' } },
}
local slots = 100
local source = Family.sourceBy('Source')

--- Whether the player fights in an arena of the newer base, with another bag, which the base throws away at the end. An
--- arena is a routing bucket of its own, with a counter that the base shows to all scripts.
local function inArena(player)
  local from = source(player)
  return from ~= nil and GlobalState['Arena:' .. GetPlayerRoutingBucket(from)] ~= nil
end

--- `Vip:2` is level 2 of the group Vip. Without a level the base gives the lowest.
local function splitGroup(group)
  local name, level = group:match('^(.-):(%d+)$')
  if not name then return group, nil end
  return name, integer(level)
end

--- The level of a player in the stored list of a group; nil without one.
local function storedLevel(entry, group, player)
  local row = Sql.first(('SELECT %s AS list FROM %s WHERE %s = ?'):format(Schema.col(entry, 'dvalue', 'Information'),
    Schema.quote(entry), Schema.col(entry, 'dkey', 'Name')), { 'Permissions:' .. group })
  return Vitrine.JsonUtil.tab(Vitrine.JsonUtil.decode(row and row.list))[tostring(player)]
end

--- Writes the list of a group as the base has it. The base's own save of everything writes one row after the other: with
--- 2,000 players it takes longer than a buyer waits. The list is read and sent without a pause, so no change of the base
--- comes between.
local function writeGroup(entry, group)
  local members = call('DataGroups', group)
  if type(members) ~= 'table' then return end
  Sql.execute(('REPLACE INTO %s (%s, %s) VALUES (?, ?)'):format(Schema.quote(entry), Schema.col(entry, 'dkey', 'Name'),
    Schema.col(entry, 'dvalue', 'Information')), { 'Permissions:' .. group, Vitrine.JsonUtil.encode(members) })
end

--- The newer base keeps the list in memory for minutes; the older one writes it at once.
local function groupProof(player, group, wanted)
  local entry = Schema.find('entitydata')
  return {
    key = 'group ' .. group,
    save = function() if entry then writeGroup(entry, group) end end,
    shown = entry and function()
      local level, live = integer(storedLevel(entry, group, player)), call('HasPermission', player, group)
      if not wanted then return level == nil end
      -- The newer base answers the level, and the row may still have the one before.
      return level ~= nil and (math.type(live) ~= 'integer' or live == level)
    end,
  }
end

--- Whether the player has the group, and at which level. The newer base answers the level, the older only true: its
--- list of members tells.
local function levelOf(player, group)
  local has = call('HasPermission', player, group)
  if has == nil or has == false then return false end
  if math.type(has) == 'integer' then return true, has end
  local members = call('DataGroups', group)
  return true, type(members) == 'table' and integer(members[tostring(player)] or members[player]) or nil
end

--- One player has one level of a group. Taking a group may name the level that is still owed: then it is set.
local function groupPlan(job, wanted)
  local player, group, level = job.player, splitGroup(job.args.group)
  local back, backLevel = nil, nil
  if job.args.instead then
    back, backLevel = splitGroup(job.args.instead)
    if back ~= group then return Vitrine.Outcome.new('invalid_args') end
  end
  local before = levelOf(player, group)
  return Vitrine.Toggle.plan({
    wanted = wanted or back ~= nil,
    has = function()
      local has, now = levelOf(player, group)
      if back then return has and (not now or not backLevel or now == backLevel) end
      -- A higher level than the sold one stays: it is paid too, or the player had it before. 1 is the highest.
      return has and (not wanted or not level or not now or now <= level)
    end,
    act = function()
      if back then return call('SetPermission', player, group, backLevel) end
      if not wanted then return call('RemovePermission', player, group) end
      call('SetPermission', player, group, level)
    end,
    proof = function() return groupProof(player, group, wanted or back ~= nil) end,
    already = wanted and 'already_owned' or back and 'ok' or 'not_owned',
    -- An unknown group is silently ignored. A group that the player has at another level does exist.
    failed = wanted and not before and 'invalid_group' or 'adapter_error',
    place = 'level:' .. group,
    held = function()
      local has, now = levelOf(player, group)
      return has and (now and ('%s:%d'):format(group, now) or group) or nil
    end,
  })
end

local function slotFits(player, item)
  local inventory = call('Inventory', player)
  if type(inventory) ~= 'table' then return true end
  local used = 0
  for _, slot in pairs(inventory) do
    if type(slot) == 'table' and slot.item == item then return true end
    used = used + 1
  end
  return used < slots
end

--- Counts the inventory itself: the older base's own count sees one stack only.
local function amountOf(player, item)
  local inventory = call('Inventory', player)
  if type(inventory) == 'table' then return Datatable.items({ inventory = inventory }, item) end
  local amount = any({ 'ItemAmount', 'InventoryItemAmount' }, player, item)
  if type(amount) == 'table' then amount = amount[1] end
  return integer(amount)
end

local function makeInventory(place, newer)
  return {
    source = source,
    known = function(item) return Catalog.find(lists.items, item) end,
    fits = function(player, item, amount)
      if call('MaxItens', player, item, amount) == true then return false, 'O jogador já tem o máximo deste item' end
      if not slotFits(player, item) then return false end
      local fits = call('CheckWeight', player, item, amount)
      if type(fits) == 'boolean' then return fits end
      local used, max = tonumber(call('InventoryWeight', player)), tonumber(call('GetWeight', player))
      -- The older base has no weight of an item on its proxy.
      local weight = tonumber(call('ItemWeight', item)) or Catalog.weight(lists.items, item)
      return not (used and max and weight) or used + weight * amount <= max
    end,
    amount = amountOf,
    stored = function(player, item) return Datatable.items(Datatable.read(place, player), item) end,
    give = function(player, item, amount) call('GenerateItem', player, item, amount, true) end,
    elsewhere = newer and inArena or nil,
    save = Family.saveInto(place, 'Datatable'),
  }
end

Vitrine.adapters.creative_network = function()
  local characters, accounts = Schema.find('characters', 'id', 'license'), Schema.find('accounts', 'license')
  local place, banneds = Datatable.locate('playerdata', 'Datatable'), Schema.find('banneds', 'license')
  if not characters or not place then return nil end
  local garage = Vitrine.Vehicles.locate('vehicles')
  if garage then
    garage.spelling = function(vehicle) return Catalog.find(lists.vehicles, vehicle, true) end
  end
  local bans = accounts and accounts.cols.banned and { entry = accounts, column = 'banned' }
    or banneds and { entry = banneds } or nil
  -- The newer base has other columns, and a notice with a title.
  local newer = Schema.find('entitydata', 'Information') ~= nil
  local parts = {
    group = groupPlan,
    account = {
      source = source,
      memory = false,
      read = function() return nil end,
      give = function(player, amount) call('GiveBank', player, amount) end,
      take = function(player, amount) call('RemoveBank', player, amount) end,
      entry = Schema.find('characters', 'id', 'bank'),
      id = 'id',
      column = 'bank',
    },
    inventory = makeInventory(place, newer),
    garage = garage,
    unban = bans and Family.unbanBy(characters, 'license', bans) or nil,
  }
  return {
    actions = Family.actions(parts),
    plate = garage ~= nil and garage.plate ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player)
      local bag = Vitrine.JsonUtil.tab(call('Inventory', player))
      return Vitrine.Items.bag(bag, call('GetWeight', player))
    end,
    source = source,
    exists = Family.existsIn(characters),
    name = Family.nameIn(characters, 'id', 'name', 'lastname', 'name2'),
    online = function() return any({ 'Players', 'userList' }) end,
    discord = Family.discordIn(characters, 'license', accounts),
    instead = true,
    notify = Family.notifyBy('verde', newer and 'Loja' or nil),
    events = { 'Connect' },
    lists = lists,
  }
end
