--- What players may type: `/vip` says what they have through purchases and until when, `/resgatar` asks for what waits. Both
--- change nothing by themselves; what may run is decided as always.
local Settings, Tell, Text = Vitrine.Settings, Vitrine.Tell, Vitrine.Text

local shown, reasonsMax = 5, 3

--- A function that says whether this player may ask now: once in so many ms.
local function seldom(gapMs)
  local askedAt = {}
  return function(key)
    local now = getTickCount()
    for one, at in pairs(askedAt) do
      if now - at >= gapMs then askedAt[one] = nil end
    end
    if askedAt[key] then return false end
    askedAt[key] = now
    return true
  end
end

local function isTaken(command)
  for _, one in ipairs(getCommandHandlers() or {}) do
    if type(one) == 'table' and one[1] == command and one[2] ~= getThisResource() then return true end
  end
  return false
end

--- Registers a command for players who are logged in. One that another resource has already stays with it, because MTA runs
--- the handlers of all.
local function offer(command, gapMs, run)
  if isTaken(command) then
    return Vitrine.Log.info(('Outro recurso já tem o comando /%s; ele fica com o outro.'):format(command))
  end
  local mayAsk = seldom(gapMs)
  addCommandHandler(command, function(player)
    if getElementType(player) ~= 'player' then return end
    local key = Vitrine.Players.keyOf(player)
    if not key then return Tell.show(player, 'Entre na sua conta primeiro.') end
    if mayAsk(key) then run(player, key) end
  end)
end

local function lineOf(one)
  local product, till = Text.clean(Text.str(one.name) or '?', 80), Text.str(one.until_text)
  if not till then return Tell.words(Settings.get('VipForever'), { produto = product }) end
  return Tell.words(Settings.get('VipLine'), { produto = product, data = Text.clean(till, 40) })
end

local function benefits(player, key)
  Vitrine.Sync.player(key, function(answer)
    if not isElement(player) then return end
    if not answer then return Tell.show(player, Settings.get('VipUnknown')) end
    local lines, more = {}, 0
    for _, one in ipairs(Text.tab(answer.benefits)) do
      if type(one) == 'table' then
        if #lines < shown then lines[#lines + 1] = lineOf(one) else more = more + 1 end
      end
    end
    if #lines == 0 then return Tell.show(player, Settings.get('VipNone')) end
    if more > 0 then lines[#lines + 1] = ('e mais %d'):format(more) end
    Tell.show(player, ('%s %s.'):format(Settings.get('VipTitle'), table.concat(lines, '; ')))
  end)
end

local function redeem(player, key)
  local open = Vitrine.Pending.list(key)
  if #open == 0 then return Tell.show(player, 'Nada espera por você agora.') end
  local reasons, ids = {}, {}
  for index, one in ipairs(open) do
    if one.state == 'waiting' then ids[#ids + 1] = one.id end
    if index <= reasonsMax then reasons[#reasons + 1] = ('%s: %s'):format(one.label, one.message or 'a caminho') end
  end
  local more = #open > reasonsMax and (' e mais %d'):format(#open - reasonsMax) or ''
  Vitrine.Waiting.urge(ids)
  Tell.show(player, ('Tentando de novo agora. %s%s.'):format(table.concat(reasons, '; '), more))
  Vitrine.Sync.ask()
end

local Asking = {}

--- Registers both commands. Called when all resources have been started, so that the commands of others are known.
function Asking.offer()
  local command = Settings.get('VipCommand')
  if command:match('^[%w_%-]+$') then
    offer(command, 30000, benefits)
  elseif command ~= '' then
    Vitrine.Log.warn('Config.VipCommand só pode ter letras sem acento, números, _ e -. O comando fica desligado.')
  end
  offer('resgatar', 10000, redeem)
end

Vitrine.Asking = Asking
