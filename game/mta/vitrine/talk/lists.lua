--- The server's names of groups and vehicles, so that the panel offers them and refuses what the server does not have. Hello
--- tells a hash of each list; Vitrine asks for those that it does not know, and they leave in pages.
local Text, Groups, Settings = Vitrine.Text, Vitrine.Groups, Vitrine.Settings
local Lists = { onChange = nil }

--- Most names of a list, names of a page, bytes of a name.
local most, page, nameMax = 5000, 150, 64
local pauseMs, againMs, triesMax, lookMs = 250, 30000, 10, 30000
local built = {}
local described = nil
local sending = 0

local function finish(names, closed)
  local known, list = {}, {}
  for _, name in ipairs(names) do
    if #name > 0 and #name <= nameMax and Text.length(name) and not name:find('%c') and not known[name] then
      known[name] = true
      list[#list + 1] = name
    end
  end
  table.sort(list)
  if #list > most then closed = false end
  while #list > most do table.remove(list) end
  local entries = {}
  for place, name in ipairs(list) do entries[place] = { name = name } end
  local hash = Vitrine.Sha256.hex((closed and 'closed' or 'open') .. '\n' .. table.concat(list, '\n')):sub(1, 16)
  return { entries = entries, closed = closed, hash = hash }
end

local function vehicles()
  local names = {}
  if Vitrine.Exported.runs('vehicles') then
    for name in pairs(Settings.get('Vehicles')) do
      if type(name) == 'string' then names[#names + 1] = name end
    end
  end
  -- The resource does not tell its own VIP vehicles, so the list only suggests.
  return #names > 0 and finish(names, false) or nil
end

--- What this server can do, as a text that changes with it.
local function abilities()
  local words = {}
  for name, one in pairs(Vitrine.ActionTable.capabilities()) do
    words[#words + 1] = ('%s %s %s'):format(name, tostring(one.online), tostring(one.offline))
  end
  table.sort(words)
  return table.concat(words, '\n')
end

--- Reads the lists again; never raises.
---@return boolean changed whether a list, or what this server can do, is another one now
function Lists.build()
  local changed = false
  for kind, read in pairs({ groups = function() return finish(Groups.names(), true) end, vehicles = vehicles }) do
    local ok, list = pcall(read)
    if ok and (list and list.hash) ~= (built[kind] and built[kind].hash) then
      built[kind], changed = list, true
    end
  end
  local ok, now = pcall(abilities)
  if ok and now ~= described then described, changed = now, true end
  return changed
end

--- What hello says of the lists.
---@return table
function Lists.describe()
  local lists = {}
  for kind, list in pairs(built) do lists[kind] = { hash = list.hash, total = #list.entries } end
  return lists
end

--- Sends the rest of the wanted kinds, page by page, until a newer hello.
local function send(turn, wanted, from, tries, sent, about)
  local kind = wanted[1]
  local list = kind and built[kind]
  if turn ~= sending or not list then return end
  local entries = {}
  for index = from + 1, math.min(from + page, #list.entries) do entries[#entries + 1] = list.entries[index] end
  Vitrine.Http.post('lists', 'lists', {
    epoch = about.epoch, boot_id = about.boot_id, journal_id = about.journal_id, kind = kind, hash = list.hash,
    closed = list.closed, total = #list.entries, from = from, entries = entries,
  }, function(answer, failure)
    if failure then
      -- The seat or the epoch is another one now: the next hello asks again.
      local over = failure.status >= 400 and failure.status < 500 and failure.status ~= 429
      if over or tries >= triesMax then return end
      return Vitrine.later(failure.retryAfterMs or againMs, function() send(turn, wanted, 0, tries + 1, 0, about) end)
    end
    local next = Text.int(answer.next)
    local more = next and next >= 0 and next < #list.entries and sent < 2 * (most / page)
    if not more then
      table.remove(wanted, 1)
      next, sent = 0, 0
    end
    Vitrine.later(pauseMs, function() send(turn, wanted, next, more and tries or 0, sent + 1, about) end)
  end)
end

--- Sends the lists that an answer to hello asks for, one after another.
---@param asked any
---@param about table epoch, boot_id and journal_id
function Lists.send(asked, about)
  sending = sending + 1
  local wanted = {}
  for _, kind in pairs(Text.tab(asked)) do
    if built[kind] then wanted[#wanted + 1] = kind end
  end
  send(sending, wanted, 0, 0, 0, about)
end

--- Looks again now and then: resources start and stop, and somebody changes the ACL.
function Lists.listen()
  Vitrine.each(lookMs, function()
    if Lists.build() and Lists.onChange then Lists.onChange() end
  end)
end

Vitrine.Lists = Lists
