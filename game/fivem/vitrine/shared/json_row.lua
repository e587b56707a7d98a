--- A column of a player's row that holds JSON, as ESX, QBCore and Qbox keep money, jobs and bags, or the msgpack of vRP 2.
local Schema, Sql, JsonUtil, Outcome = Vitrine.Schema, Vitrine.Sql, Vitrine.JsonUtil, Vitrine.Outcome
local JsonRow = {}

---@class VitrineJsonRow
---@field entry table the table of the schema
---@field id string name of the player's column
---@field column string name of the column with JSON
---@field key? { [1]: string, [2]: string } column and name of the row, where a player has several
---@field codec? { decode: (fun(hex: string): any), encode: (fun(value: any): string) } of a column with bytes, as hex digits

local function whereOf(place)
  local where = ('%s = ?'):format(Schema.col(place.entry, place.id))
  return place.key and ('%s AND %s = ?'):format(where, Schema.col(place.entry, place.key[1])) or where
end
local function valuesOf(place, player, ...) return { player, table.unpack(place.key and { place.key[2], ... } or { ... }) } end

--- The decoded column and its exact text; nil without a row.
---@param place VitrineJsonRow
---@param player integer|string
---@return any data
---@return string|nil text
function JsonRow.read(place, player)
  local column = Schema.col(place.entry, place.column)
  local row = Sql.first(('SELECT %s AS cell FROM %s WHERE %s'):format(place.codec and ('HEX(%s)'):format(column) or column,
    Schema.quote(place.entry), whereOf(place)), valuesOf(place, player))
  local text = row and row.cell
  if type(text) ~= 'string' then return nil end
  return (place.codec or JsonUtil).decode(text), text
end

--- The statement that replaces the text only if it is still `before`, and its condition for a marker.
---@return { [1]: string, [2]: any[] } write
---@return { [1]: string, [2]: any[] } condition
function JsonRow.change(place, player, data, before)
  local name, column, mark = Schema.quote(place.entry), Schema.col(place.entry, place.column), place.codec and 'UNHEX(?)' or '?'
  local where = ('%s AND %s = %s'):format(whereOf(place), column, mark)
  local text = (place.codec or JsonUtil).encode(data)
  return { ('UPDATE %s SET %s = %s WHERE %s'):format(name, column, mark, where), { text, table.unpack(valuesOf(place, player, before)) } },
    { ('%s WHERE %s'):format(name, where), valuesOf(place, player, before) }
end

--- Replaces the text only if it is still the one that was read. Raises `adapter_error` if another write was faster.
---@param place VitrineJsonRow
---@param player integer|string
---@param data table
---@param before string
function JsonRow.write(place, player, data, before)
  local write = JsonRow.change(place, player, data, before)
  if write[2][1] == before then return end
  Sql.execute(write[1], write[2])
  local _, now = JsonRow.read(place, player)
  if now ~= write[2][1] then Outcome.raise('adapter_error', 'Os dados do jogador mudaram durante a entrega') end
end

--- Writes the present value of a loaded player, as the base's own save does.
---@param place VitrineJsonRow
---@param player integer|string
---@param data table
function JsonRow.put(place, player, data)
  Sql.execute(('UPDATE %s SET %s = ? WHERE %s = ?'):format(Schema.quote(place.entry),
    Schema.col(place.entry, place.column), Schema.col(place.entry, place.id)), { JsonUtil.encode(data), player })
end

Vitrine.JsonRow = JsonRow
