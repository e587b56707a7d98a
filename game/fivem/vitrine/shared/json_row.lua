--- A column of a player's row that holds JSON, as ESX, QBCore and Qbox keep money, jobs and bags.
local Schema, Sql, JsonUtil, Outcome = Vitrine.Schema, Vitrine.Sql, Vitrine.JsonUtil, Vitrine.Outcome
local JsonRow = {}

---@class VitrineJsonRow
---@field entry table the table of the schema
---@field id string name of the player's column
---@field column string name of the column with JSON

--- The decoded column and its exact text; nil without a row.
---@param place VitrineJsonRow
---@param player integer|string
---@return any data
---@return string|nil text
function JsonRow.read(place, player)
  local text = Vitrine.Family.cell(place.entry, place.id, place.column, player)
  if type(text) ~= 'string' then return nil end
  return JsonUtil.decode(text), text
end

--- The statement that replaces the text only if it is still `before`, and its condition for a marker.
---@return { [1]: string, [2]: any[] } write
---@return { [1]: string, [2]: any[] } condition
function JsonRow.change(place, player, data, before)
  local name, id, column = Schema.quote(place.entry), Schema.col(place.entry, place.id),
    Schema.col(place.entry, place.column)
  local where = ('%s = ? AND %s = ?'):format(id, column)
  return { ('UPDATE %s SET %s = ? WHERE %s'):format(name, column, where), { JsonUtil.encode(data), player, before } },
    { ('%s WHERE %s'):format(name, where), { player, before } }
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
