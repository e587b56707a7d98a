--- Answers who has a city id: a checkout asks this before it takes money. Only the number of a player who is here is known.
local Text = Vitrine.Text
local People = { onAnswer = nil }

local most, nameMax, keepMs = 10, 80, 10000
local answers = {}

local function look(id)
  local ok, player = pcall(Vitrine.Players.find, id)
  -- Whoever is away may exist all the same, and `missing` would refuse the sale.
  if not ok or not player then return { city_id = id, status = 'unknown' } end
  return { city_id = id, status = 'found', name = Text.clean(getPlayerName(player) or '', nameMax) }
end

--- Takes the questions. It drops invalid city ids and more than it can handle.
---@param list any
function People.ask(list)
  local asked = 0
  for _, id in pairs(Text.tab(list)) do
    if Vitrine.Arguments.isCityId(id) and asked < most and Vitrine.Settings.kind() == 'city_id' then
      asked = asked + 1
      answers[#answers + 1] = { person = look(id), till = getTickCount() + keepMs }
    end
  end
  if asked > 0 and People.onAnswer then People.onAnswer() end
end

--- The answers to send now, each once.
---@return table[]
function People.take()
  local list, now = {}, getTickCount()
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
