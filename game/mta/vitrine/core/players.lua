--- Who is in the city, by the id that the owner chose: the account of MTA, or a number in the element data.
local Text, Outcome, Settings = Vitrine.Text, Vitrine.Outcome, Vitrine.Settings
local Players = { onLoaded = nil }

--- When each player logged in, in ms. Whoever was there before the script has no time here and counts at once.
local loggedInAt = {}
--- Players whose number a client wrote. MTA lets a client write element data, so such a number may be another's.
local forged = {}

--- The account's name of a player who is logged in, if Vitrine can know it: a name with spaces or accents cannot be typed
--- at a checkout.
---@param player userdata
---@return string|nil
function Players.accountOf(player)
  local account = getPlayerAccount(player)
  if not account or isGuestAccount(account) then return nil end
  local name = Text.str(getAccountName(account))
  return name and Vitrine.Arguments.isAccount(name) and name or nil
end

local function numberOf(player)
  if forged[player] then return nil end
  local value = Text.int(getElementData(player, Settings.get('CityIdKey')))
  local text = value and ('%.0f'):format(value)
  return text and Vitrine.Arguments.isCityId(text) and text or nil
end

--- The key of a player who is logged in: `17`, or `mta_account:Ana`.
---@param player userdata
---@return string|nil
function Players.keyOf(player)
  local account = Players.accountOf(player)
  if not account then return nil end
  if Settings.kind() == 'city_id' then return numberOf(player) end
  return 'mta_account:' .. account
end

--- Whether the player's own data is there: gamemodes load it a while after the login.
local function isLoaded(player)
  local at = loggedInAt[player]
  return not at or getTickCount() - at >= Settings.get('LoginSeconds') * 1000
end

local function here()
  local list = {}
  for _, player in ipairs(getElementsByType('player') or {}) do
    local key = Players.keyOf(player)
    if key then list[#list + 1] = { key = key, player = player } end
  end
  return list
end

--- The player with this key whose data is loaded; nil if away. The second value is true while it is being loaded. Raises
--- `player_ambiguous` if two have the same number.
---@param key string
---@return userdata|nil player
---@return boolean entering
function Players.find(key)
  local found
  for _, one in ipairs(here()) do
    if one.key == key then
      if found then Outcome.raise('player_ambiguous') end
      found = one.player
    end
  end
  if found and not isLoaded(found) then return nil, true end
  return found, false
end

--- As `find`, but raises `player_offline` for somebody who is away.
---@param key string
---@return userdata
function Players.need(key)
  local player, entering = Players.find(key)
  if player then return player end
  if entering then Outcome.raise('player_offline', 'O jogador está entrando na cidade; será entregue em seguida') end
  return Outcome.raise('player_offline')
end

--- The account's name of a job. An account is known also while its player is away; a number only while the player is here,
--- or where an interrupted run wrote it down. Raises `player_not_found` for an account that does not exist, and
--- `player_offline`.
---@param job table
---@return string
function Players.accountFor(job)
  local key = job.key
  if job.account then return job.account end
  if Settings.kind() == 'city_id' then
    return Players.accountOf(Players.need(key)) or Outcome.raise('player_offline')
  end
  local name = key:match('^mta_account:(.+)$')
  if not name or not getAccount(name) then
    Outcome.raise('player_not_found', 'Esta conta não existe no servidor; confira as letras maiúsculas e minúsculas')
  end
  return name
end

--- The keys of the players who are loaded, at most `max`, each once.
---@param max integer
---@return string[]
function Players.told(max)
  local keys, named = {}, {}
  for _, one in ipairs(here()) do
    if #keys < max and not named[one.key] and isLoaded(one.player) then
      named[one.key] = true
      keys[#keys + 1] = one.key
    end
  end
  table.sort(keys)
  return keys
end

--- How many people are on the server, and how many it takes.
---@return table
function Players.count()
  return { online = #(getElementsByType('player') or {}), max = getMaxPlayers() or 0 }
end

local function loaded()
  if Players.onLoaded then Players.onLoaded() end
end

addEventHandler('onPlayerLogin', root, function()
  loggedInAt[source] = getTickCount()
  Vitrine.later(Settings.get('LoginSeconds') * 1000 + 50, loaded)
end)

addEventHandler('onPlayerLogout', root, function()
  loggedInAt[source] = nil
end)

addEventHandler('onPlayerQuit', root, function()
  loggedInAt[source], forged[source] = nil, nil
end)

addEventHandler('onElementDataChange', root, function(key)
  if key ~= Settings.get('CityIdKey') or Settings.kind() ~= 'city_id' then return end
  if getElementType(source) ~= 'player' then return end
  -- MTA sets `client` where the change came over the network.
  forged[source] = client and true or nil
  if client then
    return Vitrine.Log.every('forged', 60, ('O jogador %s trocou o próprio %s pelo cliente: nada é entregue a ele por este '
      .. 'número. Veja "Cuidados" no LEIA-ME.txt.'):format(Text.clean(getPlayerName(source) or '?', 40), key))
  end
  loaded()
end)

Vitrine.Players = Players
