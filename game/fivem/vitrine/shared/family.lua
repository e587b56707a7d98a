--- Shared by the adapters of the vRP family: the table of actions, existence, Discord, bans, forced saves.
local Schema, Sql = Vitrine.Schema, Vitrine.Sql
local Family = {}

local temporarySource = 65535

--- Makes the source function of a base: the source of a loaded character, nil otherwise. While a player connects, the
--- source is a temporary number above 65535. The base may then already hold the data in memory, so neither memory nor
--- database is reliable: the second value is true.
---@param name string
---@return fun(player: integer): integer|nil, boolean
function Family.sourceBy(name)
  return function(player)
    local found = Vitrine.Proxy.integer(Vitrine.Proxy.call(name, player))
    if found and found > 0 and found <= temporarySource then return found, false end
    return nil, found ~= nil and found > temporarySource
  end
end

--- The actions that these parts allow. Without a part, its actions are left out.
---@param parts { group?: fun(job, wanted), account?: table, inventory?: table, garage?: table, unban?: fun(job) }
---@return table
function Family.actions(parts)
  local actions = {}
  if parts.group then
    actions.add_group = function(job) return parts.group(job, true) end
    actions.remove_group = function(job) return parts.group(job, false) end
  end
  if parts.account then
    actions.add_money = function(job) return Vitrine.Bank.add(job, parts.account) end
    actions.remove_money = function(job) return Vitrine.Bank.remove(job, parts.account) end
  end
  if parts.inventory then
    actions.add_item = function(job) return Vitrine.Items.add(job, parts.inventory) end
  end
  if parts.garage then
    actions.add_vehicle = function(job) return Vitrine.Vehicles.add(job, parts.garage) end
    actions.remove_vehicle = function(job) return Vitrine.Vehicles.remove(job, parts.garage) end
  end
  actions.remove_ban = parts.unban
  return actions
end

--- What recovery compares with the probe.
---@param parts { account?: table, inventory?: table }
---@return table
function Family.read(parts)
  return {
    bank = parts.account and function(job, probe) return Vitrine.Bank.since(parts.account, job.player, probe) end,
    item = parts.inventory and function(job)
      return Vitrine.Items.count(parts.inventory, job.player, job.args.item)
    end,
  }
end

--- How recovery proves what memory shows.
---@param parts { account?: table, inventory?: table }
---@return table
function Family.proofs(parts)
  return {
    bank = parts.account and function(job, after) return Vitrine.Bank.proof(parts.account, job, after) end,
    item = parts.inventory and function(job, after) return Vitrine.Items.proof(parts.inventory, job, after) end,
  }
end

--- Whether the base's own record of moves names this delivery; nil where it keeps none.
---@param parts { account?: table }
---@return (fun(job: VitrineJob): boolean|nil)|nil
function Family.told(parts)
  local told = parts.account and parts.account.told
  return told and function(job)
    if job.action ~= 'add_money' and job.action ~= 'remove_money' then return nil end
    return told(job)
  end or nil
end

--- One column of the row with this id; nil without a row.
---@param entry table
---@param id string
---@param column string
---@param value integer|string
---@return any
function Family.cell(entry, id, column, value)
  local row = Sql.first(('SELECT %s AS cell FROM %s WHERE %s = ?'):format(
    Schema.col(entry, column), Schema.quote(entry), Schema.col(entry, id)), { value })
  return row and row.cell
end

--- Whether a character with this id exists and is not deleted.
---@param entry table
---@return fun(player: integer): boolean
function Family.existsIn(entry)
  return function(player)
    if Family.cell(entry, 'id', 'id', player) == nil then return false end
    return not entry.cols.deleted or Schema.falsy(Family.cell(entry, 'id', 'deleted', player))
  end
end

--- The character's name from the columns of its parts; nil without a row or such a column.
---@param entry table|nil
---@param id string column of the city id
---@param ... string columns in the order in which the parts are read
---@return fun(player: integer): string|nil
function Family.nameIn(entry, id, ...)
  local columns = {}
  for _, column in ipairs({ ... }) do columns[#columns + 1] = entry and Schema.col(entry, column) end
  if #columns == 0 then return function() return nil end end
  local selected = {}
  for index, column in ipairs(columns) do selected[index] = ('%s AS part%d'):format(column, index) end
  local statement = ('SELECT %s FROM %s WHERE %s = ?'):format(
    table.concat(selected, ', '), Schema.quote(entry), Schema.col(entry, id))
  return function(player)
    local row = Sql.first(statement, { player })
    local parts = {}
    for index = 1, #columns do
      local part = row and row['part' .. index]
      if type(part) == 'string' and part ~= '' then parts[#parts + 1] = part end
    end
    return #parts > 0 and table.concat(parts, ' ') or nil
  end
end

--- Ends a ban, which is a column of the account or a row of a list. Both are found by the character's account key.
---@param characters table
---@param key string column of the characters that names the account (steam, license)
---@param bans { entry: table, column?: string } with `column` the ban is a value of the row, else the row itself
---@return fun(job): table|nil
function Family.unbanBy(characters, key, bans)
  local own = bans.entry.cols[key]
  if not own then return nil end
  return function(job)
    local account = Family.cell(characters, 'id', key, job.player)
    if account == nil or account == '' then return Vitrine.Outcome.new('player_not_found') end
    local name, where = Schema.quote(bans.entry), Schema.col(bans.entry, key) .. ' = ?'
    return Vitrine.Toggle.plan({
      wanted = false,
      has = function()
        if bans.column then return not Schema.falsy(Family.cell(bans.entry, key, bans.column, account)) end
        return Sql.first(('SELECT %s AS cell FROM %s WHERE %s'):format(
          Schema.col(bans.entry, key), name, where), { account }) ~= nil
      end,
      act = function()
        if bans.column then
          local column = Schema.col(bans.entry, bans.column)
          Sql.execute(('UPDATE %s SET %s = 0 WHERE %s'):format(name, column, where), { account })
        else
          Sql.execute(('DELETE FROM %s WHERE %s'):format(name, where), { account })
        end
      end,
      already = 'not_banned',
      failed = 'adapter_error',
    })
  end
end

--- The Discord id of a character in the account table; nil without one.
---@param characters table
---@param key string
---@param accounts table|nil
---@return fun(player: integer): any
function Family.discordIn(characters, key, accounts)
  if not (accounts and accounts.cols.discord and accounts.cols[key]) then return function() return nil end end
  return function(player)
    local account = Family.cell(characters, 'id', key, player)
    return account ~= nil and Family.cell(accounts, key, 'discord', account) or nil
  end
end

--- Shows a line as the base shows its own. The newer Creative Network has a title and another order.
---@param css string
---@param title? string
---@return fun(source: integer, text: string)
function Family.notifyBy(css, title)
  return function(source, text)
    if title then return TriggerClientEvent('Notify', source, title, text, css, 8000) end
    TriggerClientEvent('Notify', source, css, text, 8000)
  end
end

--- Writes one player's loaded table now, as the base's periodic task does.
---@param place table
---@param read string the base's function that gives the loaded table
---@return fun(player: integer)
function Family.saveInto(place, read)
  return function(player)
    local data = Vitrine.Proxy.call(read, player)
    if type(data) ~= 'table' then return end
    local statement = ('UPDATE %s SET %s = ? WHERE %s = ? AND %s = ?'):format(
      Schema.quote(place.entry), place.value, place.id, place.key)
    Sql.execute(statement, { Vitrine.JsonUtil.encode(data), player, place.name })
    -- A new character may have no row until it leaves for the first time.
    if Vitrine.Datatable.read(place, player) then return end
    Sql.execute(('INSERT INTO %s (%s, %s, %s) VALUES (?, ?, ?)'):format(Schema.quote(place.entry), place.id, place.key,
      place.value), { player, place.name, Vitrine.JsonUtil.encode(data) })
  end
end

Vitrine.Family = Family
