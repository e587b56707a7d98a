-- The common parts of the vRP family: the proxy (two events), prepared statements, and the loaded players.
vRP = {}

local function highest(t)
  local max = 0
  for k in pairs(t) do if math.type(k) == 'integer' and k > max then max = k end end
  return max
end

-- A call through the proxy. An unknown function answers an empty list. After an error inside, no answer is sent.
AddEventHandler('vRP:proxy', function(name, args, caller, rid)
  local fn, results = vRP[name], {}
  if type(fn) == 'function' then
    local n = highest(args)
    Caller = caller
    results = { fn(table.unpack(args, 1, n)) }
  end
  if rid >= 0 then TriggerEvent('vRP:' .. caller .. ':proxy_res', rid, results) end
end)

local prepared = {}
local function run(name, params)
  if not prepared[name] then error('query ' .. tostring(name) .. ' does not exist', 0) end
  local by = string.match(name, '^([%w_%-]+)/')
  if not by or GetResourceState(by) ~= 'started' then by = '' end
  Wait(0)
  return Standin.sql(prepared[name], params or {}, by)
end

-- The three functions under the names of one generation.
function OfferQueries(prepare, query, execute)
  vRP[prepare] = function(name, sql) prepared[name] = sql end
  vRP[query] = function(name, params)
    local result = run(name, params)
    return result.affectedRows and {} or result
  end
  vRP[execute] = function(name, params) return run(name, params).affectedRows or 0 end
end

function Rows(sql, params) return Standin.sql(sql, params or {}) end
function Row(sql, params) return Rows(sql, params)[1] end

-- The citizen of a source. (The real bases look up the identifiers in their account table.)
function CitizenOf(src) return math.tointeger(Standin.citizen(src)) end

function SplitPlate()
  local letters, out = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', {}
  for c in string.gmatch('DDLLLDDD', '.') do
    local n = math.random(c == 'D' and 10 or 26)
    out[#out + 1] = c == 'D' and tostring(n - 1) or string.sub(letters, n, n)
  end
  return table.concat(out)
end

-- Items of every base: weight in kilos, and the most that a person may carry in bases with such a limit.
Items = {
  agua = { weight = 0.5, max = 20 }, pao = { weight = 0.5 }, dinheirosujo = { weight = 0 }, radio = { weight = 1, max = 1 },
  lockpick = { weight = 1, max = 10 }, WEAPON_PISTOL = { weight = 3, durable = true }, repairkit = { weight = 2, max = 5 },
  celular = { weight = 1, durable = true }, bigbox = { weight = 40 },
}
function Weight(item) return Items[item] and Items[item].weight or 0 end

-- Puts items into a person's inventory, for people and tests; a negative amount takes them.
AddEventHandler('standin:items', function(id, item, amount)
  local give, take = vRP.giveInventoryItem or vRP.GiveItem, vRP.tryGetInventoryItem or vRP.TakeItem
  if amount > 0 then give(id, item, amount) elseif amount < 0 then take(id, item, -amount) end
end)

function AfterEvery(ms, fn)
  CreateThread(function()
    while true do
      Wait(ms)
      fn()
    end
  end)
end
