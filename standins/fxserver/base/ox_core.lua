-- ox_core. Its exports give copies of what a class holds, and `CallPlayer` or `CallAccount` runs a method of it. Money and groups are
-- rows that it writes before it answers. It mostly answers a refusal with nothing. It saves a character's place and
-- health, never a bag.
-- [interface] overextended/ox_core b45605e server/classInterface.ts
-- [account] overextended/ox_core b45605e server/accounts/class.ts
-- [accounts] overextended/ox_core b45605e server/accounts/index.ts
-- [money] overextended/ox_core 09a02dd server/accounts/db.ts
-- [player] overextended/ox_core b45605e server/player/class.ts
-- [playerdb] overextended/ox_core b45605e server/player/db.ts
-- [playerindex] overextended/ox_core b45605e server/player/index.ts
-- [loading] overextended/ox_core b45605e server/player/loading.ts
-- [groups] overextended/ox_core b45605e server/groups/index.ts
-- [groupdb] overextended/ox_core b45605e server/groups/db.ts
-- [vehicle] overextended/ox_core b45605e server/vehicle/class.ts
-- [vehicledb] overextended/ox_core b45605e server/vehicle/db.ts
-- [vehicles] overextended/ox_core b45605e common/vehicles.ts
-- [inventory] overextended/ox_core b45605e server/bridge/ox_inventory.ts
local members, byUser, byChar, groups, accounts = {}, {}, {}, {}, {}

-- [groups] index.ts:56
-- The join leaves out a group without grades, and the grades are counted anew from 1 in the order of their rows.
local function loadGroups()
  groups = {}
  for _, one in ipairs(Standin.sql('SELECT o.name AS name, o.label AS label, o.type AS type, g.label AS title FROM ox_groups o '
    .. 'JOIN ox_group_grades g ON g.`group` = o.name ORDER BY o.name, g.grade', {})) do
    local group = groups[one.name] or { name = one.name, label = one.label, type = one.type, grades = {} }
    groups[one.name] = group
    group.grades[#group.grades + 1] = one.title
  end
end
loadGroups()
RegisterCommand('reloadgroups', loadGroups, true)

-- [groups] index.ts:16
local function groupsOfType(kind)
  local found = {}
  for name, group in pairs(groups) do if group.type == kind then found[#found + 1] = name end end
  return found
end
exports('GetGroupsByType', groupsOfType)

-- What an export gives of a player: its public fields. The groups are private.
local function copyOf(player)
  return player and {
    source = player.source, userId = player.userId, charId = player.charId, stateId = player.stateId, username = player.username,
    identifier = player.identifier, ped = 1,
  } or nil
end
local function number(value) return math.tointeger(tonumber(value)) end

local Player = {}
-- [player] class.ts:291
function Player.getGroups(self) return self.groups end
-- [player] class.ts:265
function Player.getGroup(self, name) return self.groups[name] end
-- [player] class.ts:212
function Player.setGroup(self, name, grade, force)
  if not self.charId then return false end
  local group, current = groups[name], self.groups[name]
  grade = number(grade) or 0
  if not group then return print('Failed to set group ' .. tostring(name) .. ' (invalid group)') end
  if current == grade then return nil end
  local function write(sql, params) return (Rows(sql, params).affectedRows or 0) == 1 end
  if grade == 0 then
    if not current then return nil end
    -- [groupdb] db.ts:61
    if not force and not write('DELETE FROM character_groups WHERE charId = ? AND name = ?', { self.charId, name }) then
      return nil
    end
    Standin.effect('ungroup', self.number, name, function() self.groups[name] = nil end)
  else
    if not group.grades[grade] then return print('Failed to set group ' .. name .. ' (invalid grade)') end
    if current then
      -- [groupdb] db.ts:54
      if not write('UPDATE character_groups SET grade = ? WHERE charId = ? AND name = ?', { grade, self.charId, name }) then
        return nil
      end
    else
      for _, other in ipairs(group.type and groupsOfType(group.type) or {}) do
        if self.groups[other] then return print('Failed to set group ' .. name .. ' (already has group of type)') end
      end
      -- [groupdb] db.ts:47
      if not write('INSERT INTO character_groups (charId, name, grade) VALUES (?, ?, ?)', { self.charId, name, grade }) then
        return nil
      end
    end
    Standin.effect('group', self.number, name .. ':' .. grade, function() self.groups[name] = grade end)
  end
  TriggerEvent('ox:setGroup', self.source, name, grade ~= 0 and grade or nil)
  return true
end
-- [playerdb] db.ts:46
function Player.save(self)
  if not self.charId then return nil end
  return Rows('UPDATE characters SET lastPlayed = NOW() WHERE charId = ?', { self.charId }).affectedRows
end
-- [player] class.ts:490
function Player.logout(self, save, dropped)
  if not self.charId then return end
  self.groups = {}
  TriggerEvent('ox:playerLogout', self.source, self.userId, self.charId)
  if save ~= false then Player.save(self) end
  if dropped then return end
  byChar[self.charId], self.charId = nil, nil
end

-- [interface] classInterface.ts:36
exports('GetPlayer', function(id) return copyOf(members[number(id)]) end)
-- [interface] classInterface.ts:42
exports('CallPlayer', function(id, method, ...)
  local player = members[number(id)]
  if not player then return print('cannot call method ' .. tostring(method) .. ' on OxPlayer (invalid id)') end
  if not Player[method] then return print('cannot call method ' .. tostring(method) .. ' (method does not exist)') end
  return Player[method](player, ...)
end)
-- [player] class.ts:658
exports('GetPlayerFromUserId', function(id) return copyOf(byUser[number(id)]) end)
-- [player] class.ts:659
exports('GetPlayerFromCharId', function(id) return copyOf(byChar[number(id)]) end)

-- [money] db.ts:31
-- As released (1.5.14, and in CommunityOx): two statements, so a server that dies between them has moved the money without its record.
-- Later code makes them one transaction.
local function updateBalance(id, amount, sign, overdraw, message)
  amount = number(amount)
  if not amount then return { success = false, message = 'amount_not_number' } end
  if amount <= 0 then return { success = false, message = 'invalid_amount' } end
  local row = Row('SELECT balance, owner FROM accounts WHERE id = ?', { id })
  if not row then return { success = false, message = 'no_balance' } end
  local balance, owner, change = number(row.balance), number(row.owner) or 0, sign * amount
  Wait(0)
  local guarded = sign < 0 and not overdraw
  local moved = Standin.effect('bank', owner, change, function()
    return Standin.sql('UPDATE accounts SET balance = balance + ? WHERE id = ?' .. (guarded and ' AND balance >= ?' or ''),
      guarded and { change, id, amount } or { change, id }).affectedRows
  end)
  if moved ~= 1 then return { success = false, message = 'insufficient_balance' } end
  Wait(0)
  local written = Standin.effect('record', owner, change, function()
    return Rows('INSERT INTO accounts_transactions (fromId, toId, amount, message, ' .. (sign < 0 and 'fromBalance' or 'toBalance')
      .. ') VALUES (' .. (sign < 0 and '?, NULL' or 'NULL, ?') .. ', ?, ?, ?)', { id, amount, message or 'deposit', balance + change })
      .affectedRows
  end)
  if written ~= 1 then return { success = false, message = 'something_went_wrong' } end
  TriggerEvent('ox:updatedBalance', { accountId = id, amount = amount, action = sign > 0 and 'add' or 'remove' })
  return { success = true }
end

local Account = {}
-- [account] class.ts:66
function Account.get(id, key)
  local row = Row('SELECT * FROM accounts WHERE id = ?', { id })
  return row and row[key]
end
-- [account] class.ts:88
function Account.addBalance(id, given) return updateBalance(id, given.amount, 1, false, given.message) end
-- [account] class.ts:95
function Account.removeBalance(id, given) return updateBalance(id, given.amount, -1, given.overdraw, given.message) end

-- [account] class.ts:40
local function getAccount(id)
  if accounts[id] then return accounts[id] end
  if not Row('SELECT id FROM accounts WHERE id = ?', { id }) then error('No account exists with accountId ' .. tostring(id) .. '.', 0) end
  accounts[id] = { accountId = id }
  return accounts[id]
end
-- [interface] classInterface.ts:36
exports('GetAccount', function(id) return getAccount(number(id)) end)
-- [interface] classInterface.ts:42
exports('CallAccount', function(id, method, ...)
  id = number(id)
  getAccount(id)
  if not Account[method] then return print('cannot call method ' .. tostring(method) .. ' (method does not exist)') end
  return Account[method](id, ...)
end)
-- [accounts] index.ts:19
exports('GetCharacterAccount', function(id)
  local row = Row('SELECT id FROM accounts WHERE owner = ? AND isDefault = 1', { id })
  return row and getAccount(number(row.id)) or nil
end)

-- [playerdb] db.ts:114
exports('GetCharIdFromStateId', function(stateId)
  local row = Row('SELECT charId FROM characters WHERE stateId = ?', { stateId })
  return row and row.charId
end)
-- [playerdb] db.ts:172
exports('UnbanUser', function(userId)
  return Rows('DELETE FROM banned_users WHERE userId = ?', { userId }).affectedRows
end)

-- [vehicles] vehicles.ts:22
exports('GetVehicleData', function(name)
  if name then return Vehicles[name] end
  return Vehicles
end)
local function letter() return string.char(math.random(65, 90)) end
-- [vehicle] class.ts:117
exports('GenerateVehicleVin', function(model)
  local one = Vehicles[model]
  if not one then error('generateVin received invalid VehicleData (invalid model)', 0) end
  while true do
    local vin = math.random(0, 9) .. string.upper(string.sub(one.make ~= '' and one.make or 'OX', 1, 2))
      .. string.upper(string.sub(one.name, 1, 2)) .. math.random(0, 9) .. letter() .. os.time()
    if not Row('SELECT id FROM vehicles WHERE vin = ?', { vin }) then return vin end
  end
end)
-- The city's pattern: a dot is a letter or a digit, A a letter, 1 a digit.
-- [vehicle] class.ts:142
exports('GenerateVehiclePlate', function(pattern)
  pattern = pattern or string.upper(GetConvar('ox:plateFormat', '........'))
  while true do
    local plate = string.gsub(pattern, '.', function(sign)
      if sign == 'A' or sign == '.' and math.random(2) == 1 then return letter() end
      if sign == '1' or sign == '.' then return tostring(math.random(0, 9)) end
      return sign
    end)
    if not Row('SELECT id FROM vehicles WHERE plate = ?', { plate }) then return plate end
  end
end)
-- [vehicledb] db.ts:15
Standin.sql('UPDATE vehicles SET `stored` = ? WHERE `stored` IS NULL', { GetConvar('ox:defaultVehicleStore', 'impound') })

-- [loading] loading.ts:11
-- [loading] loading.ts:110
local function join(src)
  local license
  for _, identifier in ipairs(GetPlayerIdentifiers(src)) do
    license = license or string.match(identifier, '^license2:(.+)$')
  end
  local row = Standin.sql('SELECT userId, username FROM users WHERE license2 = ?', { license })[1]
  if not row or byUser[number(row.userId)] then return nil end
  local player = {
    source = src, userId = number(row.userId), username = row.username, identifier = license, groups = {}, number = CitizenOf(src),
  }
  members[src], byUser[player.userId] = player, player
  return player
end
-- The person picks a character in a menu. Its number is set first. Other code finds the character by this number only after its rows
-- were read.
-- [player] class.ts:561
local function setActiveCharacter(player, charId)
  local row = Row('SELECT charId, stateId FROM characters WHERE charId = ? AND deleted IS NULL', { charId })
  if not row or player.charId then return end
  player.charId, player.stateId = charId, row.stateId
  for _, one in ipairs(Rows('SELECT name, grade FROM character_groups WHERE charId = ?', { charId })) do
    if groups[one.name] then player.groups[one.name] = number(one.grade) end
  end
  Wait(0)
  byChar[charId] = player
  TriggerEvent('ox:playerLoaded', player.source, player.userId, charId)
end
-- [loading] loading.ts:110
AddEventHandler('standin:joined', function() join(source) end)
-- [player] class.ts:561
AddEventHandler('standin:spawned', function()
  local src, charId = source, CitizenOf(source)
  local player = members[src] or join(src)
  if player then setActiveCharacter(player, charId) end
end)
-- [inventory] ox_inventory.ts:6
AddEventHandler('ox:playerLoaded', function(src)
  local player = members[src]
  if player and player.charId then TriggerEvent('standin:loadInventory', src, player.charId, player.charId) end
end)
-- [loading] loading.ts:120
AddEventHandler('playerDropped', function()
  local player = members[source]
  if not player then return end
  local charId = player.charId
  members[source], byUser[player.userId] = nil, nil
  if charId then byChar[charId] = nil end
  Player.logout(player, true, true)
end)
-- [playerindex] index.ts:12
AfterEvery(600000, function() for _, player in pairs(members) do Player.save(player) end end)

Standin.state(function(q)
  if q.id == nil then return nil end
  local player = byChar[q.id]
  if q.what == 'online' then return player ~= nil end
  if q.what == 'banned' then
    -- [playerdb] db.ts:126
    local row = Standin.sql('SELECT b.userId FROM user_tokens t JOIN banned_users b ON b.userId = t.userId '
      .. 'JOIN characters c ON c.userId = b.userId WHERE c.charId = ? AND (b.unban_at IS NULL OR b.unban_at > NOW())', { q.id })
    return row[1] ~= nil
  end
  if q.what == 'bank' then
    local row = Standin.sql('SELECT balance FROM accounts WHERE owner = ? AND isDefault = 1', { q.id })[1]
    return row and row.balance
  end
  if q.what == 'groups' then
    local found = {}
    for name, grade in pairs(player and player.groups or {}) do found[name .. ':' .. grade] = true end
    if player then return found end
    for _, one in ipairs(Standin.sql('SELECT name, grade FROM character_groups WHERE charId = ?', { q.id })) do
      found[one.name .. ':' .. number(one.grade)] = true
    end
    return found
  end
end)
