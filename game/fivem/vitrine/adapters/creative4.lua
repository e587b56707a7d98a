--- Creative v4 and v5: tables with a prefix, groups in the player's table, an inventory of slots.
local call, any, integer = Vitrine.Proxy.call, Vitrine.Proxy.any, Vitrine.Proxy.integer
local Schema, Datatable, Family, Outcome = Vitrine.Schema, Vitrine.Datatable, Vitrine.Family, Vitrine.Outcome

local Catalog = Vitrine.Catalog

local lists = {
  items = { files = { 'config/Item.lua', 'lib/itemlist.lua', 'lib/Itemlist.lua' } },
  vehicles = { files = { 'config/Vehicle.lua', 'lib/vehicles.lua', 'lib/vehiclelist.lua', 'lib/Vehlist.lua' } },
}
local source = Family.sourceBy('userSource')

local function savedGroups(place, player)
  local data = Datatable.read(place, player)
  if not data then return nil end
  return Vitrine.JsonUtil.tab(data.permission or data.perm), data
end

local function groupPlan(place, save)
  return function(job, wanted)
    local player, group = job.player, job.args.group
    if not source(player) then
      local _, data = savedGroups(place, player)
      -- The base rewrites a saved table only if it has an inventory; without one, the character was never finished.
      if not (data and data.inventory) then
        return Outcome.new('player_not_found', 'O jogador ainda não terminou de criar o personagem')
      end
    end
    local function has()
      if source(player) then return call('hasPermission', player, group) and true or false end
      local groups = savedGroups(place, player)
      return groups ~= nil and groups[group] ~= nil and groups[group] ~= false
    end
    return Vitrine.Toggle.plan({
      wanted = wanted,
      has = has,
      place = 'group:' .. group,
      held = function() return has() and group or nil end,
      act = function() call(wanted and 'setPermission' or 'remPermission', player, group) end,
      -- For a player who is away the base changes the row itself.
      proof = function()
        return source(player) and {
          key = 'player ' .. player,
          save = function() if source(player) then save(player) end end,
          shown = function()
            local groups = savedGroups(place, player)
            return groups ~= nil and (groups[group] ~= nil and groups[group] ~= false) == wanted
          end,
        }
      end,
      already = wanted and 'already_owned' or 'not_owned',
      failed = 'adapter_error',
    })
  end
end

--- Without a free slot the base drops the item on the ground without a message.
local function slotFits(player, item)
  local slots = integer(call('getBackpack', player))
  local data = call('getDatatable', player)
  local inventory = type(data) == 'table' and data.inventory
  if not slots or type(inventory) ~= 'table' then return true end
  local used = 0
  for _, slot in pairs(inventory) do
    if type(slot) == 'table' and slot.item == item then return true end
    used = used + 1
  end
  return used < slots
end

local function makeInventory(place, save)
  return {
    source = source,
    known = function(item) return Catalog.find(lists.items, item) end,
    fits = function(player, item, amount)
      if call('checkMaxItens', player, item, amount) == true then
        return false, 'O jogador já tem o máximo deste item'
      end
      if not slotFits(player, item) then return false end
      local used = tonumber(call('inventoryWeight', player))
      local max = tonumber(any({ 'getWeight', 'inventoryMaxWeight' }, player))
      local weight = tonumber(call('itemWeight', item))
      return not (used and max and weight) or used + weight * amount <= max
    end,
    -- The base's own count does not find an item under its longer name, so the inventory itself is counted.
    amount = function(player, item)
      local data = call('getDatatable', player)
      return type(data) == 'table' and (Datatable.items(data, item) or 0) or nil
    end,
    stored = function(player, item) return Datatable.items(Datatable.read(place, player), item) end,
    give = function(player, item, amount) call('generateItem', player, item, amount, true) end,
    save = save,
  }
end

--- v4 keeps the balance with the characters. Forks of v5 keep it in their own table, reached by functions with a
--- mode.
local function makeAccount(prefix)
  local separate = Schema.find(prefix .. 'bank', 'user_id', 'value', 'mode')
  local mode = separate and 'Private' or nil
  return {
    source = source,
    memory = false,
    read = function(player) return integer(call('getBank', player, mode)) end,
    give = function(player, amount) call('addBank', player, amount, mode) end,
    take = function(player, amount) call('delBank', player, amount, mode) end,
    entry = not separate and Schema.find(prefix .. 'characters', 'id', 'bank') or nil,
    id = 'id',
    column = 'bank',
  }
end

Vitrine.adapters.creative4 = function(context)
  local prefix = context.prefix or 'summerz_'
  local characters, accounts = Schema.find(prefix .. 'characters', 'id'), Schema.find(prefix .. 'accounts')
  local place, banneds = Datatable.locate(prefix .. 'playerdata', 'Datatable'), Schema.find(prefix .. 'banneds')
  if not characters or not place then return nil end
  local garage = Vitrine.Vehicles.locate(prefix .. 'vehicles')
  if garage then
    garage.spelling = function(vehicle) return Catalog.find(lists.vehicles, vehicle, true) end
  end
  local save = Family.saveInto(place, 'getDatatable')
  local parts = {
    group = groupPlan(place, save),
    account = makeAccount(prefix),
    inventory = makeInventory(place, save),
    garage = garage,
    unban = banneds and characters.cols.steam and Family.unbanBy(characters, 'steam', { entry = banneds }) or nil,
  }
  return {
    actions = Family.actions(parts),
    plate = garage ~= nil and garage.plate ~= nil,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(player)
      local data = Vitrine.JsonUtil.tab(call('getDatatable', player))
      return Vitrine.Items.bag(Vitrine.JsonUtil.tab(data.inventory), call('getBackpack', player))
    end,
    source = source,
    exists = Family.existsIn(characters),
    name = Family.nameIn(characters, 'id', 'name', 'name2'),
    online = function() return any({ 'userList', 'getUsers' }) end,
    discord = characters.cols.steam and Family.discordIn(characters, 'steam', accounts) or function() return nil end,
    notify = Family.notifyBy('sucesso'),
    events = { 'vRP:playerSpawn', 'playerConnect' },
    lists = lists,
  }
end
