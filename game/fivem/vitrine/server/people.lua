--- Answers who has a city id: a checkout asks this before it takes money. It is no delivery: nothing is journalled,
--- and an answer is sent once, at once, because the checkout does not wait long. Deliveries go on meanwhile.
local JsonUtil, Guard = Vitrine.JsonUtil, Vitrine.Guard
local People = { onAnswer = nil }

local most, waitMs, nameMax = 10, 3000, 80
--- An answer that was not sent within this time, in ms, is dropped: nobody waits for it any more.
local keepMs = 10000
local asking, open = {}, 0
local answers = {}

--- What the base knows about a city id. Raises its functions' errors.
---@param player integer
---@return string status
---@return string|nil name
local function look(player)
  local adapter = Vitrine.Detect.adapter
  -- Without names the adapter cannot check an id: there is no base, or none with an adapter. A base that knows its players
  -- by texts has no city ids, and a database would find a text by the digits that it begins with.
  if not adapter or not adapter.name or adapter.identity then return 'unknown' end
  local person = player
  if adapter.person then person = adapter.person(player) end
  if not person or not adapter.exists(person) then return 'missing' end
  return 'found', adapter.name(person)
end

local function answer(id, player)
  local status, found = Guard.run(waitMs, function() return { look(player) } end)
  local person = { city_id = id, status = status == 'done' and found[1] or 'unknown' }
  if status == 'done' and JsonUtil.str(found[2]) then person.name = JsonUtil.clean(found[2], nameMax) end
  asking[id], open = nil, open - 1
  answers[#answers + 1] = { person = person, till = GetGameTimer() + keepMs }
  if People.onAnswer then People.onAnswer() end
end

--- Takes the questions. It drops invalid city ids, ids that are being looked up, and more than it can handle.
---@param list any
function People.ask(list)
  for _, id in pairs(JsonUtil.tab(list)) do
    local player = Vitrine.Arguments.cityId(id)
    if player and not asking[id] and open < most then
      asking[id], open = true, open + 1
      CreateThread(function() answer(id, player) end)
    end
  end
end

--- The answers to send now, each once.
---@return table[]
function People.take()
  local list, now = {}, GetGameTimer()
  for _, one in ipairs(answers) do
    if one.till > now and #list < most then list[#list + 1] = one.person end
  end
  answers = {}
  return list
end

--- Whether there is an answer to send.
---@return boolean
function People.waiting()
  return #answers > 0
end

Vitrine.People = People
