-- A small FXServer for unit tests: scheduler with a virtual clock, events, key-value store, HTTP and SQL through the
-- test's functions (`host*`, which exchange only JSON text).
local now, epochStart = 0, 1790000000
local threads, timers, handlers, commands = {}, {}, {}, {}
local halted = false
Harness = { logs = {}, scriptErrors = {}, states = {}, exportsOf = {}, meta = {}, files = {}, executed = {}, aces = {} }

-- A machine without power writes nothing, even if code catches the error and goes on.
local function alive() if halted then error('halted', 0) end end

-- JSON like FXServer's: an empty table is a list, integers stay integers, a decoded null disappears.
json = {}
local escapes = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }
local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return escapes[c] or ('\\u%04x'):format(c:byte()) end) .. '"'
end
function json.encode(value)
  local kind = type(value)
  if kind == 'string' then return quote(value) end
  if kind == 'number' then return math.type(value) == 'integer' and tostring(value) or ('%.14g'):format(value) end
  if kind ~= 'table' then return tostring(value) end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for i = 1, #value do parts[i] = json.encode(value[i]) end
    return '[' .. table.concat(parts, ',') .. ']'
  end
  for k, v in pairs(value) do parts[#parts + 1] = quote(tostring(k)) .. ':' .. json.encode(v) end
  table.sort(parts)
  return '{' .. table.concat(parts, ',') .. '}'
end
local unescapes = { n = '\n', r = '\r', t = '\t', b = '\b', f = '\f' }
local parse
local function parseString(s, i)
  local out = {}
  while true do
    local stop = s:find('["\\]', i)
    if not stop then error('string') end
    out[#out + 1] = s:sub(i, stop - 1)
    if s:sub(stop, stop) == '"' then return table.concat(out), stop + 1 end
    local c = s:sub(stop + 1, stop + 1)
    if c == 'u' then
      out[#out + 1] = utf8.char(tonumber(s:sub(stop + 2, stop + 5), 16))
      i = stop + 6
    else
      out[#out + 1] = unescapes[c] or c
      i = stop + 2
    end
  end
end
function parse(s, i)
  i = s:match('^%s*()', i)
  local c = s:sub(i, i)
  if c == '"' then return parseString(s, i + 1) end
  if c == '{' or c == '[' then
    local out, close, n = {}, c == '{' and '}' or ']', 0
    i = s:match('^%s*()', i + 1)
    if s:sub(i, i) == close then return out, i + 1 end
    while true do
      local key, value
      if close == '}' then
        key, i = parse(s, i)
        i = s:match('^%s*:()', i) or error('colon')
      else
        n = n + 1
        key = n
      end
      value, i = parse(s, i)
      out[key] = value
      local mark
      mark, i = s:match('^%s*([,%]}])()', i)
      if mark == close then return out, i end
      if mark ~= ',' then error('comma') end
    end
  end
  for word, value in pairs({ ['true'] = true, ['false'] = false }) do
    if s:sub(i, i + #word - 1) == word then return value, i + #word end
  end
  if s:sub(i, i + 3) == 'null' then return nil, i + 4 end
  local text = s:match('^-?%d[%d%.eE+-]*', i)
  if not text then error('value') end
  return tonumber(text), i + #text
end
function json.decode(s)
  local ok, value = pcall(parse, s, 1)
  if ok then return value end
  return nil, 1, value
end

-- Resources exchange copies: functions in tables and metatables are lost, integer keys stay.
local function copy(value)
  if type(value) ~= 'table' then return value end
  local out = {}
  for k, v in pairs(value) do
    if type(v) ~= 'function' then out[k] = copy(v) end
  end
  return out
end

local function resume(thread, ...)
  if halted then return end
  local ok, problem = coroutine.resume(thread, ...)
  if not ok and not halted then table.insert(Harness.scriptErrors, tostring(problem)) end
end
local timerCount = 0
local function runAt(time, fn)
  timerCount = timerCount + 1
  table.insert(timers, { time = time, fn = fn, order = timerCount })
end
function CreateThread(fn) table.insert(threads, coroutine.create(fn)) end
function Wait(ms)
  local thread = coroutine.running()
  runAt(now + math.max(0, ms), function() resume(thread) end)
  coroutine.yield()
end
function SetTimeout(ms, fn) runAt(now + ms, function() resume(coroutine.create(fn)) end) end
promise = { new = function()
  return { resolve = function(self, value)
    self.done, self.value = true, value
    if self.thread then
      local thread = self.thread
      runAt(now, function() resume(thread) end)
    end
  end }
end }
Citizen = { Await = function(p)
  if not p.done then
    p.thread = coroutine.running()
    coroutine.yield()
  end
  return p.value
end }
function GetGameTimer() return now end
os.time = function() return epochStart + now // 1000 end
print = function(...) table.insert(Harness.logs, table.concat({ ... }, ' ')) end
require, dofile, loadfile, io = nil, nil, nil, nil

function AddEventHandler(name, fn)
  handlers[name] = handlers[name] or {}
  table.insert(handlers[name], fn)
end
function TriggerEvent(name, ...)
  local args = table.pack(...)
  for i = 1, args.n do args[i] = copy(args[i]) end
  for _, fn in ipairs(handlers[name] or {}) do
    -- Each handler runs in its own thread: it may wait, and its error stops only itself.
    local thread = coroutine.create(fn)
    local ok = coroutine.resume(thread, table.unpack(args, 1, args.n))
    if not ok and halted then error('halted', 0) end
  end
end
exports = setmetatable({}, { __index = function(_, resource)
  return setmetatable({}, { __index = function(_, name)
    return function(_, ...)
      local fn = (Harness.exportsOf[resource] or {})[name] or error('No such export ' .. name .. ' in resource ' .. resource, 0)
      return copy(fn(...))
    end
  end })
end })
function GetCurrentResourceName() return Harness.resource or 'vitrine' end
function GetResourceState(name) return Harness.states[name] or 'missing' end
function GetResourceMetadata(name, key) return (Harness.meta[name] or {})[key] end
function LoadResourceFile(name, file) return Harness.files[name .. '/' .. file] end
function GetConvar(name, default) local v = hostConvar(name) if v == '' then return default end return v end
function GetConvarInt(_, default) return default end
function GetPlayers() return {} end
function GetPlayerIdentifierByType(src, kind) return (Harness.identifiers or {})[src .. ':' .. kind] end
function RegisterCommand(name, fn) commands[name] = fn end
function GetRegisteredCommands()
  local list = {}
  for name in pairs(commands) do table.insert(list, { name = name }) end
  return list
end
function IsPrincipalAceAllowed(principal, object) return Harness.aces[principal .. ' ' .. object] == true end
function ExecuteCommand(line)
  alive()
  hostEffect(line)
  table.insert(Harness.executed, line)
end
function SetResourceKvp(key, value)
  alive()
  hostKvp('set', key, value)
end
SetResourceKvpNoSync = SetResourceKvp
function FlushResourceKvp() end
function GetResourceKvpString(key) local v = hostKvp('get', key, '') if v == '' then return nil end return v end
function DeleteResourceKvp(key)
  alive()
  hostKvp('delete', key, '')
end
DeleteResourceKvpNoSync = DeleteResourceKvp
local finds, openFinds = {}, 0
function StartFindKvp(prefix)
  if openFinds >= 64 then return -1 end
  openFinds = openFinds + 1
  table.insert(finds, json.decode(hostKvp('list', prefix, '')))
  return #finds
end
function FindKvp(handle) return table.remove(finds[handle], 1) end
function EndFindKvp() openFinds = openFinds - 1 end
local requests = {}
function PerformHttpRequest(url, fn, method, body, headers, options)
  alive()
  assert(options and options.followLocation == false, 'redirects must not be followed')
  local id = #requests + 1
  requests[id] = fn
  hostHttp(id, url, method, body, json.encode(headers))
end
-- The test answers a request after so many virtual ms. Without this call there is no answer.
function Harness.answer(id, delay, status, body, headers, errorData)
  runAt(now + delay, function()
    local thread = coroutine.create(requests[id])
    resume(thread, status, body ~= '' and body or nil, json.decode(headers), errorData ~= '' and errorData or nil)
  end)
end
Harness.exportsOf.oxmysql = {
  query_async = function(sql, params)
    alive()
    return json.decode(hostSql('query', sql, json.encode(params or {})))
  end,
  update_async = function(sql, params)
    alive()
    return json.decode(hostSql('update', sql, json.encode(params or {})))[1]
  end,
  transaction_async = function(list)
    alive()
    return json.decode(hostSql('transaction', json.encode(list), '[]'))[1] == 1
  end,
}
-- The power goes off: nothing of this machine runs any more.
function Harness.halt()
  halted = true
  error('halted', 0)
end
function Harness.isHalted() return halted end
local function step(limit)
  local list = threads
  threads = {}
  for _, thread in ipairs(list) do resume(thread) end
  if #list > 0 then return true end
  table.sort(timers, function(a, b) return a.time == b.time and a.order < b.order or a.time < b.time end)
  local first = timers[1]
  if not first or first.time > limit then return false end
  table.remove(timers, 1)
  now = math.max(now, first.time)
  first.fn()
  return true
end
function Harness.run(ms)
  local limit = now + ms
  while not halted and step(limit) do end
  if not halted then now = limit end
end
function Harness.command(name, source, ...) commands[name](source, { ... }, '') end
function Harness.now() return now end
