--- Finds the city's base by its started resources and then by its tables. Waits while the base is still starting.
local Schema, Sql, Settings, Outcome = Vitrine.Schema, Vitrine.Sql, Vitrine.Settings, Vitrine.Outcome
local Detect = {
  name = 'starting', version = nil, adapter = nil, code = 'framework_missing', settled = false,
  --- The base's resource: while it is away, nothing starts.
  resource = 'vrp',
}

--- Bases of other families, by their resource. Those without an adapter here get only commands, unless one in
--- adapters/custom offers more. Qbox answers to the name of QBCore too, so it comes first.
local others = {
  { 'qbx_core', 'qbox' }, { 'qb-core', 'qbcore' }, { 'es_extended', 'esx' }, { 'nyo_modules', 'nyo' },
  { 'ox_core', 'ox_core' },
}

local function prefixOfV4()
  local found
  for name in pairs(Schema.tables) do
    local prefix = name:match('^(.+_)characters$')
    if prefix and Schema.find(prefix .. 'vehicles', 'user_id') and Schema.find(prefix .. 'playerdata') then
      -- The usual prefix wins if a base has tables of two generations.
      if not found or prefix == 'summerz_' then found = prefix end
    end
  end
  return found
end

local function generation()
  if Schema.find('characters') and Schema.find('vehicles', 'passport') then return 'creative_network' end
  if Schema.find('vrp_characters', 'id', 'user_id') and Schema.find('vrp_character_data', 'character_id') then return 'vrp2' end
  local prefix = prefixOfV4()
  if prefix then return 'creative4', prefix end
  if Schema.find('vrp_infos') and Schema.find('vrp_permissions') then return 'creative3' end
  if Schema.find('vrp_user_data') and Schema.find('vrp_user_moneys') then return 'vrp1' end
  return nil
end

--- vRPex is vRP 1 with more columns for vehicles.
local function displayName(name)
  if name ~= 'vrp1' then return name end
  local vehicles = Schema.find('vrp_user_vehicles')
  for column in pairs(vehicles and vehicles.cols or {}) do
    if column ~= 'user_id' and column ~= 'vehicle' then return 'vrpex' end
  end
  return name
end

local function use(name, adapter, version)
  Detect.name, Detect.adapter, Detect.version, Detect.code, Detect.settled = name, adapter, version, nil, true
end

local function wait(name, code)
  Detect.name, Detect.adapter, Detect.code, Detect.settled = name, nil, code, false
end

local function started(resource)
  return GetResourceState(resource) == 'started'
end

local function build(name, prefix)
  local builder = Vitrine.adapters[name]
  if not builder then
    Vitrine.Log.every('framework', 300, ('Config.Framework = "%s" não existe; confira o config.lua'):format(name))
    return wait(name, 'framework_missing')
  end
  local adapter = builder({ prefix = prefix })
  if not adapter then
    Vitrine.Log.every('framework', 300, ('As tabelas da base %s não foram encontradas no banco de dados'):format(name))
    return wait(name, 'framework_missing')
  end
  use(displayName(name), adapter, GetResourceMetadata(Detect.resource, 'version', 0))
end

--- Opens the database and forgets what an earlier start of the base was like.
local function openDatabase()
  if not Sql.choose() then return false end
  Schema.load()
  Sql.openMarkers()
  Vitrine.Proxy.forget()
  Vitrine.Catalog.forget()
  return true
end

local function onlyCommands(resource, name)
  use(name, Vitrine.adapters.standalone({}), GetResourceMetadata(resource, 'version', 0))
end

--- A base of another family. Without its tables, or without any database, it gets commands, as one without an adapter.
local function fromResource(resource, name)
  Detect.resource = resource
  if not Vitrine.adapters[name] then return onlyCommands(resource, name) end
  if not openDatabase() then
    if GetResourceState('oxmysql') == 'starting' then return wait(name, 'db_unavailable') end
    return onlyCommands(resource, name)
  end
  local adapter = Vitrine.adapters[name]({})
  if adapter then return use(name, adapter, GetResourceMetadata(resource, 'version', 0)) end
  Vitrine.Log.every('framework', 300, ('As tabelas da base %s não foram encontradas no banco de dados: só comandos serão '
    .. 'executados'):format(name))
  onlyCommands(resource, name)
end

local function fromDatabase(wanted)
  if not openDatabase() then return wait('vrp', 'db_unavailable') end
  local name, prefix = generation()
  if wanted ~= 'auto' then name, prefix = wanted, prefixOfV4() end
  if name then return build(name, prefix) end
  Vitrine.Log.every('framework', 300, 'vRP encontrado, mas as tabelas não são de uma base conhecida: só comandos '
    .. 'serão executados. Um adaptador em adapters/custom resolve.')
  use('vrp', Vitrine.adapters.standalone({}), nil)
end

local function look()
  local wanted = Settings.get('Framework')
  Detect.resource = 'vrp'
  if wanted == 'standalone' then return use('standalone', Vitrine.adapters.standalone({}), nil) end
  for _, other in ipairs(others) do
    local named = wanted == other[2] and Vitrine.adapters[wanted] ~= nil
    if (wanted == 'auto' or named) and started(other[1]) then return fromResource(other[1], other[2]) end
    if named then return wait(other[2], 'framework_missing') end
  end
  if wanted == 'auto' then
    if GetResourceState('vrp') == 'missing' then
      for _, other in ipairs(others) do
        if GetResourceState(other[1]) == 'starting' then
          Detect.resource = other[1]
          return wait(other[2], 'framework_missing')
        end
      end
      return use('standalone', Vitrine.adapters.standalone({}), nil)
    end
  end
  if not started('vrp') and (wanted == 'auto' or wanted:match('^vrp') or wanted:match('^creative')) then
    return wait('vrp', 'framework_missing')
  end
  return fromDatabase(wanted)
end

--- Looks once. Must be called from a thread; never raises.
---@return boolean settled
function Detect.look()
  local state, problem = Vitrine.Guard.run(15000, look)
  if state == 'timeout' then wait('vrp', 'timeout') end
  if state == 'error' then
    local outcome = Outcome.fromError(problem)
    wait('vrp', outcome.code)
    Vitrine.Log.every('detect', 300, 'A base ainda não pode ser usada: ' .. outcome.message)
  end
  return Detect.settled
end

--- The base was stopped: nothing may start until it is back.
function Detect.lost()
  wait(Detect.name, 'framework_missing')
end

--- The adapter. Raises the reason if there is none.
---@return VitrineAdapter
function Detect.require()
  if not Detect.adapter then Outcome.raise(Detect.code or 'framework_missing') end
  return Detect.adapter
end

--- What this server can do, for the hello.
---@return table
function Detect.capabilities()
  local both = { online = true, offline = true }
  -- Some entries are no actions. `own:…`: what other resources offer for `run_action` (server/own_actions.lua).
  -- `who`: the script answers the checkout's questions (server/people.lua). `arguments`:
  -- commands arrive as lists of arguments (server/command_line.lua). `in_order`: several deliveries of one player may
  -- arrive together (server/queue.lua). `instead`: a group that is taken may name the one that takes its place.
  -- `names`: names of groups may hold spaces and accents. `identity`: players may be known by texts. `plate`: a vehicle
  -- may come with its plate, if the base keeps plates.
  local list = {
    execute_command = both, run_action = both, who = both, arguments = both, in_order = both, names = both,
    identity = both,
  }
  local plates = Detect.adapter ~= nil and Detect.adapter.plate == true
  list.plate = { online = plates, offline = plates }
  for _, name in ipairs(Vitrine.OwnActions.names()) do list['own:' .. name] = both end
  for action in pairs(Detect.adapter and Detect.adapter.actions or {}) do
    list[action] = { online = true, offline = action ~= 'add_item' }
  end
  if Detect.adapter and Detect.adapter.instead then list.instead = both end
  return list
end

Vitrine.Detect = Detect
