--- The tables and columns of the city's database. Names are compared without case, as MySQL does. Statements use the
--- exact names, and rows are read without case, because result keys keep it.
local Sql = Vitrine.Sql
local Schema = { tables = {} }

local function text(value)
  return value ~= nil and tostring(value) or ''
end

--- Reads information_schema once. Raises `db_unavailable`.
function Schema.load()
  local rows = Sql.query('SELECT table_name AS tbl, column_name AS col, data_type AS typ, is_nullable AS nul, '
    .. 'column_default AS def, extra AS ext FROM information_schema.columns WHERE table_schema = DATABASE()')
  local tables = {}
  for _, row in ipairs(rows) do
    local name, column = text(row.tbl), text(row.col)
    if name:match('^[%w_%-%$]+$') and column:match('^[%w_%-%$ ]+$') then
      local entry = tables[name:lower()] or { name = name, cols = {} }
      tables[name:lower()] = entry
      entry.cols[column:lower()] = {
        name = column,
        typ = text(row.typ):lower(),
        required = text(row.nul):upper() == 'NO' and row.def == nil
          and not text(row.ext):lower():find('auto_inc', 1, true),
      }
    end
  end
  Schema.tables = tables
end

--- A table that has all these columns, or nil.
---@param name string
---@param ... string columns
---@return table|nil
function Schema.find(name, ...)
  local entry = Schema.tables[name:lower()]
  if not entry then return nil end
  for _, column in ipairs({ ... }) do
    if not entry.cols[column:lower()] then return nil end
  end
  return entry
end

--- Table name ready for a statement.
---@param entry table
---@return string
function Schema.quote(entry)
  return '`' .. entry.name .. '`'
end

--- The first of these columns that exists, quoted for a statement; nil if none does.
---@param entry table
---@param ... string
---@return string|nil
function Schema.col(entry, ...)
  for _, name in ipairs({ ... }) do
    local column = entry.cols[name:lower()]
    if column then return '`' .. column.name .. '`' end
  end
  return nil
end

--- A value of a row by its column's name, without case.
---@param row table|nil
---@param name string
---@return any
function Schema.value(row, name)
  if not row then return nil end
  if row[name] ~= nil then return row[name] end
  for key, value in pairs(row) do
    if type(key) == 'string' and key:lower() == name:lower() then return value end
  end
  return nil
end

--- The largest value of a column of whole numbers.
---@param entry table
---@param column string
---@return integer
function Schema.max(entry, column)
  local found = entry.cols[column:lower()]
  if found and (found.typ == 'bigint' or found.typ == 'decimal' or found.typ == 'double') then return 1 << 53 end
  return 2147483647
end

--- Whether a column's value means "no" (0, false, '0', empty). TINYINT(1) arrives as a boolean, others as texts.
---@param value any
---@return boolean
function Schema.falsy(value)
  return value == nil or value == false or value == '' or tostring(value) == '0' or tostring(value) == 'false'
end

Vitrine.Schema = Schema
