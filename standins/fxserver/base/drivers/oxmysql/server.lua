-- oxmysql: every method with a callback, and as `<name>_async`, which waits for its result. An SQL error is printed
-- and raised.
local function run(sql, params, by)
  Wait(0)
  local ok, result = pcall(Standin.sql, sql, params, by)
  if ok then return result end
  print('^1[ERROR] ' .. by .. ' was unable to execute a query!\n' .. tostring(sql) .. '\n' .. tostring(result) .. '^0')
  error(by .. ' was unable to execute a query!\nQuery: ' .. tostring(sql) .. '\n' .. tostring(result), 0)
end

local methods = {}
function methods.query(sql, params, by) return run(sql, params, by) end
methods.execute = methods.query
function methods.single(sql, params, by) return run(sql, params, by)[1] end
function methods.scalar(sql, params, by)
  local row = run(sql, params, by)[1]
  if not row then return nil end
  local _, value = next(row)
  return value
end
function methods.insert(sql, params, by) return run(sql, params, by).insertId end
function methods.update(sql, params, by) return run(sql, params, by).affectedRows end
function methods.transaction(list, params, by)
  Wait(0)
  for i, item in ipairs(list) do
    if type(item) == 'table' and not item.values and not item.parameters and item.query then item.values = params end
    list[i] = item
  end
  return Standin.transaction(list, by)
end

for name, method in pairs(methods) do
  exports(name .. '_async', function(sql, params)
    return method(sql, params, GetInvokingResource() or 'oxmysql')
  end)
  exports(name, function(sql, params, cb)
    if cb == nil then params, cb = {}, params end
    local by = GetInvokingResource() or 'oxmysql'
    CreateThread(function()
      local result = method(sql, params, by)
      if cb then cb(result) end
    end)
  end)
end
exports('isReady', function() return true end)
exports('awaitConnection', function() return true end)
