--- MTA's globals for one resource in Lua 5.1. Every function of the server is a call out of here; values cross as text.
local host, more = __host, __more
__host, __more = nil, nil

local ids, handles = setmetatable({}, { __mode = 'k' }), {}
local functions, lastRef = {}, 0

--- An element, account, timer, … of the server: a userdata, the same one for the same thing.
local function handleOf(id)
  if not handles[id] then
    handles[id] = newproxy(false)
    ids[handles[id]] = id
  end
  return handles[id]
end

local function escaped(text)
  return (text:gsub('[^ -$&-:<-~]', function(sign) return ('%%%02X'):format(sign:byte()) end))
end

local function write(value, parts)
  local kind = type(value)
  if kind == 'string' then parts[#parts + 1] = 's' .. escaped(value) .. ';'
  elseif kind == 'number' then parts[#parts + 1] = 'd' .. ('%.17g'):format(value) .. ';'
  elseif kind == 'boolean' then parts[#parts + 1] = value and 't' or 'f'
  elseif kind == 'function' then
    lastRef = lastRef + 1
    functions[lastRef] = value
    parts[#parts + 1] = 'c' .. lastRef .. ';'
  elseif kind == 'userdata' then parts[#parts + 1] = 'u' .. (ids[value] or '?') .. ';'
  elseif kind == 'table' then
    parts[#parts + 1] = '{'
    for key, one in pairs(value) do
      write(key, parts)
      write(one, parts)
    end
    parts[#parts + 1] = '}'
  else parts[#parts + 1] = 'n' end
end

local function pack(...)
  local parts = { 'd' .. select('#', ...) .. ';' }
  for index = 1, select('#', ...) do write((select(index, ...)), parts) end
  return table.concat(parts)
end

local function read(text, at)
  local tag = text:sub(at, at)
  if tag == 't' then return true, at + 1 end
  if tag == 'f' then return false, at + 1 end
  if tag == 'n' then return nil, at + 1 end
  if tag == '{' then
    local found, key, value = {}, nil, nil
    at = at + 1
    while text:sub(at, at) ~= '}' do
      key, at = read(text, at)
      value, at = read(text, at)
      found[key] = value
    end
    return found, at + 1
  end
  local stop = text:find(';', at, true)
  local body = text:sub(at + 1, stop - 1)
  if tag == 's' then
    return (body:gsub('%%(%x%x)', function(pair) return string.char(tonumber(pair, 16)) end)), stop + 1
  end
  if tag == 'u' then return handleOf(body), stop + 1 end
  if tag == 'd' then return tonumber(body), stop + 1 end
  error('unknown value')
end

local function values(text)
  local count, at = read(text, 1)
  local list = {}
  for index = 1, count do list[index], at = read(text, at) end
  return list, count
end

local function call(name, ...)
  local answer = host(name, pack(...))
  if answer == '+' then
    local parts = {}
    repeat
      local part = more()
      parts[#parts + 1] = part
    until part == ''
    answer = table.concat(parts)
  end
  if answer:sub(1, 1) == '!' then error(answer:sub(2), 0) end
  local list, count = values(answer)
  return unpack(list, 1, count)
end

function __define(names)
  for name in names:gmatch('%S+') do
    _G[name] = function(...) return call(name, ...) end
  end
  root, resourceRoot = handleOf('root'), handleOf('resourceRoot')
end

exports = setmetatable({}, {
  __index = function(_, resource)
    return setmetatable({}, {
      __index = function(_, name)
        return function(_, ...) return call('@export', resource, name, ...) end
      end,
    })
  end,
})

local fed = {}

--- Long texts come in parts: the bridge has a small stack.
function __feed(part)
  fed[#fed + 1] = part
end

local function taken()
  local text = table.concat(fed)
  fed = {}
  return text
end

local function report(problem)
  if not tostring(problem):find('@dead', 1, true) then call('@error', tostring(problem)) end
end

--- Calls a function of this resource as the server does; its error is a line in the console.
function __enter(ref)
  local list, count = values(taken())
  local about = list[1]
  local before, by = source, client
  source, client = about.source, about.client
  local run = functions[ref]
  local ok, problem = pcall(function() if run then run(unpack(list, 2, count)) end end)
  source, client = before, by
  if not ok then report(problem) end
end

function __free(ref)
  functions[ref] = nil
end

--- Runs a script file. One that cannot be read is a line in the console, and the next file runs all the same.
function __load(name)
  local chunk, problem = loadstring(taken(), '@' .. name)
  if not chunk then return call('@error', 'Loading script failed: ' .. problem) end
  local ok, raised = pcall(chunk)
  if not ok then report(raised) end
end

--- For tests: what a piece of Lua returns.
function __eval()
  local chunk, problem = loadstring(taken(), '=eval')
  if not chunk then return '!' .. problem end
  local found = { pcall(chunk) }
  if not found[1] then return '!' .. tostring(found[2]) end
  return pack(found[2])
end

os, io, require, module, dofile, loadfile, package = nil, nil, nil, nil, nil, nil, nil
