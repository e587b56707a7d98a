-- FXServer's server natives that a delivery resource may use, over `call`. Texts are escaped, structures encoded.
local S, codec, json, NAME = ...
local call, peek, entries = S.call, S.peek, S.entries
local esc, unesc = codec.escape, codec.unescape
local function wire(v) return codec.encode(v) end
local function unwire(text) return codec.decode(text) end
local function text(v) return v ~= nil and v ~= false and unesc(v) or nil end
-- As C strings, Lua strings end at the first NUL.
local function cstr(v) return (string.match(tostring(v), '^[^%z]*')) end

-- ── resources and surroundings ──
function GetCurrentResourceName() return NAME end
function GetInvokingResource() return text(peek('invoking')) end
function GetResourceState(name) return peek('resource_state', tostring(name)) end
function GetNumResources() return math.tointeger(peek('resource_count')) end
function GetResourceByFindIndex(i) return text(peek('resource_at', i)) end
function GetResourceMetadata(name, key, index) return text(peek('metadata', tostring(name), tostring(key), index or 0)) end
function GetNumResourceMetadata(name, key) return math.tointeger(peek('metadata_count', tostring(name), tostring(key))) end
function GetResourcePath(name) return text(peek('resource_path', tostring(name))) end
function GetConvar(name, default) return text(peek('convar', tostring(name))) or default end
function GetConvarInt(name, default)
  local v = text(peek('convar', tostring(name)))
  return v and math.tointeger(tonumber(string.match(v, '^%s*%-?%d+')) or 0) or default
end
function SetConvar(name, value) call('set_convar', tostring(name), esc(tostring(value)), false) end
function SetConvarReplicated(name, value) call('set_convar', tostring(name), esc(tostring(value)), true) end
SetConvarServerInfo = SetConvar
local bootTime
function GetGameTimer()
  bootTime = bootTime or math.tointeger(peek('boot_time'))
  return math.tointeger(S.now - bootTime)
end
function LoadResourceFile(resource, file) return text(peek('load_file', tostring(resource), esc(tostring(file)))) end
function SaveResourceFile(resource, file, data, length)
  data = tostring(data)
  if math.type(length) == 'integer' and length >= 0 then data = string.sub(data, 1, length) end
  return call('save_file', tostring(resource), esc(tostring(file)), esc(data)) == true
end
function GetHashKey(name)
  local hash = 0
  for i = 1, #name do
    hash = (hash + string.byte(string.lower(string.sub(name, i, i)))) & 0xFFFFFFFF
    hash = (hash + (hash << 10)) & 0xFFFFFFFF
    hash = hash ~ (hash >> 6)
  end
  hash = (hash + (hash << 3)) & 0xFFFFFFFF
  hash = hash ~ (hash >> 11)
  hash = (hash + (hash << 15)) & 0xFFFFFFFF
  return hash >= 0x80000000 and hash - 0x100000000 or hash
end
joaat = GetHashKey
function IsDuplicityVersion() return true end
function print(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = tostring(parts[i]) end
  call('print', esc(table.concat(parts, '\t')))
end

-- ── players ──
function GetPlayers() return unwire(peek('players')) end
function GetNumPlayerIndices() return #GetPlayers() end
function GetPlayerName(src) return text(peek('player_name', tostring(src))) end
function GetPlayerIdentifiers(src) return unwire(peek('player_identifiers', tostring(src))) end
function GetNumPlayerIdentifiers(src) return #GetPlayerIdentifiers(src) end
function GetPlayerIdentifier(src, i) return GetPlayerIdentifiers(src)[i + 1] end
-- The type is compared as a prefix without the colon, so 'license' may answer a license2.
function GetPlayerIdentifierByType(src, kind)
  for _, id in ipairs(GetPlayerIdentifiers(src)) do
    if string.sub(id, 1, #kind) == kind then return id end
  end
end
function GetPlayerEndpoint(src) return text(peek('player_endpoint', tostring(src))) end
function GetPlayerPing() return 20 end
function DoesPlayerExist(src) return peek('player_name', tostring(src)) and true or false end
function GetPlayerRoutingBucket(src) return math.tointeger(peek('routing_bucket', tostring(src))) end
function SetPlayerRoutingBucket(src, bucket) call('set_routing_bucket', tostring(src), math.tointeger(bucket)) end
-- A state that every resource reads and writes. A key that nobody wrote is nil.
GlobalState = setmetatable({}, {
  __index = function(_, key) return unwire(peek('global_state', esc(tostring(key)))) end,
  __newindex = function(_, key, value) call('set_global_state', esc(tostring(key)), wire(value)) end,
})
function DropPlayer(src, reason) call('drop_player', tostring(src), esc(tostring(reason or ''))) end

-- ── commands and rights ──
local commands, listeners = {}, {}
function RegisterCommand(name, fn, restricted)
  commands[string.lower(name)] = fn
  call('command', tostring(name), restricted == true)
end
function ExecuteCommand(line) call('execute_command', esc(tostring(line))) end
function GetRegisteredCommands() return unwire(peek('commands')) end
function IsPrincipalAceAllowed(principal, object) return peek('ace', tostring(principal), tostring(object)) == true end
function IsPlayerAceAllowed(src, object) return peek('ace', 'player.' .. tostring(src), tostring(object)) == true end
IsAceAllowed = function(object) return IsPrincipalAceAllowed('resource.' .. NAME, object) end
function RegisterConsoleListener(fn) listeners[#listeners + 1] = fn; call('listen_console') end
function entries.command(name, src, args, raw)
  local fn = commands[name]
  if fn then Citizen.CreateThreadNow(function() fn(src, unwire(args), unesc(raw)) end) end
end
local telling = false
function entries.console(channel, message)
  if telling then return end
  telling = true
  for _, fn in ipairs(listeners) do Citizen.CreateThreadNow(function() fn(channel, unesc(message)) end) end
  telling = false
end

-- ── key value storage ──
local function put(key, value, sync) call('kvp_set', esc(cstr(key)), esc(wire(value)), sync) end
function SetResourceKvp(key, value) put(key, cstr(value), true) end
function SetResourceKvpNoSync(key, value) put(key, cstr(value), false) end
function SetResourceKvpInt(key, value) put(key, math.tointeger(value) or 0, true) end
function SetResourceKvpIntNoSync(key, value) put(key, math.tointeger(value) or 0, false) end
function SetResourceKvpFloat(key, value) put(key, value + 0.0, true) end
function SetResourceKvpFloatNoSync(key, value) put(key, value + 0.0, false) end
local function get(key, kind)
  local stored = peek('kvp_get', esc(cstr(key)))
  local value = stored and unwire(unesc(stored))
  if kind == 'string' then return type(value) == 'string' and value or nil end
  if math.type(value) == kind then return value end
end
function GetResourceKvpString(key) return get(key, 'string') end
function GetResourceKvpInt(key) return get(key, 'integer') end
function GetResourceKvpFloat(key) return get(key, 'float') end
function DeleteResourceKvp(key) call('kvp_delete', esc(cstr(key)), true) end
function DeleteResourceKvpNoSync(key) call('kvp_delete', esc(cstr(key)), false) end
function FlushResourceKvp() call('kvp_flush') end
function StartFindKvp(prefix) return math.tointeger(call('kvp_find', esc(cstr(prefix)))) end
function FindKvp(handle) return text(call('kvp_next', handle)) end
function EndFindKvp(handle) call('kvp_end', handle) end

-- ── HTTP ──
local requests = {}
function PerformHttpRequest(url, cb, method, data, headers, options)
  local refused = false
  for k, v in pairs(headers or {}) do
    if type(k) ~= 'string' or type(v) ~= 'string' then refused = true end
  end
  if type(url) ~= 'string' or (data ~= nil and type(data) ~= 'string') then refused = true end
  local id
  if not refused then
    local follow = not (options and options.followLocation == false)
    id = call('http', esc(cstr(url)), esc(method or 'GET'), esc(cstr(data or '')), wire(headers or {}), follow)
  end
  if not id then cb(0, nil, {}, 'Failure handling HTTP request') return end
  requests[math.tointeger(id)] = cb
end
function PerformHttpRequestAwait(url, method, data, headers, options)
  local p = promise.new()
  PerformHttpRequest(url, function(status, body, head, failure) p:resolve({ status, body, head, failure }) end,
    method, data, headers, options)
  local r = Citizen.Await(p)
  return r[1], r[2], r[3], r[4]
end
function entries.http(id, status, body, headers, failure)
  local cb = requests[id]
  requests[id] = nil
  if not cb then return end
  body, failure, headers = body and unesc(body), failure and unesc(failure), unwire(headers)
  Citizen.CreateThreadNow(function() cb(status, body, headers, failure) end)
end

-- ── time, files and what a resource must not have ──
local date, time, difftime, clock = os.date, os.time, os.difftime, os.clock
os = {
  time = function(t) if t then return time(t) end return S.now // 1000 end,
  date = function(format, at) return date(format or '%c', at or S.now // 1000) end,
  difftime = difftime,
  clock = clock,
  getenv = function() end,
  tmpname = function() return nil end,
  execute = function() return nil, 'permission denied', 13 end,
  remove = function(path) return S.io.remove(path) end,
  rename = function(from, to) return S.io.rename(from, to) end,
}
require, dofile, loadfile, package = nil, nil, nil, nil
debug = { traceback = debug.traceback, getinfo = debug.getinfo, getlocal = debug.getlocal }
