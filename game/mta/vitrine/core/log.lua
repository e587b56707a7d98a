--- Lines for the owner's console, in pt-BR. Never a token, a signature or a whole body.
local Text = Vitrine.Text
local Log = { lastError = nil }
local printedAt = {}

local function line(mark, text)
  outputServerLog('[Vitrine] ' .. mark .. Text.clean(text, 600))
end

function Log.info(text) line('', text) end
function Log.good(text) line('', text) end
function Log.warn(text) line('AVISO: ', text) end

--- `vitrine status` also shows the last error.
function Log.error(text)
  Log.lastError = { text = text, at = Vitrine.clock() }
  line('ERRO: ', text)
end

--- Prints the same kind of error at most once in `seconds`, the first one at once.
---@param key string
---@param seconds integer
---@param text string
function Log.every(key, seconds, text)
  -- The system's clock may be set back, and then an alarm would be silent for as long.
  local now = getTickCount()
  Log.lastError = { text = text, at = Vitrine.clock() }
  if printedAt[key] and now - printedAt[key] < seconds * 1000 then return end
  printedAt[key] = now
  line('ERRO: ', text)
end

--- One line per delivery.
---@param command table
---@param outcome table
function Log.delivery(command, outcome)
  if not Vitrine.Settings.get('LogDeliveries') then return end
  local verbs = { succeeded = 'entregue', failed = 'falhou', deferred = 'aguardando', uncertain = 'incerta' }
  line('', ('Pedido %s · ID %s · %s · %s: %s (%s)'):format(
    Text.clean(command.order or '-', 40), Text.clean(command.player.key, 80), Text.clean(command.label or '-', 60),
    Text.clean(command.action, 30), verbs[outcome.status] or outcome.status, outcome.message or outcome.code))
end

Vitrine.Log = Log
