--- Lines for the owner's console, in pt-BR. Never a token, a signature or a whole body.
local JsonUtil = Vitrine.JsonUtil
local Log = { lastError = nil }
local printedAt = {}

local function line(color, text)
  print(('^5[Vitrine]^7 %s%s^7'):format(color, JsonUtil.clean(text, 600)))
end

function Log.info(text) line('', text) end
function Log.good(text) line('^2', text) end
function Log.warn(text) line('^3', text) end

--- `vitrine status` also shows the last error.
function Log.error(text)
  Log.lastError = { text = text, at = os.time() }
  line('^1', text)
end

--- Prints the same kind of error at most once in `seconds`, the first one at once.
---@param key string
---@param seconds integer
---@param text string
function Log.every(key, seconds, text)
  -- The system's clock may be set back, and then an alarm would be silent for as long.
  local now = GetGameTimer()
  Log.lastError = { text = text, at = os.time() }
  if printedAt[key] and now - printedAt[key] < seconds * 1000 then return end
  printedAt[key] = now
  line('^1', text)
end

--- One line per delivery.
---@param command VitrineCommand
---@param outcome VitrineOutcome
function Log.delivery(command, outcome)
  if not Vitrine.Settings.get('LogDeliveries') then return end
  local verbs = { succeeded = 'entregue', failed = 'falhou', deferred = 'aguardando', uncertain = 'incerta' }
  local colors = { succeeded = '^2', failed = '^1', deferred = '^3', uncertain = '^1' }
  line(colors[outcome.status] or '', ('Pedido %s · ID %s · %s · %s: %s (%s)'):format(
    JsonUtil.clean(command.order or '-', 40), JsonUtil.clean(command.player.key, 80),
    JsonUtil.clean(command.label or '-', 60), JsonUtil.clean(command.action, 30),
    verbs[outcome.status] or outcome.status, outcome.message or outcome.code))
end

Vitrine.Log = Log
