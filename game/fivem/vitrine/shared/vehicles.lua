--- Vehicles are rows: SQL for loaded and absent players, with the columns that exist.
local Outcome, Sql, Schema = Vitrine.Outcome, Vitrine.Sql, Vitrine.Schema
local Vehicles = {}

---@class VitrineGarage
---@field entry table
---@field id string player's column
---@field model string
---@field plate? string
---@field phone? fun(player: integer): string|nil
---@field held? fun(player: integer|string, vehicle: string): string[] plates of the player's vehicles of a model
---@field values? fun(player: integer|string, vehicle: string, plate: string): table<string, any> what the base writes into columns
---@field newPlate? fun(): string|nil an unused plate as this city writes them
---@field spelling? fun(vehicle: string): string|false|nil the model as the city writes it; false: it has none; nil: unchecked

--- The base's table of vehicles; nil if the table or a needed column is missing.
---@param tableName string
---@return VitrineGarage|nil
function Vehicles.locate(tableName)
  local entry = Schema.find(tableName)
  if not entry then return nil end
  local function first(...)
    for _, name in ipairs({ ... }) do
      if entry.cols[name] then return name end
    end
  end
  local id, model = first('user_id', 'passport'), first('vehicle', 'veiculo')
  if not (id and model) then return nil end
  return { entry = entry, id = id, model = model, plate = first('plate', 'placa') }
end

local function owned(garage, player, vehicle)
  if garage.held then return #garage.held(player, vehicle) > 0 end
  local row = Sql.first(('SELECT COUNT(*) AS total FROM %s WHERE %s = ? AND LOWER(%s) = ?'):format(
    Schema.quote(garage.entry), Schema.col(garage.entry, garage.id), Schema.col(garage.entry, garage.model)),
    { player, vehicle:lower() })
  return (Vitrine.Proxy.integer(row and row.total) or 0) > 0
end

local function taken(garage, plate)
  local column = Schema.col(garage.entry, garage.plate)
  return Sql.first(('SELECT %s AS plate FROM %s WHERE UPPER(%s) = ?'):format(column, Schema.quote(garage.entry), column),
    { plate }) ~= nil
end

--- Whether the player's vehicle of this model has this plate.
local function plated(garage, player, vehicle, plate)
  for _, one in ipairs(garage.held and garage.held(player, vehicle) or {}) do
    if tostring(one):upper() == plate then return true end
  end
  if garage.held then return false end
  local entry = garage.entry
  return Sql.first(('SELECT %s AS plate FROM %s WHERE %s = ? AND LOWER(%s) = ? AND UPPER(%s) = ?'):format(
    Schema.col(entry, garage.plate), Schema.quote(entry), Schema.col(entry, garage.id), Schema.col(entry, garage.model),
    Schema.col(entry, garage.plate)), { player, vehicle:lower(), plate }) ~= nil
end

--- The delivery that is writing a plate now, by plate. Bases have no unique key on plates, and eight players are served at
--- once: without this two of them could look before either writes.
local writing = {}

local function alone(plate, id, act)
  if writing[plate] and writing[plate] ~= id then
    Outcome.raise('held_back', 'Outro veículo recebe esta placa agora')
  end
  writing[plate] = id
  local ok, problem = pcall(act)
  writing[plate] = nil
  if not ok then error(problem, 0) end
end

--- An unused plate: DDLLLDDD, as the bases make them.
local function newPlate(garage)
  for _ = 1, 20 do
    local plate = ('%02d%c%c%c%03d'):format(math.random(0, 99), math.random(65, 90), math.random(65, 90),
      math.random(65, 90), math.random(0, 999))
    if not taken(garage, plate) then return plate end
  end
  Outcome.raise('adapter_error', 'Não foi possível gerar uma placa livre')
end

local texts = {
  varchar = true, char = true, text = true, longtext = true, mediumtext = true, tinytext = true, json = true,
}

--- The value of a column without a default in the base; the first five are always set.
local function valueFor(name, column, garage, player, plate)
  local isText = texts[column.typ] or false
  if name == garage.plate then return plate or newPlate(garage) end
  if name == 'phone' and garage.phone then return garage.phone(player) or '' end
  if (name == 'tax' or name == 'ipva') and not isText then return os.time() + 7 * 86400 end
  if name == 'work' then return isText and 'false' or 0 end
  if name == 'weight' and not isText then return Vitrine.Settings.get('VehicleWeight') end
  if not column.required then return nil end
  if name == 'doors' or name == 'windows' or name == 'tyres' or column.typ == 'json' then return '{}' end
  if name == 'engine' or name == 'body' or name == 'health' then return isText and '1000' or 1000 end
  if name == 'fuel' then return isText and '100' or 100 end
  if isText then return '' end
  if column.typ == 'datetime' or column.typ == 'timestamp' then return os.date('!%Y-%m-%d %H:%M:%S') end
  return 0
end

local function insertion(garage, player, vehicle, plate)
  local names, marks, values = {}, {}, {}
  local function put(name, value)
    names[#names + 1] = Schema.col(garage.entry, name)
    marks[#marks + 1] = '?'
    values[#values + 1] = value
  end
  if garage.values then plate = plate or garage.newPlate and garage.newPlate() or newPlate(garage) end
  local own = garage.values and garage.values(player, vehicle, plate) or {}
  put(garage.id, player)
  put(garage.model, own[garage.model] or vehicle)
  for name, column in pairs(garage.entry.cols) do
    if name ~= garage.id and name ~= garage.model then
      local value = own[name]
      if value == nil then value = valueFor(name, column, garage, player, plate) end
      if value ~= nil then put(name, value) end
    end
  end
  return {
    ('INSERT INTO %s (%s) VALUES (%s)'):format(Schema.quote(garage.entry), table.concat(names, ', '),
      table.concat(marks, ', ')),
    values,
  }
end

--- What the player had and has of this model: a car that was there before is not taken back with the purchase.
local function standing(vehicle, before)
  return { place = 'vehicle:' .. vehicle:lower(), prior = before and vehicle or '', stands = vehicle }
end

---@return VitrinePlan|VitrineOutcome
function Vehicles.add(job, garage)
  local vehicle, plate = job.args.vehicle, job.args.plate
  -- Adapters that owners wrote for an older version have `known`, which answers true or false.
  local look = garage.spelling or garage.known
  local own = look and look(vehicle)
  if own == false then
    return Outcome.new('invalid_vehicle', ('O veículo %s não existe na cidade: confira o produto'):format(vehicle))
  end
  if type(own) == 'string' then vehicle = own end
  if owned(garage, job.player, vehicle) then
    local other = plate and not plated(garage, job.player, vehicle, plate)
    return Outcome.new('already_owned', other and 'O jogador já possuía o veículo, e a placa dele continua a mesma' or nil,
      standing(vehicle, true))
  end
  if plate and taken(garage, plate) then return Outcome.new('plate_taken') end
  local write
  return {
    marker = true,
    effect = function()
      -- Checked again at the last moment, because most bases have no unique key on owner and model.
      if owned(garage, job.player, vehicle) then return end
      if not plate then
        write = insertion(garage, job.player, vehicle)
        return Sql.once(job.id, write)
      end
      alone(plate, job.id, function()
        if taken(garage, plate) then Outcome.raise('plate_taken') end
        write = insertion(garage, job.player, vehicle, plate)
        Sql.once(job.id, write)
      end)
    end,
    verify = function()
      if not owned(garage, job.player, vehicle) then
        return Outcome.new('adapter_error', 'O veículo não ficou na garagem')
      end
      return Outcome.new(write and 'ok' or 'already_owned', nil, write and standing(vehicle, false) or nil)
    end,
  }
end

--- Works while the car is outside too: it disappears when it is parked or at the next restart.
---@return VitrinePlan|VitrineOutcome
function Vehicles.remove(job, garage)
  local vehicle = job.args.vehicle
  return Vitrine.Toggle.plan({
    wanted = false,
    has = function() return owned(garage, job.player, vehicle) end,
    act = function()
      for _, plate in ipairs(garage.held and garage.held(job.player, vehicle) or {}) do
        Sql.execute(('DELETE FROM %s WHERE %s = ? AND %s = ?'):format(Schema.quote(garage.entry),
          Schema.col(garage.entry, garage.id), Schema.col(garage.entry, garage.plate)), { job.player, plate })
      end
      if garage.held then return end
      Sql.execute(('DELETE FROM %s WHERE %s = ? AND LOWER(%s) = ?'):format(Schema.quote(garage.entry),
        Schema.col(garage.entry, garage.id), Schema.col(garage.entry, garage.model)), { job.player, vehicle:lower() })
    end,
    already = 'not_owned',
    failed = 'adapter_error',
  })
end

--- The models of a base that knows all of them, for the panel: each with its maker and name. Nil where it tells none.
---@param models any by name
---@param maker string the field that has the maker
---@return { name: string, label?: string }[]|nil
function Vehicles.list(models, maker)
  local entries = {}
  for name, one in pairs(Vitrine.JsonUtil.tab(models)) do
    if type(name) == 'string' and type(one) == 'table' then
      local label = ('%s %s'):format(one[maker] or '', one.name or ''):gsub('^%s+', '')
      entries[#entries + 1] = { name = name, label = label }
    end
  end
  return #entries > 0 and entries or nil
end

--- How the city writes a model, for a base that knows all of its models.
---@param models fun(): any by name
---@return fun(vehicle: string): string|false|nil
function Vehicles.spellingIn(models)
  local names
  return function(vehicle)
    if not Vitrine.Settings.get('CheckNames') then return nil end
    if not names then
      names = {}
      for name in pairs(Vitrine.JsonUtil.tab(models())) do
        if type(name) == 'string' then names[name:lower()] = name end
      end
    end
    if next(names) == nil then
      names = nil
      return nil
    end
    return names[vehicle:lower()] or false
  end
end

--- Where a new vehicle is parked: the owner's garage, or the one that most vehicles of the city are in.
---@param entry table the table of vehicles
---@param name string its column with the garage
---@param fallback string
---@param impound? string where vehicles are that nobody parked
---@return string
function Vehicles.garageFor(entry, name, fallback, impound)
  local own = Vitrine.JsonUtil.str(Vitrine.Settings.get('Garage'))
  if own then return own end
  local column = Schema.col(entry, name)
  local row = column and Sql.first(('SELECT %s AS garage, COUNT(*) AS total FROM %s WHERE %s NOT IN (?, ?) '
    .. 'GROUP BY %s ORDER BY total DESC LIMIT 1'):format(column, Schema.quote(entry), column, column), { '', impound or '' })
  return row and Vitrine.JsonUtil.str(row.garage) or fallback
end

Vitrine.Vehicles = Vehicles
