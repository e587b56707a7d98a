-- `io` as FXServer offers it to a resource: only files in its own folder. A file is read whole when it is opened, and
-- written whole when it is flushed or closed.
local S, codec = ...
local call, esc, unesc = S.call, codec.escape, codec.unescape
local File = {}
File.__index = File
File.__name = 'FILE*'

local function denied(path) return nil, tostring(path) .. ': Permission denied', 13 end

local function open(path, mode)
  mode = string.gsub(mode or 'r', 'b', '')
  if not string.find(mode, '^[rwa]%+?$') then error("bad argument #2 to 'open' (invalid mode)", 2) end
  local kind = string.sub(mode, 1, 1)
  local inside, content = pcall(call, 'io_read', esc(tostring(path)))
  if not inside then return denied(path) end
  if kind == 'r' and not content then return nil, path .. ': No such file or directory', 2 end
  local data = kind ~= 'w' and content and unesc(content) or ''
  local file = setmetatable({ path = path, data = data, pos = 1, append = kind == 'a', dirty = kind == 'w' }, File)
  file.readable, file.writable = kind == 'r' or #mode == 2, kind ~= 'r' or #mode == 2
  if file.writable and not pcall(call, 'io_write', esc(path), esc(data)) then return denied(path) end
  return file
end

local function readOne(self, format)
  if type(format) == 'number' then
    if self.pos > #self.data then return format == 0 and '' or nil end
    local piece = string.sub(self.data, self.pos, self.pos + format - 1)
    self.pos = self.pos + #piece
    return piece
  end
  format = string.gsub(format or 'l', '^%*', '')
  if format == 'a' then
    local piece = string.sub(self.data, self.pos)
    self.pos = #self.data + 1
    return piece
  end
  if self.pos > #self.data then return nil end
  if format == 'n' then
    local s, e = string.find(self.data, '^%s*[%+%-]?%x*%.?%x*', self.pos)
    self.pos = e + 1
    return tonumber(string.sub(self.data, s, e))
  end
  local stop = string.find(self.data, '\n', self.pos, true) or #self.data + 1
  local line = string.sub(self.data, self.pos, format == 'L' and stop or stop - 1)
  self.pos = stop + 1
  return line
end

function File:read(...)
  if self.closed or not self.readable then return nil, 'Bad file descriptor', 9 end
  local formats, results = { ... }, {}
  if #formats == 0 then formats[1] = 'l' end
  for i, f in ipairs(formats) do results[i] = readOne(self, f) end
  return table.unpack(results, 1, #formats)
end
function File:lines(format) return function() return self:read(format or 'l') end end
function File:write(...)
  if self.closed or not self.writable then return nil, 'Bad file descriptor', 9 end
  for _, piece in ipairs({ ... }) do
    piece = tostring(piece)
    if self.append then self.pos = #self.data + 1 end
    self.data = string.sub(self.data, 1, self.pos - 1) .. piece .. string.sub(self.data, self.pos + #piece)
    self.pos = self.pos + #piece
  end
  self.dirty = true
  return self
end
function File:flush()
  if self.dirty then call('io_write', esc(self.path), esc(self.data)); self.dirty = false end
  return self
end
function File:seek(whence, offset)
  local from = whence == 'set' and 0 or whence == 'end' and #self.data or self.pos - 1
  self.pos = math.max(0, from + (offset or 0)) + 1
  return self.pos - 1
end
function File:setvbuf() return true end
function File:close()
  self:flush()
  self.closed = true
  return true
end

S.io = {
  remove = function(path)
    local ok, gone = pcall(call, 'io_remove', esc(tostring(path)))
    if not ok then return denied(path) end
    if not gone then return nil, tostring(path) .. ': No such file or directory', 2 end
    return true
  end,
  rename = function(from, to)
    local ok, done = pcall(call, 'io_rename', esc(tostring(from)), esc(tostring(to)))
    if not ok then return denied(from) end
    if not done then return nil, tostring(from) .. ': No such file or directory', 2 end
    return true
  end,
}
io = {
  open = open,
  lines = function(path, format)
    local file, message = open(path, 'r')
    if not file then error(message, 2) end
    return file:lines(format)
  end,
  type = function(v) if getmetatable(v) == File then return v.closed and 'closed file' or 'file' end end,
  popen = function() return nil, 'permission denied', 13 end,
}
