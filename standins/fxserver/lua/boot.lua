-- Builds a resource's VM. `__host` and the sources come from JavaScript and are removed at once.
local host, name, sources = __host, __name, { codec = __codec, json = __json, scheduler = __scheduler, natives = __natives, files = __files }
__host, __name, __codec, __json, __scheduler, __natives, __files, Promise, null = nil, nil, nil, nil, nil, nil, nil, nil, nil
local codec = assert(load(sources.codec, '=codec'))()
json = assert(load(sources.json, '=json'))()
local S = assert(load(sources.scheduler, '=scheduler'))(codec, json, host, name)
assert(load(sources.natives, '=natives'))(S, codec, json, name)
assert(load(sources.files, '=files'))(S, codec)
local enterOnce = enter
enter = nil

function S.entries.run(code, chunk)
  local fn, failure = load(codec.unescape(code), '@' .. chunk, 't', _G)
  if not fn then S.report(failure) return end
  Citizen.CreateThreadNow(fn)
end

-- The functions for stand-ins of frameworks and drivers; a shop's resource never sees this table.
function S.entries.privileged()
  Standin = {
    sql = function(sql, params, by)
      while S.call('sql_down') do Citizen.Wait(500) end
      return codec.decode(S.call('sql', codec.escape(sql), codec.encode(params or {}), by or ''))
    end,
    transaction = function(list, by)
      while S.call('sql_down') do Citizen.Wait(500) end
      return S.call('sql_transaction', codec.encode(list), by or '')
    end,
    -- Counts a real effect: `apply` runs between the two kill points.
    effect = function(kind, player, detail, apply)
      S.call('effect_begin', kind)
      local result = apply and apply()
      S.call('effect_end', kind, codec.encode({ player = player, detail = detail }))
      return result
    end,
    citizen = function(src) return S.call('player_citizen', tostring(src)) end,
    -- The account of a person of the test city.
    license = function(id) return S.call('citizen_license', id) end,
    state = function(fn) S.inspect = fn end,
  }
end
function S.entries.inspect(payload)
  if not S.inspect then return 'n' end
  local ok, answer = pcall(S.inspect, codec.decode(payload))
  return ok and codec.encode(answer) or 'n'
end

-- A manifest is Lua too: `key 'value'`, `keys { 'a', 'b' }`. A plural key with a list is the singular key several
-- times.
function S.entries.manifest(code)
  local found = {}
  local function add(key, value)
    if type(value) == 'table' then
      for _, v in ipairs(value) do add((string.gsub(key, 's$', '')), v) end
    else
      found[#found + 1] = { key, tostring(value) }
    end
    return function() end
  end
  local env = setmetatable({}, { __index = function(_, key) return function(value) return add(key, value) end end })
  local fn, failure = load(codec.unescape(code), '@fxmanifest.lua', 't', env)
  if not fn then error(failure, 0) end
  fn()
  return codec.encode(found)
end
return enterOnce
