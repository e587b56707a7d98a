--- The player's saved table (`vRP:datatable`, `Datatable`): JSON in one row of the database, for players who are not
--- loaded.
local Schema, Sql, JsonUtil, Outcome = Vitrine.Schema, Vitrine.Sql, Vitrine.JsonUtil, Vitrine.Outcome
local Datatable = {}

---@class VitrineDatatable
---@field entry table the table of the schema
---@field id string column of the player, quoted
---@field key string column of the row's name, quoted
---@field value string column of the JSON, quoted
---@field name string the row's name

--- The place of the base's saved tables; nil if it has none.
---@param tableName string
---@param name string
---@return VitrineDatatable|nil
function Datatable.locate(tableName, name)
  local entry = Schema.find(tableName)
  if not entry then return nil end
  local id, key = Schema.col(entry, 'user_id', 'Passport'), Schema.col(entry, 'dkey', 'Name')
  local value = Schema.col(entry, 'dvalue', 'Information')
  if not (id and key and value) then return nil end
  return { entry = entry, id = id, key = key, value = value, name = name }
end

--- The saved table and its exact text; nil if there is no row (the character was never finished).
---@param place VitrineDatatable
---@param player integer
---@return table|nil data
---@return string|nil text
function Datatable.read(place, player)
  local row = Sql.first(('SELECT %s AS dvalue FROM %s WHERE %s = ? AND %s = ?'):format(
    place.value, Schema.quote(place.entry), place.id, place.key), { player, place.name })
  local text = row and row.dvalue
  if type(text) ~= 'string' then return nil end
  return JsonUtil.decode(text), text
end

--- Replaces the text only if it is still the one that was read. Raises if another write was faster.
---@param place VitrineDatatable
---@param player integer
---@param data table
---@param before string
function Datatable.write(place, player, data, before)
  local text = JsonUtil.encode(data)
  if text == before then return end
  Sql.execute(('UPDATE %s SET %s = ? WHERE %s = ? AND %s = ? AND %s = ?'):format(
    Schema.quote(place.entry), place.value, place.id, place.key, place.value), { text, player, place.name, before })
  local _, now = Datatable.read(place, player)
  if now ~= text then Outcome.raise('adapter_error', 'Os dados do jogador mudaram durante a entrega') end
end

--- The amount of an item in a saved table: `{ id = { amount } }` (vRP 1) or `{ "1" = { item, amount } }` (Creative).
--- Durable items have a suffix.
---@param data table|nil
---@param item string
---@return integer|nil
function Datatable.items(data, item)
  if not data then return nil end
  local inventory = data.inventory or data.inventorys or data.Inventory
  if type(inventory) ~= 'table' then return nil end
  local total = 0
  for key, slot in pairs(inventory) do
    if type(slot) == 'table' then
      local name = slot.item or slot.Item or key
      if name == item or (type(name) == 'string' and name:sub(1, #item + 1) == item .. '-') then
        total = total + (Vitrine.Proxy.integer(slot.amount or slot.Amount) or 0)
      end
    end
  end
  return total
end

Vitrine.Datatable = Datatable
