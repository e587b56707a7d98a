--- vRP 1 and vRPex. For a loaded player the memory counts and is saved every minute; for others, SQL.
local call, integer = Vitrine.Proxy.call, Vitrine.Proxy.integer
local Outcome, Schema, Sql, Datatable = Vitrine.Outcome, Vitrine.Schema, Vitrine.Sql, Vitrine.Datatable

local lists = {
  groups = { files = { 'cfg/groups.lua', 'config/groups.lua' }, table = 'groups' },
  items = { files = { 'cfg/items.lua' }, table = 'items', closed = false },
}
local source = Vitrine.Family.sourceBy('getUserSource')

--- Saves one player, as the base's periodic task does for all.
local function saveTable(player)
  local data = call('getUserDataTable', player)
  if type(data) == 'table' then call('setUData', player, 'vRP:datatable', Vitrine.JsonUtil.encode(data)) end
end

--- The same for one player's money, so that it is on disk before the delivery counts as done.
local function saveMoneys(player)
  local wallet, bank = integer(call('getMoney', player)), integer(call('getBankMoney', player))
  if not (wallet and bank) then return end
  Sql.execute('UPDATE vrp_user_moneys SET wallet = ?, bank = ? WHERE user_id = ?', { wallet, bank, player })
end

local function hasSaved(place, player, group)
  local data = Datatable.read(place, player)
  return data ~= nil and type(data.groups) == 'table' and data.groups[group] == true
end

--- The groups that the player has, by name.
local function groupsOf(place, player)
  local data = not source(player) and Datatable.read(place, player) or nil
  local groups = data and data.groups or source(player) and call('getUserGroups', player)
  return type(groups) == 'table' and groups or {}
end

local function gtypeOf(group) return Vitrine.Catalog.gtype(lists.groups, group) end

--- The group of this gtype that the player has; nil for none.
local function siblingOf(place, player, gtype)
  local found = {}
  for group, value in pairs(groupsOf(place, player)) do
    if value and type(group) == 'string' and gtypeOf(group) == gtype then found[#found + 1] = group end
  end
  table.sort(found)
  return found[1]
end

--- Takes and gives groups of a player who is away. As in the base, a group pushes out the others of its gtype.
local function changeSaved(place, player, taken, given)
  local data, text = Datatable.read(place, player)
  if not data then Outcome.raise('player_not_found', 'O jogador ainda não terminou de criar o personagem') end
  data.groups = type(data.groups) == 'table' and data.groups or {}
  if taken then data.groups[taken] = nil end
  if given then
    local gtype, siblings = gtypeOf(given), {}
    for group in pairs(data.groups) do
      if gtype and type(group) == 'string' and gtypeOf(group) == gtype then siblings[#siblings + 1] = group end
    end
    for _, group in ipairs(siblings) do data.groups[group] = nil end
    data.groups[given] = true
  end
  Datatable.write(place, player, data, text)
end

--- Taking a group may name the one of its gtype that is still owed (`instead`): it is given in the same step.
local function groupPlan(job, place, wanted)
  local player, group, instead = job.player, job.args.group, job.args.instead
  local given, taken = wanted and group or instead, not wanted and group or nil
  if given and Vitrine.Catalog.find(lists.groups, given) == false then
    return Outcome.new('invalid_group', ('O grupo %s não existe na cidade: confira o produto'):format(given))
  end
  local function hasGroup(name)
    if source(player) then return call('hasGroup', player, name) == true end
    return hasSaved(place, player, name)
  end
  local function has()
    if not given then return hasGroup(group) end
    return hasGroup(given) and not (taken and hasGroup(taken))
  end
  local function online()
    if taken and call('hasGroup', player, taken) == true then call('removeUserGroup', player, taken) end
    if given then call('addUserGroup', player, given) end
  end
  local gtype = gtypeOf(group)
  return Vitrine.Toggle.plan({
    wanted = given ~= nil,
    has = has,
    act = function()
      if source(player) then return online() end
      changeSaved(place, player, taken, given)
      -- If the player was loaded meanwhile, the memory would overwrite what was just written.
      local now, entering = source(player)
      if (now or entering) and (call('hasGroup', player, given or taken) == true) ~= (given ~= nil) then online() end
    end,
    -- The row of a player who is away was read back when it was written.
    proof = function()
      return source(player) and {
        key = 'player ' .. player,
        save = function() if source(player) then saveTable(player) end end,
        shown = function() return hasSaved(place, player, given or taken) == (given ~= nil) end,
      }
    end,
    already = wanted and 'already_owned' or instead and 'ok' or 'not_owned',
    failed = given and 'invalid_group' or 'adapter_error',
    place = gtype and 'gtype:' .. gtype or 'group:' .. group,
    held = function()
      if hasGroup(group) then return group end
      return gtype and siblingOf(place, player, gtype) or nil
    end,
  })
end

local function makeAccount()
  local wallet = Vitrine.Settings.get('MoneyAccount') == 'wallet'
  local column = wallet and 'wallet' or 'bank'
  local get, set = wallet and 'getMoney' or 'getBankMoney', wallet and 'setMoney' or 'setBankMoney'
  local give = wallet and 'giveMoney' or 'giveBankMoney'
  return {
    memory = true,
    source = source,
    read = function(player) return integer(call(get, player)) end,
    give = function(player, amount) call(give, player, amount) end,
    take = function(player, amount)
      local balance = integer(call(get, player))
      if not balance or balance < amount then Outcome.raise('insufficient_funds') end
      call(set, player, balance - amount)
    end,
    save = saveMoneys,
    entry = Schema.find('vrp_user_moneys', 'user_id', column),
    id = 'user_id',
    column = column,
  }
end

local function makeInventory(place)
  return {
    source = source,
    known = function(item)
      local name, weight = call('getItemName', item), tonumber(call('getItemWeight', item))
      if not Vitrine.Settings.get('CheckNames') then return nil end
      -- For an unknown item the base answers nothing, or the item's own id without weight.
      return not (name == nil or (name == item and (weight or 0) == 0))
    end,
    fits = function(player, item, amount)
      local weight = tonumber(call('getItemWeight', item)) or 0
      local used, max = tonumber(call('getInventoryWeight', player)), tonumber(call('getInventoryMaxWeight', player))
      return not (used and max) or used + weight * amount <= max
    end,
    amount = function(player, item)
      local data = call('getUserDataTable', player)
      return type(data) == 'table' and (Datatable.items(data, item) or 0) or nil
    end,
    stored = function(player, item) return Datatable.items(Datatable.read(place, player), item) end,
    give = function(player, item, amount) call('giveInventoryItem', player, item, amount, true) end,
    save = saveTable,
  }
end

local function unban(job, users)
  return Vitrine.Toggle.plan({
    wanted = false,
    has = function() return not Schema.falsy(Vitrine.Family.cell(users, 'id', 'banned', job.player)) end,
    act = function() call('setBanned', job.player, false) end,
    already = 'not_banned',
    failed = 'adapter_error',
  })
end

Vitrine.adapters.vrp1 = function()
  local users, place = Schema.find('vrp_users', 'id'), Datatable.locate('vrp_user_data', 'vRP:datatable')
  if not users or not place then return nil end
  local account, inventory, garage = makeAccount(), makeInventory(place), Vitrine.Vehicles.locate('vrp_user_vehicles')
  local ids = Schema.find('vrp_user_ids', 'identifier', 'user_id')
  if garage then garage.spelling = function() return nil end end
  local parts = {
    group = function(job, wanted) return groupPlan(job, place, wanted) end,
    account = account.entry and account or nil,
    inventory = inventory,
    garage = garage,
    unban = users.cols.banned and function(job) return unban(job, users) end or nil,
  }
  return {
    actions = Vitrine.Family.actions(parts),
    plate = garage ~= nil and garage.plate ~= nil,
    read = Vitrine.Family.read(parts),
    proofs = Vitrine.Family.proofs(parts),
    bag = function(player)
      local data = Vitrine.JsonUtil.tab(call('getUserDataTable', player))
      return Vitrine.Items.bag(Vitrine.JsonUtil.tab(data.inventory), call('getInventoryMaxWeight', player))
    end,
    source = source,
    exists = Vitrine.Family.existsIn(users),
    name = Vitrine.Family.nameIn(Schema.find('vrp_user_identities', 'user_id'), 'user_id', 'firstname', 'name'),
    online = function() return call('getUsers') end,
    discord = function(player)
      local row = ids and Sql.first(("SELECT %s AS identifier FROM %s WHERE %s = ? AND %s LIKE 'discord:%%'"):format(
        Schema.col(ids, 'identifier'), Schema.quote(ids), Schema.col(ids, 'user_id'), Schema.col(ids, 'identifier')),
        { player })
      return row and row.identifier
    end,
    instead = true,
    -- Of vRPex; vRP 1 itself has no event for this, and its chat does.
    notify = GetResourceState('vrp_notify') == 'started' and Vitrine.Family.notifyBy('sucesso') or nil,
    events = { 'vRP:playerSpawn' },
    -- Other resources define items of their own (vRP.defInventoryItem), so the items are not all.
    lists = lists,
  }
end
