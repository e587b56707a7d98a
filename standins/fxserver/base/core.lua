-- The common parts of the bases that are no vRP: their database, and the ids of their people. Every function of a base names
-- its published one: `-- [alias] file:line`. The head of the file says for which repository and commit the alias stands.

-- A query that the base waits for.
function Rows(sql, params)
  Wait(0)
  return Standin.sql(sql, params or {})
end
function Row(sql, params) return Rows(sql, params)[1] end

-- The character that a person of the test city plays. (The real bases ask the person in a menu.)
function CitizenIdOf(id) return string.format('VTR%05d', id) end
function CitizenOf(src) return math.tointeger(Standin.citizen(src)) end
function NumberOf(citizenid) return math.tointeger(tonumber(string.match(citizenid, '%d+$'))) end

function SizeOf(t)
  local n = 0
  for _ in pairs(t) do n = n + 1 end
  return n
end

function AfterEvery(ms, fn)
  CreateThread(function()
    while true do
      Wait(ms)
      fn()
    end
  end)
end
