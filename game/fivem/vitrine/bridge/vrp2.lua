--- This file runs inside vRP 2, which offers other resources nothing but to load a script (`vRP.loadScript`). It offers the adapter
--- what it needs of the loaded characters, as one export of vRP. vRP loads a file once, until it is started again itself.
local calls = {}

--- The user who plays this character and has loaded it. The base keeps a user in `users_by_cid` after leaving, so both tables count.
local function ready(cid)
  local user = vRP.users_by_cid[cid]
  if user and vRP.users[user.id] == user and user.cid == cid and user:isReady() then return user end
  return nil
end

--- The source of a loaded character, and whether its person may be loading it now.
function calls.look(cid, account)
  local user = ready(cid)
  if user then return user.source, false end
  local person = account and vRP.users[account]
  return nil, person ~= nil and (person.cid == nil or person.cid == cid)
end

--- Which of these parts the city has: each may be switched off in `cfg/modules.lua`.
function calls.parts(names)
  local found = {}
  for _, name in ipairs(names) do found[name] = vRP.EXT[name] ~= nil end
  return found
end

--- The loaded characters with their sources.
function calls.online()
  local list = {}
  for _, user in pairs(vRP.users) do
    if user:isReady() then list[#list + 1] = { user.cid, user.source } end
  end
  return list
end

--- What the base saves of a loaded character.
function calls.data(cid)
  local user = ready(cid)
  return user and user.cdata or nil
end

function calls.move(cid, wallet, change)
  local user = ready(cid)
  if not user then return false, 'away' end
  local balance = wallet and user:getWallet() or user:getBank()
  if change < 0 and balance < -change then return false, 'short' end
  if wallet then user:setWallet(balance + change) else user:setBank(balance + change) end
  return true
end

function calls.group(cid, name, wanted)
  local user = ready(cid)
  if not user then return false end
  if wanted then user:addGroup(name) elseif user:hasGroup(name) then user:removeGroup(name) end
  return true
end

--- Whether a group is defined, and its gtype.
function calls.gtype(name)
  local group = vRP.EXT.Group.cfg.groups[name]
  return group ~= nil, group and group._config and group._config.gtype or nil
end

--- What the base makes of an item; nil where it knows none. Of one that lacks its arguments (`wbody`) its functions raise.
local function itemOf(fullid)
  local ok, item = pcall(vRP.EXT.Inventory.computeItem, vRP.EXT.Inventory, fullid)
  return ok and item or nil
end

function calls.item(fullid)
  return itemOf(fullid) ~= nil
end

function calls.fits(cid, fullid, amount)
  local user = ready(cid)
  return user ~= nil and user:tryGiveItem(fullid, amount, true, true) == true
end

function calls.give(cid, fullid, amount)
  local user = ready(cid)
  if not user then return false, 'away' end
  return user:tryGiveItem(fullid, amount, false, true) == true
end

--- A rented vehicle is taken away at the next load, so a sold one is no longer rented. 1 is parked, 0 is outside.
function calls.vehicle(cid, model, wanted)
  local user = ready(cid)
  if not user then return false end
  local vehicles = user:getVehicles()
  if wanted then vehicles[model] = vehicles[model] or 1 else vehicles[model] = nil end
  if user.cdata.rent_vehicles then user.cdata.rent_vehicles[model] = nil end
  return true
end

--- The base's own save, which waits for the database.
function calls.save(cid)
  local user = ready(cid)
  if user then user:save() end
end

--- Saved tables are msgpack; the script reads and writes them as hex digits.
function calls.unpack(hex)
  local data = msgpack.unpack((hex:gsub('%x%x', function(pair) return string.char(tonumber(pair, 16)) end)))
  return type(data) == 'table' and data or nil
end
function calls.pack(data)
  return (msgpack.pack(data):gsub('.', function(byte) return ('%02X'):format(byte:byte()) end))
end

function calls.groups()
  local list = {}
  for name, group in pairs(vRP.EXT.Group.cfg.groups) do
    list[#list + 1] = { name = name, label = group._config and group._config.title or nil }
  end
  return list
end
function calls.items()
  local list = {}
  for name in pairs(vRP.EXT.Inventory.items) do
    local item = itemOf(name)
    if item then list[#list + 1] = { name = name, label = item.name } end
  end
  return list
end
--- Models of the garages, each with its title.
function calls.vehicles()
  local list = {}
  for _, models in pairs(vRP.EXT.Garage.cfg.garage_types) do
    for name, vehicle in pairs(models) do
      if name ~= '_config' then list[#list + 1] = { name = name, label = vehicle[1] } end
    end
  end
  return list
end

exports('vitrine', function(name, ...)
  if not calls[name] then error('vitrine: ' .. tostring(name) .. ' is not there; start vrp again', 0) end
  return calls[name](...)
end)

--- Tells the script who comes and goes: the base's own events stay inside vRP.
local Events = class('Vitrine', vRP.Extension)
Events.event = {}
function Events.event.characterLoad(_, user)
  CreateThread(function()
    -- The character counts as loaded once all listeners of this event have run.
    for _ = 1, 100 do
      if user:isReady() then break end
      Wait(100)
    end
    TriggerEvent('vitrine:vrp2:loaded', user.source)
  end)
end
function Events.event.characterUnload(_, user)
  TriggerEvent('vitrine:vrp2:left', user.source)
end
vRP:registerExtension(Events)
