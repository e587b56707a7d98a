--- Tells this city what became of a delivery: other resources by local events, the owner's function, the player, and
--- everybody if the owner wants that. What they do with it changes no outcome.
local Settings = Vitrine.Settings
local Tell = {}

local onceMs = 60000
--- By order and product: when the player was told, in ms. One purchase may be several deliveries.
local toldAt = {}

local function guarded(what, run)
  local ok, problem = pcall(run)
  if not ok then Vitrine.Log.error(('Erro %s: %s'):format(what, tostring(problem))) end
end

--- Whether this purchase was not told a moment ago.
local function isFirst(key)
  local now = GetGameTimer()
  for one, at in pairs(toldAt) do
    if now - at > onceMs then toldAt[one] = nil end
  end
  if toldAt[key] then return false end
  toldAt[key] = now
  return true
end

--- Shows a line to one player, or to all with -1, as the base shows its own.
---@param source integer
---@param text string
function Tell.show(source, text)
  -- Pages of bases show HTML, the chat has colours, and a name may be the player's own text.
  text = text:gsub('[<>&^~`]', '')
  local adapter = Vitrine.Detect.adapter
  if adapter and adapter.notify then return adapter.notify(source, text) end
  TriggerClientEvent('chat:addMessage', source, { args = { 'Loja', text } })
end

local function show(command, info, player)
  if command.phase ~= 'confirmation' or not isFirst(info.order .. '\n' .. info.label) then return end
  if info.source and Settings.get('NotifyPlayer') then
    Tell.show(info.source, ('Sua compra chegou: %s'):format(info.label))
  end
  local text = Settings.get('Announce')
  if text == '' then return end
  local adapter = Vitrine.Detect.adapter
  local name = adapter and adapter.name and player and adapter.name(player) or 'Alguém'
  local values = { nome = Vitrine.JsonUtil.clean(name, 60), produto = info.label }
  Tell.show(-1, (text:gsub('{(%a+)}', values)))
end

--- Must be called after the journal knows the outcome. Returns at once.
---@param command VitrineCommand
---@param outcome VitrineOutcome
function Tell.concluded(command, outcome)
  if outcome.status == 'deferred' then return end
  CreateThread(function()
    local adapter, player = Vitrine.Detect.adapter, Vitrine.Arguments.person(command.player)
    local info = {
      id = command.id, city_id = command.player.city_id, identity = command.player.identity,
      action = command.action, label = command.label or '',
      order = command.order or '', phase = command.phase, status = outcome.status, code = outcome.code,
      message = outcome.message,
    }
    guarded('ao procurar o jogador', function() info.source = adapter and player and adapter.source(player) or nil end)
    local given = outcome.status == 'succeeded'
    guarded('em um script da cidade', function()
      TriggerEvent(given and 'vitrine:delivered' or 'vitrine:failed', info)
    end)
    if not given then return end
    local hook = type(Config) == 'table' and Config.OnDelivered or nil
    if type(hook) == 'function' then
      guarded('no seu Config.OnDelivered', function()
        local copy = { city_id = not info.identity and player or info.city_id }
        for key, value in pairs(info) do copy[key] = copy[key] or value end
        hook(info.source, copy)
      end)
    end
    guarded('ao avisar o jogador', function() show(command, info, player) end)
  end)
end

Vitrine.Tell = Tell
