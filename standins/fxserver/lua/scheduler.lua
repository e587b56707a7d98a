-- Threads, promises, events, exports and references of one resource. JavaScript calls only `enter`, and Lua only
-- `call`. Time is the city's clock: each entry sets NOW.
local S = {}
local codec, json, rawHost, NAME = ...
S.now = 0
local FRAME = 20
local touched = false

-- A killed server runs nothing more: a coroutine that calls outside stops there and is never resumed.
local function freeze()
  while true do
    if coroutine.isyieldable() then coroutine.yield('@dead') else error('@dead', 0) end
  end
end
function S.call(op, ...)
  touched = true
  local value, failure = rawHost(S.now, op, ...)
  touched = true -- again, because the call may have returned into this resource
  if failure then
    if failure == '@dead' then freeze() end
    error(failure, 0)
  end
  return value
end
local call = S.call
-- A call that only reads. It changes nothing outside, so this resource may run on.
function S.peek(op, ...)
  local before = touched
  local value = call(op, ...)
  touched = before
  return value
end

-- ── timers: a binary heap by (due, sequence) ──
local heap, size, sequence = {}, 0, 0
local function before(a, b) return a.due < b.due or (a.due == b.due and a.seq < b.seq) end
local function push(due, run, arg)
  sequence = sequence + 1
  local item = { due = due, seq = sequence, run = run, arg = arg }
  size = size + 1
  local i = size
  while i > 1 do
    local parent = i // 2
    if not before(item, heap[parent]) then break end
    heap[i] = heap[parent]
    i = parent
  end
  heap[i] = item
  return item
end
local function pop()
  local top, last = heap[1], heap[size]
  heap[size] = nil
  size = size - 1
  if size > 0 then
    local i = 1
    while true do
      local child = i * 2
      if child > size then break end
      if child < size and before(heap[child + 1], heap[child]) then child = child + 1 end
      if not before(heap[child], last) then break end
      heap[i] = heap[child]
      i = child
    end
    heap[i] = last
  end
  return top
end

local WAIT, AWAIT = {}, {}
function S.report(message) call('error', codec.escape(tostring(message))) end
local function resume(co, ...)
  local ok, what, arg = coroutine.resume(co, ...)
  if not ok then S.report(debug.traceback(co, tostring(what))) return end
  if coroutine.status(co) == 'dead' then return end
  if what == WAIT then push(S.now + (arg < FRAME and FRAME or arg), resume, co) end
end

Citizen = {}
function Citizen.CreateThreadNow(fn, ...) resume(coroutine.create(fn), ...) end
function Citizen.CreateThread(fn)
  if type(fn) ~= 'function' then error('CreateThread needs a function', 2) end
  push(S.now, resume, coroutine.create(fn))
end
function Citizen.Wait(ms)
  if not coroutine.isyieldable() then error('Wait outside of a thread', 2) end
  coroutine.yield(WAIT, math.floor(tonumber(ms) or 0))
end
local timeouts, timeoutId = {}, 0
function Citizen.SetTimeout(ms, fn)
  timeoutId = timeoutId + 1
  local id = timeoutId
  timeouts[id] = true
  push(S.now + math.max(0, math.floor(tonumber(ms) or 0)), function()
    if timeouts[id] then timeouts[id] = nil; Citizen.CreateThreadNow(fn) end
  end)
  return id
end
function Citizen.ClearTimeout(id) timeouts[id] = nil end
function Citizen.Trace(text) call('print', codec.escape(tostring(text))) end
CreateThread, Wait, SetTimeout, ClearTimeout = Citizen.CreateThread, Citizen.Wait, Citizen.SetTimeout, Citizen.ClearTimeout

-- ── promises ──
local P = {}
P.__index = P
promise = {}
local function settle(p, state, value)
  if p.state ~= 'pending' then return end
  if state == 'resolved' and getmetatable(value) == P then
    value:next(function(v) settle(p, 'resolved', v) end, function(e) settle(p, 'rejected', e) end)
    return
  end
  p.state, p.value = state, value
  for _, fn in ipairs(p.waiting) do push(S.now, fn) end
  p.waiting = {}
end
function promise.new() return setmetatable({ state = 'pending', waiting = {} }, P) end
function P:resolve(value) settle(self, 'resolved', value) return self end
function P:reject(value) settle(self, 'rejected', value) return self end
local function whenSettled(p, fn) if p.state == 'pending' then p.waiting[#p.waiting + 1] = fn else push(S.now, fn) end end
function P:next(onOk, onFail)
  local after = promise.new()
  whenSettled(self, function()
    local fn = onOk
    if self.state == 'rejected' then fn = onFail end
    if not fn then settle(after, self.state, self.value) return end
    Citizen.CreateThreadNow(function()
      local ok, result = pcall(fn, self.value)
      settle(after, ok and 'resolved' or 'rejected', result)
    end)
  end)
  return after
end
function promise.all(list)
  local p, left, results = promise.new(), #list, {}
  if left == 0 then p:resolve(results) end
  for i, one in ipairs(list) do
    one:next(function(v)
      results[i], left = v, left - 1
      if left == 0 then p:resolve(results) end
    end, function(e) p:reject(e) end)
  end
  return p
end
function Citizen.Await(p)
  if not coroutine.isyieldable() then
    error('Current execution context is not in the scheduler, you should use CreateThread / SetTimeout or Event system (AddEventHandler) to be able to Await', 2)
  end
  if p.state == 'pending' then
    local co = coroutine.running()
    whenSettled(p, function() resume(co) end)
    coroutine.yield(AWAIT)
  end
  if p.state == 'rejected' then error(p.value, 2) end
  return p.value
end

-- ── references and calls between resources ──
local refs, refCount, waitingCalls, callCount = {}, 0, {}, 0
local function makeRef(fn)
  refCount = refCount + 1
  refs[refCount] = fn
  return refCount
end
local pack, unpackArgs = table.pack, nil
function S.encode(v) return codec.encode(v, NAME, makeRef) end
local function remote(op, a, b, args)
  callCount = callCount + 1
  local id = callCount
  local p = promise.new()
  waitingCalls[id] = p
  local answer = call(op, a, b, S.encode(args), id)
  if answer == '~' then answer = Citizen.Await(p) end
  waitingCalls[id] = nil
  local results = S.decode(string.sub(answer, 2))
  if string.sub(answer, 1, 1) == 'E' then error(results, 0) end
  return unpackArgs(results)
end
local refMeta = {
  __call = function(self, ...)
    local owner, id = string.match(self.__cfx_functionReference, '^(.*)|(%d+)$')
    return remote('invoke_ref', owner, math.tointeger(tonumber(id)), pack(...))
  end,
}
local function fromRef(text) return setmetatable({ __cfx_functionReference = text }, refMeta) end
function S.decode(text) return codec.decode(text, fromRef) end
function unpackArgs(args)
  local n = args.n or 0
  args.n = nil
  return table.unpack(args, 1, n)
end

-- Runs fn in a thread. The caller gets the results now, or '~' and later an 'answer' if the function waits.
local function serve(fn, payload, caller, callId)
  local now, finished = true, nil
  Citizen.CreateThreadNow(function()
    local results = pack(xpcall(function() return fn(unpackArgs(S.decode(payload))) end, function(e)
      return type(e) == 'string' and e or tostring(e)
    end))
    local text
    if results[1] then text = 'R' .. S.encode(pack(table.unpack(results, 2, results.n)))
    else text = 'E' .. S.encode(results[2]) end
    if now then finished = text else call('answer', caller, callId, text) end
  end)
  now = false
  return finished or '~'
end

-- ── exports ──
local offered = {}
exports = setmetatable({}, {
  __call = function(_, name, fn) offered[name] = fn; call('export', name) end,
  __index = function(_, resource)
    return setmetatable({}, {
      __index = function(_, name)
        if not call('has_export', resource, name) then
          error('No such export ' .. tostring(name) .. ' in resource ' .. tostring(resource), 2)
        end
        return function(_, ...) return remote('invoke_export', resource, name, pack(...)) end
      end,
    })
  end,
})

-- ── events ──
local handlers, handlerKey = {}, 0
source = ''
function AddEventHandler(name, fn)
  if type(fn) ~= 'function' and type(fn) ~= 'table' then error('AddEventHandler needs a function', 2) end
  handlerKey = handlerKey + 1
  local list = handlers[name]
  if not list then list = {}; handlers[name] = list; call('listen', name) end
  list[#list + 1] = { key = handlerKey, fn = fn }
  return { key = handlerKey, name = name }
end
function RemoveEventHandler(handle)
  local list = handle and handlers[handle.name] or {}
  for i, h in ipairs(list) do if h.key == handle.key then table.remove(list, i) return end end
  error('Invalid event data passed to RemoveEventHandler()', 2)
end
function RegisterNetEvent(name, fn) if fn then return AddEventHandler(name, fn) end end
RegisterServerEvent = RegisterNetEvent
function TriggerEvent(name, ...) return call('trigger', name, S.encode(pack(...))) ~= false end
function CancelEvent() call('cancel_event') end
function TriggerClientEvent(name, target, ...)
  call('client_event', tostring(name), math.tointeger(tonumber(target)), S.encode(pack(...)))
end

-- ── the only entry from JavaScript ──
local entries = {}
S.entries = entries
function entries.tick(untilMs)
  while true do
    while size > 0 and heap[1].due <= S.now do
      local item = pop()
      local ok, failure = pcall(item.run, item.arg)
      if not ok then S.report(failure) end
    end
    if size == 0 then return -1 end
    if touched or heap[1].due > untilMs then return heap[1].due end
    S.now = heap[1].due
  end
end
function entries.event(name, payload, src)
  local list = handlers[name]
  if not list or #list == 0 then return end
  local copy = { table.unpack(list) }
  local previous = source
  for _, h in ipairs(copy) do
    source = src
    Citizen.CreateThreadNow(function() h.fn(unpackArgs(S.decode(payload))) end)
  end
  source = previous
end
function entries.export(name, payload, caller, id) return serve(offered[name], payload, caller, id) end
function entries.ref(refId, payload, caller, id)
  if not refs[refId] then return 'E' .. S.encode('unknown function reference') end
  return serve(refs[refId], payload, caller, id)
end
function entries.answer(id, text) if waitingCalls[id] then waitingCalls[id]:resolve(text) end end
function entries.due() return size > 0 and heap[1].due or -1 end

function enter(now, what, ...)
  if now > S.now then S.now = now end
  touched = false
  return entries[what](...)
end
return S
