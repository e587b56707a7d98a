--- The outcomes of a delivery, and the errors that become one. The codes are the protocol's.
local Outcome = {}

local texts = {
  ok = 'Entregue',
  already_owned = 'O jogador já possuía',
  not_banned = 'O jogador não estava banido',
  not_owned = 'O jogador não possuía',
  executed = 'Comando executado',
  player_not_found = 'Cidadão não encontrado na cidade',
  player_offline = 'Jogador fora da cidade; será entregue quando entrar',
  player_mismatch = 'O Discord do pedido não é o do jogador com este ID',
  inventory_full = 'Inventário cheio',
  invalid_item = 'Item inválido: confira o produto',
  invalid_group = 'Grupo inválido: confira o produto',
  invalid_vehicle = 'Veículo inválido: confira o produto',
  plate_taken = 'A placa já é de outro veículo na cidade: combine outra com o cliente, corrija e reenvie',
  invalid_args = 'Dado inválido: confira o produto',
  insufficient_funds = 'Saldo insuficiente para remover',
  command_not_found = 'Comando inexistente no servidor',
  action_refused = 'O script da cidade recusou a ação',
  command_denied = 'Comando sem permissão no servidor',
  unsupported_action = 'Esta base não oferece esta ação',
  framework_missing = 'Base do servidor indisponível',
  db_unavailable = 'Banco de dados do servidor indisponível',
  adapter_error = 'Erro na base do servidor',
  timeout = 'Sem resposta da base do servidor',
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
  executed = 'succeeded', player_offline = 'deferred', inventory_full = 'deferred', framework_missing = 'deferred',
  db_unavailable = 'deferred', adapter_error = 'deferred', timeout = 'deferred', storage_unavailable = 'deferred',
  held_back = 'deferred',
  uncertain = 'uncertain',
}

local known = { succeeded = true, failed = true, deferred = true, uncertain = true }
local codeMax, messageMax, keyMax, valueMax, pairsMax = 40, 255, 40, 100, 20

--- Of a detail, what the protocol can carry: short texts, finite numbers, true and false.
local function plain(detail)
  local found, count = {}, 0
  for key, value in pairs(Vitrine.JsonUtil.tab(detail)) do
    local kind = type(value)
    if kind == 'string' then value = Vitrine.JsonUtil.clean(value, valueMax) end
    local fits = kind == 'string' or kind == 'boolean' or kind == 'number' and value - value == 0
    if fits and type(key) == 'string' and #key <= keyMax and key:match('^[%w_]+$') and count < pairsMax then
      found[key], count = value, count + 1
    end
  end
  return count > 0 and found or nil
end

local function isCode(code)
  return type(code) == 'string' and #code <= codeMax and code:match('^[%w_]+$') ~= nil
end

--- Builds an outcome. `message` is pt-BR and at most 255 characters; by default it is the code's own text.
---@param code string
---@param message? string
---@param detail? table
---@return VitrineOutcome
function Outcome.new(code, message, detail)
  if not isCode(code) then code = 'adapter_error' end
  return {
    status = statuses[code] or 'failed',
    code = code,
    message = Vitrine.JsonUtil.clean(message or texts[code] or code, messageMax),
    detail = plain(detail),
  }
end

--- An outcome from elsewhere (an owner's adapter, a row of the journal) in the form that leaves this server; nil if it
--- says nothing that Vitrine knows. Sent as it is, one odd word would be refused with everything beside it, each time.
---@param raw any
---@return VitrineOutcome|nil
function Outcome.checked(raw)
  if type(raw) ~= 'table' or not known[raw.status] or not isCode(raw.code) then return nil end
  local outcome = Outcome.new(raw.code, type(raw.message) == 'string' and raw.message or nil, raw.detail)
  outcome.status, outcome.at = raw.status, Vitrine.JsonUtil.int(raw.at)
  return outcome
end

--- Raises an outcome, which ends the delivery from anywhere in an adapter. It means that nothing happened: the city
--- refused, or the effect had not begun.
---@param code string
---@param message? string
---@param detail? table
function Outcome.raise(code, message, detail)
  error({ vitrine = true, code = code, message = message, detail = detail }, 0)
end

--- Raises an outcome of a call that may have had its effect (no answer, a broken connection). Money, items and
--- commands are then looked up, and never repeated without proof.
---@param code string
---@param message? string
function Outcome.unknown(code, message)
  error({ vitrine = true, code = code, message = message, unknown = true }, 0)
end

--- Whether a raised value says that nothing happened.
---@param problem any
---@return boolean
function Outcome.isRefusal(problem)
  return type(problem) == 'table' and problem.vitrine == true and not problem.unknown
end

--- Turns any raised value into an outcome; a plain Lua error becomes `adapter_error` with its text.
---@param problem any
---@return VitrineOutcome
function Outcome.fromError(problem)
  if type(problem) == 'table' and problem.vitrine then
    return Outcome.new(problem.code, problem.message, problem.detail)
  end
  return Outcome.new('adapter_error', texts.adapter_error .. ': ' .. tostring(problem))
end

Vitrine.Outcome = Outcome
