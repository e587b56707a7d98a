--- Shared by the adapters of QBCore and Qbox, whose tables are nearly the same: characters, bans and vehicles.
local Schema, Sql, Family, JsonUtil, Core = Vitrine.Schema, Vitrine.Sql, Vitrine.Family, Vitrine.JsonUtil, Vitrine.Core
local QbFamily = {}

QbFamily.hint = 'Nesta base um grupo é um emprego ou uma gangue com o cargo, como job:police:2 ou gang:ballas:0'

--- The table of characters; nil if the city's database has none.
---@return table|nil
function QbFamily.characters()
  return Schema.find('players', 'citizenid', 'license', 'money', 'charinfo', 'job')
end

--- A column of a character's row with JSON.
---@param characters table
---@param column string
---@return VitrineJsonRow
function QbFamily.row(characters, column)
  return { entry = characters, id = 'citizenid', column = column }
end

--- The account of a character: money in its row, or in its data while it is loaded.
---@param characters table
---@param source fun(player: string): integer|nil, boolean
---@param dataOf fun(player: string): table|nil the data of a loaded character
---@param move fun(name: string, player: string, money: string, amount: integer) calls the base's `AddMoney` or `RemoveMoney`
---@param save fun(player: string)
---@return VitrineAccount
function QbFamily.account(characters, source, dataOf, move, save)
  local money = Vitrine.Settings.get('MoneyAccount') == 'wallet' and 'cash' or 'bank'
  return {
    source = source, memory = true, row = QbFamily.row(characters, 'money'), field = money, save = save,
    read = function(player)
      local data = dataOf(player)
      return data and Vitrine.Proxy.integer(JsonUtil.tab(data.money)[money])
    end,
    give = function(player, amount) move('AddMoney', player, money, amount) end,
    take = function(player, amount) move('RemoveMoney', player, money, amount) end,
  }
end

--- Makes the source function. `loaded` answers the source of a loaded character, `hasCharacter` whether a source has one.
---@param characters table
---@param loaded fun(player: string): integer|nil
---@param hasCharacter fun(source: integer): boolean
---@return fun(player: string): integer|nil, boolean
function QbFamily.sourceBy(characters, loaded, hasCharacter)
  return function(player)
    local found = loaded(player)
    if found then return found, false end
    local license = Family.cell(characters, 'citizenid', 'license', player)
    if type(license) ~= 'string' or license == '' then return nil, false end
    return nil, Core.choosing(function(identifier) return identifier == license end, hasCharacter)
  end
end

---@param characters table
---@return fun(player: string): boolean
function QbFamily.existsIn(characters)
  return function(player) return Family.cell(characters, 'citizenid', 'citizenid', player) ~= nil end
end

---@param characters table
---@return fun(player: string): string|nil
function QbFamily.nameIn(characters)
  local place = QbFamily.row(characters, 'charinfo')
  return function(player)
    local about = JsonUtil.tab((Vitrine.JsonRow.read(place, player)))
    local parts = {}
    for _, part in ipairs({ about.firstname, about.lastname }) do
      if type(part) == 'string' and part ~= '' then parts[#parts + 1] = part end
    end
    return #parts > 0 and table.concat(parts, ' ') or nil
  end
end

--- Ends the bans of a character's account: rows of `bans` that have not ended and name one of its identifiers.
---@param identifiersOf fun(player: string): table<string, string[]> by column of `bans`
---@return (fun(job: VitrineJob): VitrinePlan|VitrineOutcome)|nil
function QbFamily.unbanBy(identifiersOf)
  local bans = Schema.find('bans', 'license', 'expire')
  if not bans then return nil end
  local function condition(player)
    local parts, values = {}, {}
    for column, list in pairs(identifiersOf(player)) do
      for _, value in ipairs(bans.cols[column] and list or {}) do
        parts[#parts + 1] = Schema.col(bans, column) .. ' = ?'
        values[#values + 1] = value
      end
    end
    return #parts > 0 and ('(%s)'):format(table.concat(parts, ' OR ')) or nil, values
  end
  return function(job)
    local where, values = condition(job.player)
    if not where then return Vitrine.Outcome.new('player_not_found') end
    local expire = Schema.col(bans, 'expire')
    local running = ('%s AND (%s IS NULL OR %s > ?)'):format(where, expire, expire)
    return Vitrine.Toggle.plan({
      wanted = false,
      has = function()
        local parameters = table.move(values, 1, #values, 1, {})
        parameters[#parameters + 1] = os.time()
        return Sql.first(('SELECT %s AS cell FROM %s WHERE %s'):format(expire, Schema.quote(bans), running), parameters) ~= nil
      end,
      act = function() Sql.execute(('DELETE FROM %s WHERE %s'):format(Schema.quote(bans), where), values) end,
      already = 'not_banned',
      failed = 'adapter_error',
    })
  end
end

--- The vehicles: rows of `player_vehicles`, parked (`state` 1), never out.
---@param characters table
---@param vehicles fun(): any the models that the city has, by name
---@param mods fun(model: string, plate: string): string
---@param fallback string the garage of a city without vehicles
---@return VitrineGarage|nil
function QbFamily.garage(characters, vehicles, mods, fallback)
  local entry = Schema.find('player_vehicles', 'citizenid', 'vehicle', 'plate', 'state')
  if not entry then return nil end
  return {
    entry = entry, id = 'citizenid', model = 'vehicle', plate = 'plate',
    spelling = Vitrine.Vehicles.spellingIn(vehicles),
    values = function(player, model, plate)
      return {
        license = Family.cell(characters, 'citizenid', 'license', player), hash = tostring(GetHashKey(model)),
        mods = mods(model, plate), state = 1, garage = Vitrine.Vehicles.garageFor(entry, 'garage', fallback),
      }
    end,
  }
end

--- Shows a line as the base shows its own.
---@param source integer
---@param text string
function QbFamily.notify(source, text) TriggerClientEvent('QBCore:Notify', source, text, 'success', 8000) end

Vitrine.QbFamily = QbFamily
