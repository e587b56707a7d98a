--- vRP 2. A loaded character lives in memory, and the base saves it on request. Of a character who is away the saved table, which is
--- msgpack in one row, is compared and replaced. The base keeps no plates. Its ids are those of characters.
local Core, Outcome, Schema, Sql, integer = Vitrine.Core, Vitrine.Outcome, Vitrine.Schema, Vitrine.Sql, Vitrine.Proxy.integer
local Family, JsonRow, JsonUtil, Toggle = Vitrine.Family, Vitrine.JsonRow, Vitrine.JsonUtil, Vitrine.Toggle

local core, bridge = 'vrp', 'bridge/vrp2'

local function call(name, ...) return Core.call(core, 'vitrine', name, ...) end

--- Loads the bridge into the base, if it is not there yet. Raises `framework_missing` where the base does not take it.
local function connect()
  if Core.ask(core, 'vitrine', 'online') then return end
  Vitrine.Proxy.call('loadScript', Vitrine.resource, bridge)
  if not Core.ask(core, 'vitrine', 'online') then
    Outcome.raise('framework_missing', 'O vRP não carregou o arquivo bridge/vrp2.lua do script')
  end
end

local function sourceIn(characters)
  return function(cid)
    local account = integer(Family.cell(characters, 'id', 'user_id', cid))
    local found, entering = call('look', cid, account)
    return integer(found), entering == true
  end
end

--- The saved table of a character.
local function placeOf(data)
  return {
    entry = data, id = 'character_id', column = 'dvalue', key = { 'dkey', 'vRP:datatable' },
    codec = { decode = function(hex) return call('unpack', hex) end, encode = function(value) return call('pack', value) end },
  }
end

local unsaved = 'O personagem ainda não foi salvo pela base; será entregue quando ele entrar'

--- Changes the saved table of a character who is away.
local function change(place, source, cid, edit)
  local data, text = JsonRow.read(place, cid)
  if type(data) ~= 'table' then Outcome.raise('player_offline', unsaved) end
  edit(data)
  JsonRow.write(place, cid, data, text)
  Core.mustBeAway(source, cid)
end

local function part(data, name)
  data[name] = type(data[name]) == 'table' and data[name] or {}
  return data[name]
end

local function makeAccount(place, source)
  local wallet = Vitrine.Settings.get('MoneyAccount') == 'wallet'
  local field = wallet and 'wallet' or 'bank'
  local function move(cid, amount)
    local done, reason = call('move', cid, wallet, amount)
    if done then return end
    if reason == 'short' then Outcome.raise('insufficient_funds') end
    Outcome.raise('player_offline', 'O jogador saiu durante a entrega')
  end
  return {
    source = source, memory = true, row = place, field = field,
    read = function(cid) return integer(JsonUtil.tab(call('data', cid))[field]) end,
    give = function(cid, amount) move(cid, amount) end,
    take = function(cid, amount) move(cid, -amount) end,
    save = function(cid) call('save', cid) end,
  }
end

--- An action on money: a character that was never saved has none before it enters.
local function saved(action, place, source)
  return function(job)
    if not source(job.player) and not select(2, JsonRow.read(place, job.player)) then return Outcome.new('player_offline', unsaved) end
    return action(job)
  end
end

local function makeInventory(place, source)
  local function amountIn(data, item)
    return integer(JsonUtil.tab(JsonUtil.tab(data).inventory)[item]) or 0
  end
  return {
    source = source,
    known = function(item) return call('item', item) == true end,
    fits = function(cid, item, amount) return call('fits', cid, item, amount) == true end,
    amount = function(cid, item)
      local data = call('data', cid)
      return data and amountIn(data, item) or nil
    end,
    stored = function(cid, item) return amountIn((JsonRow.read(place, cid)), item) end,
    give = function(cid, item, amount)
      local done, reason = call('give', cid, item, amount)
      if done then return end
      Outcome.raise(reason == 'away' and 'player_offline' or 'inventory_full')
    end,
    save = function(cid) call('save', cid) end,
  }
end

--- Groups of one gtype push each other out. Taking one may name the one that is still owed (`instead`).
local function groupPlan(job, wanted, place, source)
  local cid, group, instead = job.player, job.args.group, job.args.instead
  local given, taken = wanted and group or instead, not wanted and group or nil
  if given and not call('gtype', given) then
    return Outcome.new('invalid_group', ('O grupo %s não existe na cidade: confira o produto'):format(given))
  end
  local _, gtype = call('gtype', group)
  local function groupsOf(data) return JsonUtil.tab(JsonUtil.tab(data).groups) end
  local function now()
    return groupsOf(source(cid) and call('data', cid) or (JsonRow.read(place, cid)))
  end
  local function siblings(list, of)
    local found = {}
    for name in pairs(list) do
      local _, other = call('gtype', name)
      if of and other == of then found[#found + 1] = name end
    end
    table.sort(found)
    return found
  end
  local function right(list)
    if not given then return list[group] == nil end
    return list[given] ~= nil and not (taken and taken ~= given and list[taken] ~= nil)
  end
  return Toggle.plan({
    wanted = true,
    has = function() return right(now()) end,
    act = function()
      if source(cid) then
        if taken then call('group', cid, taken, false) end
        if given then call('group', cid, given, true) end
        return
      end
      change(place, source, cid, function(data)
        local list = part(data, 'groups')
        if taken then list[taken] = nil end
        if not given then return end
        local _, own = call('gtype', given)
        for _, name in ipairs(siblings(list, own)) do list[name] = nil end
        list[given] = true
      end)
    end,
    proof = function()
      return {
        key = 'player ' .. cid, save = function() call('save', cid) end,
        shown = function() return right(groupsOf((JsonRow.read(place, cid)))) end,
      }
    end,
    already = wanted and 'already_owned' or instead and 'ok' or 'not_owned',
    failed = 'adapter_error',
    place = gtype and 'gtype:' .. gtype or 'group:' .. group,
    held = function()
      local list = now()
      return list[group] and group or gtype and siblings(list, gtype)[1] or nil
    end,
  })
end

--- A vehicle is a model in the saved table: 1 is parked, 0 is outside. One that is only rented is not owned.
local function vehiclePlan(job, wanted, place, source, spelling)
  local cid, vehicle = job.player, job.args.vehicle
  local own = spelling(vehicle)
  if wanted and own == false then
    return Outcome.new('invalid_vehicle', ('O veículo %s não existe na cidade: confira o produto'):format(vehicle))
  end
  if type(own) == 'string' then vehicle = own end
  local function owns(data)
    local one = JsonUtil.tab(data)
    return JsonUtil.tab(one.vehicles)[vehicle] ~= nil and JsonUtil.tab(one.rent_vehicles)[vehicle] == nil
  end
  return Toggle.plan({
    wanted = wanted,
    has = function() return owns(source(cid) and call('data', cid) or (JsonRow.read(place, cid))) end,
    act = function()
      if source(cid) then return call('vehicle', cid, vehicle, wanted) end
      change(place, source, cid, function(data)
        part(data, 'vehicles')[vehicle] = wanted and (data.vehicles[vehicle] or 1) or nil
        part(data, 'rent_vehicles')[vehicle] = nil
      end)
    end,
    proof = function()
      return {
        key = 'player ' .. cid, save = function() call('save', cid) end,
        shown = function() return owns((JsonRow.read(place, cid))) == wanted end,
      }
    end,
    already = wanted and 'already_owned' or 'not_owned',
    failed = 'adapter_error',
    place = wanted and 'vehicle:' .. vehicle:lower() or nil,
    held = function()
      return owns(source(cid) and call('data', cid) or (JsonRow.read(place, cid))) and vehicle or nil
    end,
  })
end

local function unbanBy(characters)
  local bans = Schema.find('vrp_login_users', 'user_id', 'ban_end')
  return bans and function(job)
    local account = integer(Family.cell(characters, 'id', 'user_id', job.player))
    if not account then return Outcome.new('player_not_found') end
    return Toggle.plan({
      wanted = false,
      has = function() return (integer(Family.cell(bans, 'user_id', 'ban_end', account)) or 0) > os.time() end,
      act = function()
        Sql.execute(('UPDATE %s SET %s = 0 WHERE %s = ?'):format(Schema.quote(bans), Schema.col(bans, 'ban_end'),
          Schema.col(bans, 'user_id')), { account })
      end,
      already = 'not_banned',
      failed = 'adapter_error',
    })
  end or nil
end

Vitrine.adapters.vrp2 = function()
  local characters = Schema.find('vrp_characters', 'id', 'user_id')
  local data = Schema.find('vrp_character_data', 'character_id', 'dkey', 'dvalue')
  if not characters or not data then return nil end
  connect()
  local place, source = placeOf(data), sourceIn(characters)
  local ids = Schema.find('vrp_user_ids', 'identifier', 'user_id')
  local spelling = Vitrine.Vehicles.spellingIn(function()
    local models = {}
    for _, one in ipairs(JsonUtil.tab(call('vehicles'))) do models[one.name] = true end
    return models
  end)
  local has = call('parts', { 'Group', 'Money', 'Inventory', 'Garage' })
  local parts = {
    group = has.Group and function(job, wanted) return groupPlan(job, wanted, place, source) end or nil,
    account = has.Money and makeAccount(place, source) or nil,
    inventory = has.Inventory and makeInventory(place, source) or nil, unban = unbanBy(characters),
  }
  local actions = Family.actions(parts)
  for _, name in ipairs({ 'add_money', 'remove_money' }) do
    actions[name] = actions[name] and saved(actions[name], place, source)
  end
  if has.Garage then
    actions.add_vehicle = function(job) return vehiclePlan(job, true, place, source, spelling) end
    actions.remove_vehicle = function(job) return vehiclePlan(job, false, place, source, spelling) end
  end
  return {
    actions = actions,
    read = Family.read(parts),
    proofs = Family.proofs(parts),
    bag = function(cid) return JsonUtil.encode(JsonUtil.tab(JsonUtil.tab(call('data', cid)).inventory)) end,
    source = source,
    exists = function(cid) return Family.cell(characters, 'id', 'id', cid) ~= nil end,
    name = Family.nameIn(Schema.find('vrp_character_identities', 'character_id'), 'character_id', 'firstname', 'name'),
    online = function()
      local users = {}
      for _, one in ipairs(JsonUtil.tab(call('online'))) do users[integer(one[1])] = integer(one[2]) end
      return users
    end,
    discord = function(cid)
      local account = integer(Family.cell(characters, 'id', 'user_id', cid))
      local row = account and ids and Sql.first(("SELECT %s AS identifier FROM %s WHERE %s = ? AND %s LIKE 'discord:%%'"):format(
        Schema.col(ids, 'identifier'), Schema.quote(ids), Schema.col(ids, 'user_id'), Schema.col(ids, 'identifier')), { account })
      return row and row.identifier
    end,
    instead = true,
    events = { 'vitrine:vrp2:loaded' },
    lists = {
      groups = has.Group and { closed = true, entries = function() return call('groups') end } or nil,
      -- Items with arguments (`wbody|WEAPON_PISTOL`) are made of one of these, so the items are not all.
      items = has.Inventory and { closed = false, entries = function() return call('items') end } or nil,
      vehicles = has.Garage and { closed = true, entries = function() return call('vehicles') end } or nil,
    },
  }
end
