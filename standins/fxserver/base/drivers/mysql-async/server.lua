-- mysql-async: the callback is the last argument; one export per kind of result.
local function offer(name, convert)
  exports(name, function(sql, params, cb)
    local by = GetInvokingResource() or 'mysql-async'
    CreateThread(function()
      Wait(0)
      local ok, result = pcall(Standin.sql, sql, params, by)
      if not ok then print('[ERROR] [MySQL] ' .. tostring(result)) return end
      if cb then cb(convert(result)) end
    end)
  end)
end
offer('mysql_fetch_all', function(result) return result end)
offer('mysql_execute', function(result) return result.affectedRows end)
offer('mysql_insert', function(result) return result.insertId end)
offer('mysql_fetch_scalar', function(result)
  local _, value = next(result[1] or {})
  return value
end)
