--- SQL through the city's driver. Statements use `?`; names of tables and columns come only from information_schema.
local Outcome, Settings = Vitrine.Outcome, Vitrine.Settings
local Sql = { driver = nil, marking = false }

local prepared = {}

--- `?` as named parameters, for drivers without lists of parameters.
local function withNames(statement, params, prefix)
  local values, count = {}, 0
  local text = statement:gsub('%?', function()
    count = count + 1
    values[prefix .. 'p' .. count] = params[count]
    return '@p' .. count
  end)
  return text, values
end

local function callback(start)
  local values = Vitrine.Guard.await(10000, start)
  if not values then Outcome.unknown('timeout', 'O banco de dados não respondeu') end
  return values[1]
end

local function affected(result)
  if type(result) == 'table' then result = result.affectedRows end
  return Vitrine.Proxy.integer(result) or 0
end

local spellings = { { prepare = 'prepare', query = 'query' }, { prepare = 'Prepare', query = 'Query' } }

--- Creative Network writes its functions with capitals. The name that answers a trivial query is the right one.
local function vrpNames()
  if Sql.vrpNames then return Sql.vrpNames end
  for _, names in ipairs(spellings) do
    Vitrine.Proxy.call(names.prepare, 'vitrine/ping', 'SELECT 1 AS one')
    local rows = Vitrine.Proxy.call(names.query, 'vitrine/ping', {})
    if type(rows) == 'table' and rows[1] then
      Sql.vrpNames = names
      return names
    end
  end
  Outcome.raise('db_unavailable')
end

local function throughVrp(statement, params)
  local names = vrpNames()
  local text, values = withNames(statement, params, '')
  local key = 'vitrine/' .. Vitrine.Sha256.hex(text):sub(1, 16)
  if not prepared[key] then
    Vitrine.Proxy.call(names.prepare, key, text)
    prepared[key] = true
  end
  return Vitrine.Proxy.call(names.query, key, values)
end

--- Each driver has query -> rows, execute -> affected rows, and perhaps transaction(list of { sql, params }) ->
--- boolean.
local drivers = {
  oxmysql = {
    query = function(statement, params) return exports.oxmysql:query_async(statement, params) end,
    execute = function(statement, params) return affected(exports.oxmysql:update_async(statement, params)) end,
    transaction = function(list)
      local queries = {}
      for index, one in ipairs(list) do queries[index] = { query = one[1], values = one[2] } end
      return exports.oxmysql:transaction_async(queries)
    end,
  },
  ghmattimysql = {
    query = function(statement, params)
      local text, values = withNames(statement, params, '@')
      return callback(function(finish) exports.ghmattimysql:execute(text, values, finish) end)
    end,
    transaction = function(list)
      local queries = {}
      for index, one in ipairs(list) do
        local text, values = withNames(one[1], one[2], '@')
        queries[index] = { query = text, values = values }
      end
      return callback(function(finish) exports.ghmattimysql:transaction(queries, finish) end)
    end,
  },
  GHMattiMySQL = {
    query = function(statement, params)
      local text, values = withNames(statement, params, '@')
      return callback(function(finish) exports.GHMattiMySQL:QueryResultAsync(text, values, finish) end)
    end,
    execute = function(statement, params)
      local text, values = withNames(statement, params, '@')
      return affected(callback(function(finish) exports.GHMattiMySQL:QueryAsync(text, values, finish) end))
    end,
  },
  ['mysql-async'] = {
    query = function(statement, params)
      local text, values = withNames(statement, params, '@')
      return callback(function(finish) exports['mysql-async']:mysql_fetch_all(text, values, finish) end)
    end,
    execute = function(statement, params)
      local text, values = withNames(statement, params, '@')
      return affected(callback(function(finish) exports['mysql-async']:mysql_execute(text, values, finish) end))
    end,
  },
  vrp = {
    query = function(statement, params) return (throughVrp(statement, params)) end,
    execute = function(statement, params)
      local rows, count = throughVrp(statement, params)
      return affected(count or rows)
    end,
  },
}
local order = { 'oxmysql', 'ghmattimysql', 'GHMattiMySQL', 'mysql-async', 'vrp' }

--- Chooses the driver: the owner's, or the first one that is started; nil if none is.
---@return string|nil
function Sql.choose()
  local wanted = Settings.get('Database')
  Sql.driver, Sql.vrpNames, prepared = nil, nil, {}
  for _, name in ipairs(order) do
    if (wanted == 'auto' or wanted == name) and GetResourceState(name) == 'started' then
      Sql.driver = name
      break
    end
  end
  return Sql.driver
end

local function run(kind, ...)
  local driver = drivers[Sql.driver or '']
  if not driver or GetResourceState(Sql.driver) ~= 'started' then Outcome.raise('db_unavailable') end
  local ok, result = pcall(driver[kind] or driver.query, ...)
  if ok then return result end
  if type(result) == 'table' and result.vitrine then error(result, 0) end
  -- The connection may have broken after the database wrote.
  Outcome.unknown('db_unavailable', 'Erro no banco de dados: ' .. tostring(result))
end

--- Rows of a SELECT as a list, maybe empty. Raises `db_unavailable` or `timeout`.
---@param statement string
---@param params? any[] without holes
---@return table[]
function Sql.query(statement, params)
  local rows = run('query', statement, params or {})
  return type(rows) == 'table' and rows or {}
end

--- The first row, or nil.
---@return table|nil
function Sql.first(statement, params)
  return Sql.query(statement, params)[1]
end

--- Runs a write. Returns the affected rows, if the driver says them.
---@return integer
function Sql.execute(statement, params)
  return affected(run('execute', statement, params or {}))
end

--- Makes the marker table, if the driver has transactions and the user may create tables. Otherwise only the journal
--- is there.
function Sql.openMarkers()
  Sql.marking = false
  local driver = drivers[Sql.driver or '']
  if not driver or not driver.transaction then return end
  local ok = pcall(Sql.query, 'CREATE TABLE IF NOT EXISTS vitrine_deliveries '
    .. '(command_id VARCHAR(64) NOT NULL PRIMARY KEY, done_at BIGINT NOT NULL)')
  Sql.marking = ok and pcall(Sql.query, 'SELECT command_id FROM vitrine_deliveries WHERE command_id = ?', { '-' })
  if Sql.marking then
    pcall(Sql.execute, 'DELETE FROM vitrine_deliveries WHERE done_at < ?', { os.time() - 40 * 86400 })
  end
end

--- Whether the effect of this delivery was committed.
---@param id string
---@return boolean
function Sql.hasMarker(id)
  if not Sql.marking then return false end
  return Sql.first('SELECT command_id FROM vitrine_deliveries WHERE command_id = ?', { id }) ~= nil
end

--- Makes one write together with its marker: both or neither. With `condition` (`<table> WHERE …` and its values)
--- neither is written unless a row matches. Without transactions only the write is made.
---@param id string
---@param write { [1]: string, [2]: any[] }
---@param condition? { [1]: string, [2]: any[] }
function Sql.once(id, write, condition)
  if not Sql.marking then
    Sql.execute(write[1], write[2])
    return
  end
  local marker = { 'INSERT INTO vitrine_deliveries (command_id, done_at) VALUES (?, ?)', { id, os.time() } }
  if condition then
    marker[1] = 'INSERT INTO vitrine_deliveries (command_id, done_at) SELECT ?, ? FROM ' .. condition[1]
    for _, value in ipairs(condition[2]) do table.insert(marker[2], value) end
  end
  local done = run('transaction', { marker, write })
  if done == false and not Sql.hasMarker(id) then
    Outcome.raise('db_unavailable', 'O banco de dados recusou a gravação')
  end
end

Vitrine.Sql = Sql
