--- What this server knows of deliveries that are not over, for people: the console and `/resgatar`. Only in memory and never
--- a reason to run anything; the journal alone decides.
local Pending = {}

local most, keepSeconds = 500, 86400
local byId, count = {}, 0

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
---@param command table
---@param state 'queued'|'running'|'waiting'|'uncertain'
---@param outcome? table
function Pending.note(command, state, outcome)
  local before = byId[command.id]
  if not before then
    if count >= most then forget(oldest()) end
    count = count + 1
  end
  byId[command.id] = {
    id = command.id, player = command.player.key, action = command.action, label = command.label or '',
    order = command.order or '', state = state, message = outcome and outcome.message,
    since = before and before.since or Vitrine.clock(),
  }
end

--- A delivery arrived and has not begun.
---@param command table
function Pending.taken(command)
  if not byId[command.id] and not Vitrine.Journal.get(command.id) then Pending.note(command, 'queued') end
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
---@param player? string only of this player's key
---@return table[]
function Pending.list(player)
  local list, now = {}, Vitrine.clock()
  for id, entry in pairs(byId) do
    if now - entry.since > keepSeconds then
      forget(id)
    elseif not player or entry.player == player then
      list[#list + 1] = entry
    end
  end
  table.sort(list, function(a, b)
    if a.since ~= b.since then return a.since < b.since end
    return a.id < b.id
  end)
  return list
end

Vitrine.Pending = Pending
