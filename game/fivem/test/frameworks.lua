-- Bases of the vRP family, as far as the adapters use them, with their traps. `World` is the memory of a running
-- base: the test keeps it when the script restarts and drops it when the whole server restarts.
World = World or { sources = {}, groups = {}, bank = {}, wallet = {}, items = {}, silent = {}, full = {} }
local vRP = {}
local knownItems = { agua = 0.5, faca = 1.0 }
local knownGroups = { Vip = true, Ouro = true }

local function sql(statement, params) return exports.oxmysql:query_async(statement, params) end
local function src(id) return math.type(id) == 'integer' and World.sources[tostring(id)] or nil end
local function bag(id)
  World.items[tostring(id)] = World.items[tostring(id)] or {}
  return World.items[tostring(id)]
end
local function groups(id)
  World.groups[tostring(id)] = World.groups[tostring(id)] or {}
  return World.groups[tostring(id)]
end
local function give(id, item, amount)
  if World.full[tostring(id)] then return end
  bag(id)[item] = (bag(id)[item] or 0) + amount
  hostEffect('item')
end
local function userMap()
  local map = {}
  for id, source in pairs(World.sources) do map[math.tointeger(tonumber(id))] = source end
  return map
end

local families = {}
function families.vrp1()
  function vRP.getUserSource(id) return src(id) end
  function vRP.getUsers() return userMap() end
  function vRP.hasGroup(id, g) return groups(id)[g] ~= nil end
  function vRP.addUserGroup(id, g)
    if not src(id) or not knownGroups[g] then return end
    groups(id)[g] = true
    hostEffect('group')
  end
  function vRP.removeUserGroup(id, g)
    if not knownGroups[g] then error('unknown group') end
    groups(id)[g] = nil
  end
  function vRP.getBankMoney(id) return World.bank[tostring(id)] or 0 end
  function vRP.getMoney(id) return World.wallet[tostring(id)] or 0 end
  function vRP.setBankMoney(id, v) World.bank[tostring(id)] = v hostEffect('money') end
  function vRP.giveBankMoney(id, v)
    if not src(id) then return end
    World.bank[tostring(id)] = vRP.getBankMoney(id) + v
    hostEffect('money')
  end
  function vRP.getItemName(i) return i end
  function vRP.getItemWeight(i) return knownItems[i] or 0 end
  function vRP.getInventoryWeight(id) return World.full[tostring(id)] and 30 or 0 end
  function vRP.getInventoryMaxWeight() return 30 end
  function vRP.getInventoryItemAmount(id, i) return bag(id)[i] or 0 end
  vRP.giveInventoryItem = give
  function vRP.getUserDataTable(id)
    if not src(id) then return nil end
    local inventory = {}
    for item, amount in pairs(bag(id)) do inventory[item] = { amount = amount } end
    return { groups = groups(id), inventory = inventory }
  end
  function vRP.setUData(id, key, value)
    sql('UPDATE vrp_user_data SET dvalue = ? WHERE user_id = ? AND dkey = ?', { value, id, key })
  end
  function vRP.setBanned(id, banned) sql('UPDATE vrp_users SET banned = ? WHERE id = ?', { banned and 1 or 0, id }) end
end
function families.creative3()
  function vRP.getUserSource(id) return src(id) end
  function vRP.getUsers() return userMap() end
  function vRP.addBank(id, v) sql('UPDATE vrp_users SET bank = bank + ? WHERE id = ?', { v, id }) hostEffect('money') end
  function vRP.delBank(id, v) sql('UPDATE vrp_users SET bank = bank - ? WHERE id = ?', { v, id }) hostEffect('money') end
  function vRP.itemWeightList(i) return knownItems[i] or 0 end
  function vRP.computeInvWeight(id) return World.full[tostring(id)] and 30 or 0 end
  function vRP.getBackpack() return 30 end
  function vRP.getInventoryItemAmount(id, i) return bag(id)[i] or 0 end
  vRP.giveInventoryItem = give
  function vRP.getUserDataTable(id) return src(id) and { inventorys = bag(id) } or nil end
end
function families.creative4()
  local function saved(id)
    local row = sql("SELECT dvalue FROM summerz_playerdata WHERE user_id = ? AND dkey = 'Datatable'", { id })[1]
    return row and json.decode(row.dvalue)
  end
  function vRP.userSource(id) return src(id) end
  function vRP.userList() return userMap() end
  local function change(id, g, value)
    if src(id) then groups(id)[g] = value return end
    local data = saved(id)
    if not data or not data.inventory then return end
    data.permission = data.permission or {}
    data.permission[g] = value
    sql("UPDATE summerz_playerdata SET dvalue = ? WHERE user_id = ? AND dkey = 'Datatable'", { json.encode(data), id })
  end
  function vRP.setPermission(id, g) change(id, g, true) end
  function vRP.remPermission(id, g) change(id, g, nil) end
  function vRP.hasPermission(id, g) return groups(id)[g] ~= nil end
  function vRP.addBank(id, v)
    sql('UPDATE summerz_characters SET bank = bank + ? WHERE id = ?', { v, id })
    hostEffect('money')
  end
  function vRP.delBank(id, v) sql('UPDATE summerz_characters SET bank = bank - ? WHERE id = ?', { v, id }) end
  function vRP.getBackpack(id) return World.full[tostring(id)] and 0 or 25 end
  function vRP.getDatatable(id)
    if not src(id) then return nil end
    local inventory, n = {}, 0
    for item, amount in pairs(bag(id)) do
      n = n + 1
      inventory[tostring(n)] = { item = item, amount = amount }
    end
    return { permission = groups(id), inventory = inventory }
  end
  function vRP.checkMaxItens() return false end
  function vRP.itemAmount(id, i) return bag(id)[i] or 0 end
  function vRP.generateItem(id, item, amount)
    if not src(id) then error('offline') end
    give(id, item, amount)
  end
end
function families.creative_network()
  function vRP.Source(id) return src(id) or false end
  function vRP.Players() return userMap() end
  function vRP.HasPermission(id, g) return groups(id)[g] or false end
  function vRP.SetPermission(id, g, level) if knownGroups[g] then groups(id)[g] = level or 3 end end
  function vRP.RemovePermission(id, g) groups(id)[g] = nil end
  function vRP.GiveBank(id, v) sql('UPDATE characters SET Bank = Bank + ? WHERE id = ?', { v, id }) hostEffect('money') end
  function vRP.RemoveBank(id, v) sql('UPDATE characters SET Bank = Bank - ? WHERE id = ?', { v, id }) end
  function vRP.MaxItens() return false end
  function vRP.CheckWeight(id) return not World.full[tostring(id)] end
  function vRP.Inventory() return {} end
  function vRP.ItemAmount(id, i) return bag(id)[i] or 0 end
  function vRP.GenerateItem(id, item, amount) if src(id) then give(id, item, amount) end end
end

function Harness.startBase(name)
  if name == '' then return end
  families[name]()
  Harness.states.vrp, Harness.states.oxmysql = 'started', 'started'
  Harness.files['vrp/config/Item.lua'] = 'return { ["agua"] = {}, ["faca"] = {} }'
  AddEventHandler('SaveServer', function() World.saves = (World.saves or 0) + 1 end)
  AddEventHandler('vRP:proxy', function(fn, args, caller, rid)
    if World.silent[fn] then return end
    local answer = {}
    if vRP[fn] then
      local max = 0
      for k in pairs(args) do if math.type(k) == 'integer' and k > max then max = k end end
      answer = { vRP[fn](table.unpack(args, 1, max)) }
    end
    TriggerEvent('vRP:' .. caller .. ':proxy_res', rid, answer)
  end)
end
