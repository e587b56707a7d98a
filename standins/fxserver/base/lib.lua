-- The common parts of the vRP family: the proxy (two events), prepared statements, and the loaded players.
-- Every function of a base names its published one: `-- [alias] file:line`. The head of the file says for which
-- repository and commit the alias stands. `-- facts/game-frameworks.md …` is used if the source has no line to name.
-- [proxy] thechosenklaus/crnetwork 88ece78 resources/vrp/lib/Proxy.lua
vRP = {}

local function highest(t)
  local max = 0
  for k in pairs(t) do if math.type(k) == 'integer' and k > max then max = k end end
  return max
end

-- A call through the proxy. An unknown function answers an empty list. After an error inside, no answer is sent.
-- [proxy] Proxy.lua:43
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
-- Runs a prepared query by its name. Its writes count as those of the resource in front of the slash.
function RunPrepared(name, params)
  if not prepared[name] then error('query ' .. tostring(name) .. ' does not exist', 0) end
  local by = string.match(name, '^([%w_%-]+)/')
  if not by or GetResourceState(by) ~= 'started' then by = '' end
  Wait(0)
  return Standin.sql(prepared[name], params or {}, by)
end
function Prepare(name, sql) prepared[name] = sql end

function Rows(sql, params) return Standin.sql(sql, params or {}) end
function Row(sql, params) return Rows(sql, params)[1] end

-- The citizen of a source. (The real bases look up the identifiers in their account table.)
function CitizenOf(src) return math.tointeger(Standin.citizen(src)) end

-- [utils] thechosenklaus/crnetwork 88ece78 resources/vrp/lib/Utils.lua
-- [utils] Utils.lua:148
function ParseInt(value) return math.floor(tonumber(value) or 0) end
-- [utils] Utils.lua:181
function SplitOne(name) return (string.match(name, '[^%-]+')) end

-- A plate: two digits, three letters, three digits.
function SplitPlate()
  local letters, out = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', {}
  for c in string.gmatch('DDLLLDDD', '.') do
    local n = math.random(c == 'D' and 10 or 26)
    out[#out + 1] = c == 'D' and tostring(n - 1) or string.sub(letters, n, n)
  end
  return table.concat(out)
end

-- What the bases know of an item, also under the longer name of a durable one.
function Item(name) return Items[SplitOne(name)] end
function Weight(name) return Item(name) and Item(name).weight or 0 end

-- A message to a player without a source raises, as the native does with an argument that is nil.
function TellClient(src) if src == nil then error('Argument at index 1 was null.', 0) end end

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
