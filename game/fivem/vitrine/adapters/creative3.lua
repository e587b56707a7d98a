--- Creative v3: groups, money, vehicles and bans are SQL for every player; only the inventory is in memory.
local call, any, integer = Vitrine.Proxy.call, Vitrine.Proxy.any, Vitrine.Proxy.integer
local Schema, Sql, Datatable, Family = Vitrine.Schema, Vitrine.Sql, Vitrine.Datatable, Vitrine.Family
local Catalog, Outcome = Vitrine.Catalog, Vitrine.Outcome

local lists = {
  items = { files = { 'server-side/inventory.lua', 'cfg/items.lua', 'lib/itemlist.lua', 'server-side/itemlist.lua' } },
  vehicles = { files = { 'lib/vehicles.lua', 'lib/vehiclelist.lua' } },
}
local onlyOne = 'O jogador já tem um, e a cidade só permite um deste item'

local source = Family.sourceBy('getUserSource')

local function groupPlan(permissions)
  local name, id, permission = Schema.quote(permissions), Schema.col(permissions, 'user_id'),
    Schema.col(permissions, 'permiss')
  local where = ('%s = ? AND %s = ?'):format(id, permission)
  return function(job, wanted)
    local values = { job.player, job.args.group }
    local function has()
      return Sql.first(('SELECT %s AS cell FROM %s WHERE %s'):format(id, name, where), values) ~= nil
    end
    return Vitrine.Toggle.plan({
      wanted = wanted,
      has = has,
      place = 'group:' .. job.args.group,
      held = function() return has() and job.args.group or nil end,
      act = function()
        if wanted then
          Sql.execute(('INSERT INTO %s (%s, %s) VALUES (?, ?)'):format(name, id, permission), values)
        else
          Sql.execute(('DELETE FROM %s WHERE %s'):format(name, where), values)
        end
      end,
      already = wanted and 'already_owned' or 'not_owned',
      failed = 'adapter_error',
    })
  end
end

--- All stacks: the base's own count sees the first one only.
local function amountOf(player, item)
  local data = call('getUserDataTable', player)
  return type(data) == 'table' and (Datatable.items(data, item) or 0) or nil
end

local function makeInventory(place)
  return {
    source = source,
    known = function(item)
      if call('itemBodyList', item) ~= nil then return true end
      return Catalog.find(lists.items, item)
    end,
    fits = function(player, item, amount)
      -- Of an item that breaks a person holds one.
      if call('itemSubTypeList', item) ~= nil and (amountOf(player, item) or 0) > 0 then return false, onlyOne end
      local weight = tonumber(any({ 'getItemWeight', 'itemWeightList' }, item)) or 0
      local used = tonumber(any({ 'getInventoryWeight', 'computeInvWeight', 'inventoryWeight' }, player))
      local max = tonumber(any({ 'getInventoryMaxWeight', 'getBackpack' }, player))
      return not (used and max) or used + weight * amount <= max
    end,
    amount = amountOf,
    stored = function(player, item) return Datatable.items(Datatable.read(place, player), item) end,
    give = function(player, item, amount)
      if call('giveInventoryItem', player, item, amount, true) == false then Outcome.raise('inventory_full', onlyOne) end
    end,
    save = Family.saveInto(place, 'getUserDataTable'),
  }
end

Vitrine.adapters.creative3 = function()
  local users, permissions = Schema.find('vrp_users', 'id'), Schema.find('vrp_permissions', 'user_id', 'permiss')
  local infos, place = Schema.find('vrp_infos'), Datatable.locate('vrp_user_data', 'Datatable')
  if not users or not place then return nil end
  local garage = Vitrine.Vehicles.locate('vrp_vehicles')
  if garage then
    garage.spelling = function(vehicle) return Catalog.find(lists.vehicles, vehicle, true) end
    garage.phone = users.cols.phone and function(player) return Family.cell(users, 'id', 'phone', player) end
  end
  local parts = {
    group = permissions and groupPlan(permissions),
    account = {
      source = source,
      memory = false,
      read = function(player) return integer(call('getBank', player)) end,
      give = function(player, amount) call('addBank', player, amount) end,
      take = function(player, amount) call('delBank', player, amount) end,
      entry = Schema.find('vrp_users', 'id', 'bank'),
      id = 'id',
      column = 'bank',
    },
    inventory = makeInventory(place),
    garage = garage,
    unban = infos and infos.cols.banned and users.cols.steam
      and Family.unbanBy(users, 'steam', { entry = infos, column = 'banned' }) or nil,
  }
  return {
    actions = Family.actions(parts),
    plate = garage ~= nil and garage.plate ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player)
      local data = Vitrine.JsonUtil.tab(call('getUserDataTable', player))
      return Vitrine.Items.bag(Vitrine.JsonUtil.tab(data.inventorys), call('getBackpack', player))
    end,
    source = source,
    exists = Family.existsIn(users),
    name = Family.nameIn(users, 'id', 'name', 'name2'),
    online = function() return any({ 'getUsers', 'userList' }) end,
    discord = Family.discordIn(users, 'steam', infos),
    notify = Family.notifyBy('verde'),
    events = { 'vRP:playerSpawn' },
    lists = lists,
  }
end
