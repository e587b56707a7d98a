--- The city's lists: the names of its groups, items, vehicles and commands, so that the panel offers them and
--- refuses what the city does not have. Hello tells a hash of each list; Vitrine asks for those that it does not know,
--- and they leave in pages.
local JsonUtil, Settings, ListFile, Guard = Vitrine.JsonUtil, Vitrine.Settings, Vitrine.ListFile, Vitrine.Guard
local CityLists = { onChange = nil }

--- Most names of a list, names of a page, characters of a name and of its label.
local most, page, nameMax, labelMax = 5000, 150, 64, 60
local kinds = { 'groups', 'items', 'vehicles', 'commands' }
local pauseMs, againMs, triesMax = 250, 30000, 10
--- A city that starts or stops many resources tells of its commands once.
local settleMs = 30000
local built = {}
local sending, planned = 0, false

--- A hash that tells two lists apart (FNV-1a, 64 bits). It is no proof, so it need not be a strong one.
local function hashOf(list)
  local hash = 0xcbf29ce484222325
  local function add(text)
    for index = 1, #text do hash = (hash ~ text:byte(index)) * 0x100000001b3 end
    hash = (hash ~ 255) * 0x100000001b3
  end
  add(list.closed and 'closed' or 'open')
  for _, entry in ipairs(list.entries) do
    add(entry.name)
    add(entry.label or '')
    add(entry.allowed == false and 'denied' or '')
  end
  return ('%016x'):format(hash)
end

local function finish(entries, closed)
  local byName, list = {}, {}
  for _, entry in ipairs(entries) do
    local name = entry.name
    if #name > 0 and #name <= nameMax and utf8.len(name) and not name:find('%c') and not byName[name] then
      byName[name] = true
      local label = entry.label and JsonUtil.clean(entry.label, labelMax) or nil
      if label == name or label == '' then label = nil end
      list[#list + 1] = { name = name, label = label, allowed = entry.allowed }
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  if #list > most then closed = false end
  for index = #list, most + 1, -1 do list[index] = nil end
  local found = { entries = list, closed = closed }
  found.hash = hashOf(found)
  return found
end

--- The names that the base says itself; nil if it says none.
local function fromBase(source, labelled)
  local entries = {}
  for _, entry in ipairs(JsonUtil.tab(source.entries())) do
    entries[#entries + 1] = { name = entry.name, label = labelled and entry.label or nil }
  end
  return #entries > 0 and finish(entries, source.closed ~= false and Settings.get('CheckNames')) or nil
end

--- The names in the files of the base; nil if no file is readable or none names anything. What a group begins with is
--- a permission, so groups have no labels.
local function fromFiles(source, labelled)
  local entries, closed, read = {}, source.closed ~= false and Settings.get('CheckNames'), false
  for _, file in ipairs(source.files) do
    local ok, text = pcall(LoadResourceFile, source.resource or 'vrp', file)
    if ok and type(text) == 'string' and text ~= '' then
      local found, whole = ListFile.entries(text, source.table)
      closed = closed and (whole or #found == 0)
      for _, entry in ipairs(found) do
        entries[#entries + 1] = { name = entry.name, label = labelled and entry.label or nil }
      end
      read = read or #found > 0
    end
  end
  return read and finish(entries, closed) or nil
end

--- The commands that this script may see, each with whether it may run it. Scripts may answer a command without
--- registering it, so the list is never complete.
local function commands()
  local entries = {}
  for _, command in pairs(GetRegisteredCommands() or {}) do
    local name = type(command) == 'table' and JsonUtil.str(command.name)
    if name and Vitrine.Commands.allowed(name:lower()) then
      local permitted = IsPrincipalAceAllowed('resource.' .. Vitrine.resource, 'command.' .. name:lower())
      entries[#entries + 1] = { name = name, allowed = permitted and true or false }
    end
  end
  return finish(entries, false)
end

--- The names of the commands that the shop may run.
---@return string[]
function CityLists.permitted()
  local names = {}
  for _, entry in ipairs(commands().entries) do
    if entry.allowed then names[#names + 1] = entry.name end
  end
  return names
end

--- Reads the lists again. Must be called from a thread; never raises.
---@return boolean changed
function CityLists.build()
  local adapter = Vitrine.Detect.adapter
  if not adapter then return false end
  local changed = false
  for _, kind in ipairs(kinds) do
    local source = kind ~= 'commands' and JsonUtil.tab(adapter.lists)[kind]
    local state, list = Guard.run(30000, function()
      if kind == 'commands' then return commands() end
      if type(source) ~= 'table' then return nil end
      if source.entries then return fromBase(source, true) end
      return fromFiles(source, kind ~= 'groups')
    end)
    if state == 'done' and (list and list.hash) ~= (built[kind] and built[kind].hash) then
      built[kind], changed = list, true
    end
  end
  return changed
end

--- What hello says of the lists; nil while there is no base.
---@return table<string, { hash: string, total: integer }>|nil
function CityLists.describe()
  if not Vitrine.Detect.adapter or next(built) == nil then return nil end
  local lists = {}
  for kind, list in pairs(built) do lists[kind] = { hash = list.hash, total = #list.entries } end
  return lists
end

--- Sends one list from where Vitrine wants it. Returns the failure that ended it, or nil.
local function send(kind, list, about)
  local from, turns = 0, 0
  repeat
    local entries = {}
    for index = from + 1, math.min(from + page, #list.entries) do entries[#entries + 1] = list.entries[index] end
    local answer, failure = Vitrine.Http.post('lists', {
      epoch = about.epoch, boot_id = about.boot_id, journal_id = about.journal_id, kind = kind, hash = list.hash,
      closed = list.closed, total = #list.entries, from = from, entries = entries,
    })
    if not answer then return failure end
    from, turns = JsonUtil.int(answer.next), turns + 1
    Wait(pauseMs)
  until not from or from < 0 or from > #list.entries or turns > 2 * (most // page)
end

--- Sends the lists that an answer to hello asks for, one after another, until a newer hello.
---@param asked any
---@param about { epoch: integer, boot_id: string, journal_id: string }
function CityLists.send(asked, about)
  sending = sending + 1
  local turn, wanted = sending, {}
  for _, kind in pairs(JsonUtil.tab(asked)) do
    if built[kind] then wanted[#wanted + 1] = kind end
  end
  if #wanted == 0 then return end
  CreateThread(function()
    for _, kind in ipairs(wanted) do
      for _ = 1, triesMax do
        if turn ~= sending then return end
        local failure = send(kind, built[kind], about)
        if not failure then break end
        -- The seat or the epoch is another one now: the next hello asks again.
        if failure.status >= 400 and failure.status < 500 and failure.status ~= 429 then return end
        Wait(failure.retryAfterMs or againMs)
      end
    end
  end)
end

--- Looks again a while after a resource was started or stopped: its commands came or went.
function CityLists.listen()
  local function later()
    if planned then return end
    planned = true
    SetTimeout(settleMs, function()
      CreateThread(function()
        planned = false
        if CityLists.build() and CityLists.onChange then CityLists.onChange() end
      end)
    end)
  end
  AddEventHandler('onResourceStart', later)
  AddEventHandler('onResourceStop', later)
end

Vitrine.CityLists = CityLists
