--- The outcomes of a delivery, and the errors that become one. The codes are the protocol's.
local Text = Vitrine.Text
local Outcome = {}

local texts = {
  ok = 'Entregue',
  already_owned = 'O jogador já possuía',
  not_banned = 'O jogador não estava banido',
  not_owned = 'O jogador não possuía',
  player_not_found = 'Jogador não encontrado no servidor',
  player_offline = 'Jogador fora da cidade; será entregue quando entrar',
  player_ambiguous = 'Dois jogadores têm este ID agora; verifique na cidade',
  inventory_full = 'Inventário cheio',
  invalid_item = 'Item inválido: confira o produto',
  invalid_group = 'Grupo inválido: confira o produto',
  invalid_vehicle = 'Veículo inválido: confira o produto',
  invalid_args = 'Dado inválido: confira o produto',
  insufficient_funds = 'Saldo insuficiente para remover',
  action_refused = 'O script da cidade recusou a ação',
  unsupported_action = 'Este servidor não oferece esta ação',
  framework_missing = 'O recurso do servidor que faz isto não está ligado',
  adapter_error = 'Erro no servidor',
  storage_unavailable = 'O servidor não guardou o registro da entrega; nada foi executado',
  held_back = 'Espera uma entrega anterior deste jogador',
  uncertain = 'Não foi possível confirmar; verifique na cidade',
  expired = 'Prazo esgotado',
  cancelled = 'Cancelada',
}

--- The status of a code when nothing has happened in the game. Causes that time or the player can remove are
--- `deferred`: the platform offers the delivery again.
local statuses = {
  ok = 'succeeded', already_owned = 'succeeded', not_banned = 'succeeded', not_owned = 'succeeded',
  player_offline = 'deferred', inventory_full = 'deferred', framework_missing = 'deferred', adapter_error = 'deferred',
  storage_unavailable = 'deferred', held_back = 'deferred', uncertain = 'uncertain',
}

local known = { succeeded = true, failed = true, deferred = true, uncertain = true }
local messageMax, keyMax, valueMax, pairsMax = 255, 40, 100, 20

--- Of a detail, what the protocol can carry: short texts, finite numbers, true and false.
local function plain(detail)
  local found, count = {}, 0
  for key, value in pairs(Text.tab(detail)) do
    local kind = type(value)
    if kind == 'string' then value = Text.clean(value, valueMax) end
    local fits = kind == 'string' or kind == 'boolean' or kind == 'number' and value - value == 0
    if fits and type(key) == 'string' and #key <= keyMax and key:match('^[%w_]+$') and count < pairsMax then
      found[key], count = value, count + 1
    end
  end
  return count > 0 and found or nil
end

local function isCode(code)
  return type(code) == 'string' and #code <= 40 and code:match('^[%w_]+$') ~= nil
end

--- Builds an outcome. `message` is pt-BR and at most 255 characters; by default it is the code's own text.
---@param code string
---@param message? string
---@param detail? table
---@return table
function Outcome.new(code, message, detail)
  if not isCode(code) then code = 'adapter_error' end
  return {
    status = statuses[code] or 'failed', code = code,
    message = Text.clean(message or texts[code] or code, messageMax), detail = plain(detail),
  }
end

--- An outcome from a row of the journal in the form that leaves this server; nil if it says nothing that Vitrine knows.
---@param raw any
---@return table|nil
function Outcome.checked(raw)
  if type(raw) ~= 'table' or not known[raw.status] or not isCode(raw.code) then return nil end
  local outcome = Outcome.new(raw.code, type(raw.message) == 'string' and raw.message or nil, raw.detail)
  outcome.status, outcome.at = raw.status, Text.int(raw.at)
  return outcome
end

--- Raises an outcome, which ends the delivery from anywhere. It means that nothing happened: the city refused, or the
--- effect had not begun.
---@param code string
---@param message? string
---@param detail? table
function Outcome.raise(code, message, detail)
  error({ vitrine = true, code = code, message = message, detail = detail }, 0)
end

--- Whether a raised value says that nothing happened.
---@param problem any
---@return boolean
function Outcome.isRefusal(problem)
  return type(problem) == 'table' and problem.vitrine == true
end

--- Turns any raised value into an outcome; a plain Lua error becomes `adapter_error` with its text.
---@param problem any
---@return table
function Outcome.fromError(problem)
  if Outcome.isRefusal(problem) then return Outcome.new(problem.code, problem.message, problem.detail) end
  return Outcome.new('adapter_error', texts.adapter_error .. ': ' .. tostring(problem))
end

Vitrine.Outcome = Outcome
