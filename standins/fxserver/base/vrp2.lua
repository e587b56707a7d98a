-- vRP 2. All data of a character is one table: in memory while it plays, otherwise msgpack in a row. Other resources may only load
-- a script into it. It saves every minute, and when somebody leaves. A user who left stays in `users_by_cid`.
-- [vrp] vRP-framework/vRP 8d35fdf vrp/vRP.lua
-- [shared] vRP-framework/vRP 8d35fdf vrp/vRPShared.lua
-- [user] vRP-framework/vRP 8d35fdf vrp/User.lua
-- [base] vRP-framework/vRP 8d35fdf vrp/base.lua
-- [utils] vRP-framework/vRP 8d35fdf vrp/lib/utils.lua
-- [money] vRP-framework/vRP 8d35fdf vrp/modules/money.lua
-- [group] vRP-framework/vRP 8d35fdf vrp/modules/group.lua
-- [inventory] vRP-framework/vRP 8d35fdf vrp/modules/inventory.lua
-- [garage] vRP-framework/vRP 8d35fdf vrp/modules/garage.lua
-- [login] vRP-framework/vRP 8d35fdf vrp/modules/login.lua
-- [state] vRP-framework/vRP 8d35fdf vrp/modules/player_state.lua
local MAX_WEIGHT, SAVE_MS = 30, 60000

-- A class as scripts of vRP use it.
class = setmetatable({}, {
  __call = function(_, name, parent)
    local made = { __name = name }
    made.__index = made
    return setmetatable(made, {
      __index = parent,
      __call = function(self, ...)
        local one = setmetatable({}, self)
        if self.__construct then self.__construct(one, ...) end
        return one
      end,
    })
  end,
})

local modules = {}
-- A file is loaded once.
-- [utils] utils.lua:15
function module(resource, path)
  local key = resource .. '/' .. path
  if modules[key] then return table.unpack(modules[key], 2, modules[key].n) end
  local code = LoadResourceFile(resource, path .. '.lua')
  if not code then error('resource file ' .. key .. '.lua not found', 0) end
  local fn, problem = load(code, '@' .. key .. '.lua')
  if not fn then error('error parsing module ' .. key .. ': ' .. problem, 0) end
  local results = table.pack(xpcall(fn, debug.traceback))
  if not results[1] then error('error loading module ' .. key .. ': ' .. tostring(results[2]), 0) end
  modules[key] = results
  return table.unpack(results, 2, results.n)
end
-- The only function of the proxy.
-- [base] base.lua:16
vRP.loadScript = module

vRP.users, vRP.users_by_source, vRP.users_by_cid, vRP.Extension = {}, {}, {}, class('Extension')
-- [shared] vRPShared.lua:89
vRP.EXT = {
  Group = { cfg = { groups = Groups } }, Garage = { cfg = { garage_types = Garages } }, Inventory = { items = {} }, Money = {},
}
for name, item in pairs(Items) do vRP.EXT.Inventory.items[name] = { name = Labels[name], weight = item.weight } end
-- The name of a weapon's body is made of the text behind the bar. Without such a text the function raises.
-- [state] player_state.lua:18
vRP.EXT.Inventory.items.wbody = { weight = 0.75, name = function(args) return 'Body ' .. string.gsub(args[2], 'WEAPON_', '') end }
local listeners = {}
-- [shared] vRPShared.lua:99
function vRP.registerExtension(_, extension)
  for name, cb in pairs(extension.event or {}) do
    listeners[name] = listeners[name] or {}
    table.insert(listeners[name], { extension = extension, cb = cb })
  end
end
-- [shared] vRPShared.lua:144
local function triggerEventSync(name, ...)
  for _, one in ipairs(listeners[name] or {}) do one.cb(one.extension, ...) end
end

-- [inventory] inventory.lua:567
function vRP.EXT.Inventory.computeItem(_, fullid)
  local args = {}
  for part in string.gmatch(fullid, '[^|]+') do args[#args + 1] = part end
  local item = vRP.EXT.Inventory.items[args[1] or '']
  if not item then return nil end
  return { name = type(item.name) == 'function' and item.name(args) or item.name, weight = item.weight }
end

local function tohex(data) return (string.gsub(data, '.', function(c) return string.format('%02X', string.byte(c)) end)) end
local function fromhex(hex) return (string.gsub(hex, '%x%x', function(c) return string.char(tonumber(c, 16)) end)) end
-- The value is made before the database is asked, so it lacks what changes during the query.
-- [vrp] vRP.lua:301
local function setCData(cid, key, value)
  Wait(0)
  Rows('REPLACE INTO vrp_character_data(character_id,dkey,dvalue) VALUES(@cid,@key,UNHEX(@value))',
    { cid = cid, key = key, value = tohex(value) })
end
-- [vrp] vRP.lua:305
local function getCData(cid, key)
  Wait(0)
  local row = Row('SELECT HEX(dvalue) AS dvalue FROM vrp_character_data WHERE character_id = @cid AND dkey = @key', { cid = cid, key = key })
  return row and row.dvalue ~= '' and fromhex(row.dvalue) or ''
end

local User = class('User')
-- [user] User.lua:38
function User:isReady() return self.cid and not self.loading_character end
-- [user] User.lua:42
function User:save()
  -- The person's own table is written first.
  Wait(0)
  if not self.loading_character then setCData(self.cid, 'vRP:datatable', msgpack.pack(self.cdata)) end
end
-- [money] money.lua:21
function User:getBank() return self.cdata.bank end
-- [money] money.lua:16
function User:getWallet() return self.cdata.wallet end
-- [money] money.lua:34
function User:setBank(amount)
  Standin.effect('bank', self.cid, amount - self.cdata.bank, function() self.cdata.bank = amount end)
end
-- [money] money.lua:26
function User:setWallet(amount)
  Standin.effect('wallet', self.cid, amount - self.cdata.wallet, function() self.cdata.wallet = amount end)
end
-- [group] group.lua:18
function User:hasGroup(name) return self.cdata.groups[name] ~= nil end
local function gtypeOf(name) return Groups[name] and Groups[name]._config and Groups[name]._config.gtype end
-- An unknown group is ignored.
-- [group] group.lua:27
function User:addGroup(name)
  if self:hasGroup(name) or not Groups[name] then return end
  local gtype = gtypeOf(name)
  Standin.effect('group', self.cid, name, function()
    for other in pairs(self.cdata.groups) do
      if gtype and gtypeOf(other) == gtype then self.cdata.groups[other] = nil end
    end
    self.cdata.groups[name] = true
  end)
end
-- [group] group.lua:66
function User:removeGroup(name)
  Standin.effect('ungroup', self.cid, name, function() self.cdata.groups[name] = nil end)
end
-- [inventory] inventory.lua:100
function User:getInventoryWeight()
  local weight = 0
  for name, amount in pairs(self.cdata.inventory) do
    local item = vRP.EXT.Inventory:computeItem(name)
    weight = weight + (item and item.weight or 0) * amount
  end
  return weight
end
-- [inventory] inventory.lua:25
function User:tryGiveItem(fullid, amount, dry)
  local item = amount > 0 and vRP.EXT.Inventory:computeItem(fullid)
  if not item or self:getInventoryWeight() + item.weight * amount > MAX_WEIGHT then return false end
  if not dry then
    Standin.effect('item', self.cid, { fullid, amount }, function()
      self.cdata.inventory[fullid] = (self.cdata.inventory[fullid] or 0) + amount
    end)
  end
  return true
end
-- [garage] garage.lua:18
function User:getVehicles() return self.cdata.vehicles end

-- Another character of the person: the old one is saved first. What is rented is gone at the next load.
-- [user] User.lua:81
-- [garage] garage.lua:605
function User:useCharacter(cid)
  if cid == self.cid or self.loading_character then return end
  if self.cid then
    triggerEventSync('characterUnload', self)
    vRP.users_by_cid[self.cid] = nil
    setCData(self.cid, 'vRP:datatable', msgpack.pack(self.cdata))
  end
  self.cid = cid
  vRP.users_by_cid[cid] = self
  self.loading_character = true
  self.cdata = {}
  local saved = getCData(cid, 'vRP:datatable')
  if #saved > 0 then self.cdata = msgpack.unpack(saved) end
  local cdata = self.cdata
  cdata.wallet, cdata.bank = cdata.wallet or 500, cdata.bank or 1000
  for _, key in ipairs({ 'groups', 'inventory', 'vehicles', 'rent_vehicles' }) do cdata[key] = cdata[key] or {} end
  for model in pairs(cdata.rent_vehicles) do cdata.vehicles[model] = nil end
  triggerEventSync('characterLoad', self)
  self.loading_character = false
end

local function accountOf(src)
  for _, identifier in ipairs(GetPlayerIdentifiers(src)) do
    local row = Standin.sql('SELECT user_id FROM vrp_user_ids WHERE identifier = ?', { identifier })[1]
    if row then return math.tointeger(row.user_id) end
  end
end
-- [vrp] vRP.lua:224
local function connectUser(src)
  local id = accountOf(src)
  if not id or vRP.users_by_source[src] then return vRP.users_by_source[src] end
  local user = User()
  user.source, user.id, user.loading_character = src, id, false
  vRP.users[id], vRP.users_by_source[src] = user, user
  return user
end
-- The person is there. The connection says which character plays.
-- [vrp] vRP.lua:347
AddEventHandler('standin:joined', function() connectUser(source) end)
-- [vrp] vRP.lua:250
AddEventHandler('standin:spawned', function()
  local cid = CitizenOf(source)
  local user = connectUser(source)
  if user then user:useCharacter(cid) end
end)
-- `users_by_cid` keeps whoever left.
-- [vrp] vRP.lua:272
AddEventHandler('playerDropped', function()
  local user = vRP.users_by_source[source]
  if not user then return end
  if user.cid then
    triggerEventSync('characterUnload', user)
    user:save()
  end
  vRP.users[user.id], vRP.users_by_source[user.source] = nil, nil
end)
-- [vrp] vRP.lua:339
AfterEvery(SAVE_MS, function() for _, user in pairs(vRP.users) do if user.cid then user:save() end end end)

local function playing(cid)
  local user = vRP.users_by_cid[cid]
  return user and vRP.users[user.id] == user and user.cid == cid and user or nil
end
-- Gives an item of any weight, for people and tests.
-- [inventory] inventory.lua:25
vRP.giveInventoryItem = function(cid, item, amount)
  local bag = playing(cid) and playing(cid).cdata.inventory
  if bag then bag[item] = (bag[item] or 0) + amount end
end
-- [inventory] inventory.lua:55
vRP.tryGetInventoryItem = function(cid, item, amount)
  local bag = playing(cid) and playing(cid).cdata.inventory
  if bag then bag[item] = (bag[item] or 0) > amount and bag[item] - amount or nil end
end

Standin.state(function(q)
  if q.id == nil then return nil end
  local user = playing(q.id)
  if q.what == 'online' then return user ~= nil and user:isReady() == true end
  if q.what == 'banned' then
    -- [login] login.lua:103
    local row = Standin.sql('SELECT l.ban_end AS ban_end FROM vrp_login_users l JOIN vrp_characters c ON c.user_id = l.user_id '
      .. 'WHERE c.id = ?', { q.id })[1]
    return row ~= nil and os.time() < row.ban_end
  end
  local data = q.what ~= 'row' and user and user.cdata
  if not data then
    local row = Standin.sql("SELECT HEX(dvalue) AS dvalue FROM vrp_character_data WHERE character_id = ? AND dkey = 'vRP:datatable'",
      { q.id })[1]
    data = row and msgpack.unpack(fromhex(row.dvalue)) or {}
  end
  if q.what == 'bank' then return data.bank end
  if q.what == 'groups' then return data.groups end
  if q.what == 'row' then return data end
  if q.what == 'items' then
    local items = {}
    for name, amount in pairs(data.inventory or {}) do items[name] = { amount = amount } end
    return items
  end
end)
