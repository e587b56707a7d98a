--- Runs foreign code so that neither its error nor its silence stops us.
local Guard = {}

--- Waits at most `ms` for a function with a callback. `start(finish)` is called at once; the first `finish(...)`
--- counts, and later ones are ignored. Must be called from a thread.
---@param ms integer
---@param start fun(finish: fun(...))
---@return table|nil values packed values, nil when nothing came in time
function Guard.await(ms, start)
  local values, expired, waiter
  local function settle(result)
    if values or expired then return end
    if result then values = result else expired = true end
    if waiter then waiter:resolve(true) end
  end
  start(function(...) settle(table.pack(...)) end)
  if values then return values end
  waiter = promise.new()
  SetTimeout(ms, function() settle(nil) end)
  Citizen.Await(waiter)
  return values
end

--- Runs `fn` in its own thread.
---@param ms integer
---@param fn fun(): any
---@return 'done'|'error'|'timeout' state
---@return any result what `fn` returned or raised
function Guard.run(ms, fn)
  local values = Guard.await(ms, function(finish)
    CreateThread(function() finish(pcall(fn)) end)
  end)
  if not values then return 'timeout' end
  if values[1] then return 'done', values[2] end
  return 'error', values[2]
end

--- A loop of the resource: after an error in one turn, it prints the error and goes on a second later.
---@param name string
---@param turn fun(): boolean|nil returning false ends the loop
function Guard.loop(name, turn)
  CreateThread(function()
    while true do
      local ok, result = pcall(turn)
      if ok and result == false then return end
      if not ok then
        Vitrine.Log.every('loop:' .. name, 60, ('Erro interno (%s): %s'):format(name, tostring(result)))
        Wait(1000)
      end
    end
  end)
end

Vitrine.Guard = Guard
