--- The only global of the resource besides `Config` and `Actions`. MTA loads all files of meta.xml into one Lua state and
--- has no `require`, so every file adds one table of functions here and says at its top what it is for.
Vitrine = {
  resource = getResourceName(getThisResource()),
  version = getResourceInfo(getThisResource(), 'version') or '1.0.0',
}

--- Unix seconds of this machine's clock.
---@return integer
function Vitrine.clock()
  return getRealTime().timestamp
end

--- Runs a function once after so many ms. An error in it is printed, and nothing else stops.
---@param ms integer MTA allows no less than 50
---@param run fun()
---@return userdata timer
function Vitrine.later(ms, run)
  return setTimer(function()
    local ok, problem = pcall(run)
    if not ok then Vitrine.Log.every('timer', 60, 'Erro interno: ' .. tostring(problem)) end
  end, math.max(50, math.ceil(ms)), 1)
end

--- Runs a function again and again; an error in one turn does not end the others.
---@param ms integer
---@param run fun()
function Vitrine.each(ms, run)
  setTimer(function()
    local ok, problem = pcall(run)
    if not ok then Vitrine.Log.every('timer', 60, 'Erro interno: ' .. tostring(problem)) end
  end, ms, 0)
end
