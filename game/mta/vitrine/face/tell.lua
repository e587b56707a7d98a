--- Tells this server what became of a delivery: other resources by events, the owner's function, the player, and everybody if
--- the owner wants that. What they do with it changes no outcome.
local Settings, Text = Vitrine.Settings, Vitrine.Text
local Tell = {}

local onceMs = 60000
--- By order and product: when the player was told, in ms. One purchase may be several deliveries.
local toldAt = {}

-- No client may raise them.
addEvent('onVitrineDelivered', false)
addEvent('onVitrineFailed', false)

local function guarded(what, run)
  local ok, problem = pcall(run)
  if not ok then Vitrine.Log.error(('Erro %s: %s'):format(what, tostring(problem))) end
end

--- Whether this purchase was not told a moment ago.
local function isFirst(key)
  local now = getTickCount()
  for one, at in pairs(toldAt) do
    if now - at > onceMs then toldAt[one] = nil end
  end
  if toldAt[key] then return false end
  toldAt[key] = now
  return true
end

--- Puts values in the places of `{name}` in one of the owner's texts.
---@param text string
---@param values table
---@return string
function Tell.words(text, values)
  return (text:gsub('{(%a+)}', values))
end

--- Shows a line to one player, or to all with `root`.
---@param player userdata
---@param text string
function Tell.show(player, text)
  -- The chat reads #RRGGBB as a colour, and a name may be the player's own text.
  text = 'Loja: ' .. Text.clean(text, 240):gsub('#(%x%x%x%x%x%x)', '%1')
  local own = type(Config) == 'table' and Config.Notify
  if type(own) == 'function' and player ~= root then return own(player, text) end
  outputChatBox(text, player, 255, 255, 255, false)
end

local function show(command, info)
  if command.phase ~= 'confirmation' or not isFirst(info.order .. '\n' .. info.label) then return end
  if info.player and Settings.get('NotifyPlayer') then Tell.show(info.player, 'Sua compra chegou: ' .. info.label) end
  local text = Settings.get('Announce')
  if text == '' then return end
  local name = info.player and getPlayerName(info.player) or info.account or 'Alguém'
  Tell.show(root, Tell.words(text, { nome = Text.clean(name, 60), produto = info.label }))
end

--- Must be called after the journal knows the outcome. It all happens in a later turn of the server.
---@param command table
---@param outcome table
function Tell.concluded(command, outcome)
  if outcome.status == 'deferred' then return end
  Vitrine.later(50, function()
    local identity = command.player.identity
    local info = {
      id = command.id, city_id = command.player.city_id, identity = identity,
      account = identity and identity.kind == 'mta_account' and identity.value or nil, action = command.action,
      label = command.label or '', order = command.order or '', phase = command.phase, status = outcome.status,
      code = outcome.code, message = outcome.message,
    }
    guarded('ao procurar o jogador', function() info.player = Vitrine.Players.find(command.player.key) end)
    local given = outcome.status == 'succeeded'
    guarded('em um script da cidade', function()
      triggerEvent(given and 'onVitrineDelivered' or 'onVitrineFailed', resourceRoot, info)
    end)
    if not given then return end
    local hook = type(Config) == 'table' and Config.OnDelivered
    if type(hook) == 'function' then
      guarded('no seu Config.OnDelivered', function() hook(info.player, info) end)
    end
    guarded('ao avisar o jogador', function() show(command, info) end)
  end)
end

Vitrine.Tell = Tell
