-- ghmattimysql: the callback is the last argument. An SQL error is printed and the callback never comes.
local function offer(name, convert)
  exports(name, function(sql, params, cb)
    local by = GetInvokingResource() or 'ghmattimysql'
    CreateThread(function()
      Wait(0)
      local ok, result = pcall(Standin.sql, sql, params, by)
      if not ok then print('[ERROR] [ghmattimysql] ' .. tostring(result)) return end
      if cb then cb(convert(result)) end
    end)
  end)
end
offer('execute', function(result) return result end)
offer('scalar', function(result)
  local _, value = next(result[1] or {})
  return value
end)
exports('transaction', function(list, params, cb)
  local by = GetInvokingResource() or 'ghmattimysql'
  CreateThread(function()
    Wait(0)
    local ok = Standin.transaction(list, by)
    if cb then cb(ok) elseif type(params) == 'table' and getmetatable(params) then params(ok) end
  end)
end)
