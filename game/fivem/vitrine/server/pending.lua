--- What this server knows of deliveries that are not over, for people: the console, `/resgatar` and other resources.
--- Only in memory and never a reason to run anything; the journal alone decides.
local Pending = {}

local most, keepSeconds = 500, 86400
local byId, count = {}, 0

---@class VitrinePending
---@field id string
---@field player string the player's key: a city id, or kind and value (`citizen_id:ABC12345`)
---@field city_id string|nil
---@field identity VitrineIdentity|nil
---@field action string
---@field label string the product's name
---@field order string
---@field state 'queued'|'running'|'waiting'|'uncertain'
---@field code string|nil why it waits
---@field message string|nil the same in pt-BR
---@field since integer unix seconds of this server's clock

local function forget(id)
  if not byId[id] then return end
  byId[id] = nil
  count = count - 1
end

local function oldest()
  local found
  for id, entry in pairs(byId) do
    if not found or entry.since < byId[found].since then found = id end
  end
  return found
end

--- A delivery is now in this state.
---@param command VitrineCommand
---@param state 'queued'|'running'|'waiting'|'uncertain'
---@param outcome? VitrineOutcome
function Pending.note(command, state, outcome)
  local before = byId[command.id]
  if not before then
    if count >= most then forget(oldest()) end
    count = count + 1
  end
  byId[command.id] = {
    id = command.id, player = command.player.key, city_id = command.player.city_id, identity = command.player.identity,
    action = command.action, label = command.label or '',
    order = command.order or '', state = state, code = outcome and outcome.code, message = outcome and outcome.message,
    since = before and before.since or os.time(),
  }
end

--- A delivery arrived and has not begun.
---@param raw any
function Pending.taken(raw)
  local command = Vitrine.Arguments.command(raw)
  if command and not byId[command.id] and not Vitrine.Journal.get(command.id) then Pending.note(command, 'queued') end
end

--- Another server delivers now what has not begun here.
function Pending.clear()
  for id, entry in pairs(byId) do
    if entry.state == 'queued' or entry.state == 'waiting' then forget(id) end
  end
end

--- It is over, or no longer here.
---@param id string
function Pending.drop(id)
  forget(id)
end

--- What is open, the oldest first. What waits longer than a day without being offered again is elsewhere by now.
---@param player? string only of this city id
---@return VitrinePending[]
function Pending.list(player)
  local list, now = {}, os.time()
  for id, entry in pairs(byId) do
    if now - entry.since > keepSeconds then
      forget(id)
    elseif not player or entry.player == player then
      local copy = {}
      for key, value in pairs(entry) do copy[key] = value end
      list[#list + 1] = copy
    end
  end
  table.sort(list, function(a, b)
    if a.since ~= b.since then return a.since < b.since end
    return a.id < b.id
  end)
  return list
end

Vitrine.Pending = Pending
