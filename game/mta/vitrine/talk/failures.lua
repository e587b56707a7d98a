--- What to do after a request without a good answer (docs/game-server-protocol.md, Errors), and what to tell the owner.
local Http, Log, Text = Vitrine.Http, Vitrine.Log, Vitrine.Text
local Failures = {}

local personWaitMs, rightWaitMs = 300000, 5000

local advice = {
  no_right = ('O MTA ainda não deixa este script falar com a loja. No console do servidor: %s'):format(Vitrine.Rights.command),
  no_token = 'Falta a chave da loja: cole a chave do painel (Servidores) em Config.Token, no config.lua',
  bad_url = 'Endereço inválido: confira Config.Url no config.lua',
  game_auth = 'A Vitrine não reconheceu a chave deste servidor. Copie a chave do painel para Config.Token, no config.lua',
  game_token_revoked = 'A chave deste servidor foi trocada ou bloqueada. Copie a chave nova do painel para o config.lua',
  bad_signature = 'Uma resposta veio sem a assinatura da Vitrine e foi ignorada. Confira a chave e a rede do servidor.',
  clock_skew = 'O relógio deste servidor está errado; acerte a hora do sistema.',
  game_mismatch = 'Esta chave é de um servidor de outro jogo. No painel (Servidores), crie um servidor de MTA e use a chave dele.',
}

--- Waiting times after failures: 5, 10, 20 … 300 s, each ±20 %. A success starts again at 5.
---@return table next and reset
function Failures.backoff()
  local failures = 0
  return {
    next = function()
      failures = failures + 1
      local seconds = math.min(300, 5 * 2 ^ math.min(failures - 1, 10))
      return math.floor(seconds * 1000 * (0.8 + math.random() * 0.4))
    end,
    reset = function() failures = 0 end,
  }
end

--- Tells the owner and says what follows.
---@param failure table
---@param backoff table
---@return integer ms until the next try
---@return boolean lost whether hello must be said again
function Failures.follow(failure, backoff)
  if failure.code == 'superseded' then return backoff.next(), true end
  if failure.code == 'clock_skew' and failure.now then
    local offset = failure.now - Vitrine.clock()
    local news = math.abs(offset - Http.offset) > 5
    Http.offset = offset
    if news then return 0, false end
  end
  local status = failure.status
  local text = advice[failure.code]
  if status == 426 then text = failure.message or 'Esta versão do script não é mais aceita. Baixe a nova no painel.' end
  if status == 422 and failure.message then text = failure.message end
  Log.every('net:' .. failure.code, failure.code == 'no_right' and 60 or 300,
    text or ('Sem resposta da Vitrine (%s%s); tentando de novo.'):format(failure.code,
      failure.message and ': ' .. failure.message or ''))
  local lost = status == 400 or status == 401 or status == 403 or status == 404 or status == 422 or status == 426
  if failure.code == 'no_right' then return rightWaitMs, lost end
  if status == 401 or status == 403 or status == 422 or status == 426 then return personWaitMs, lost end
  if failure.retryAfterMs then return math.max(10000, failure.retryAfterMs), lost end
  return backoff.next(), lost
end

local function numberOf(version)
  local a, b, c = tostring(version):match('^(%d+)%.(%d+)%.(%d+)')
  return a and (tonumber(a) * 1000000 + tonumber(b) * 1000 + tonumber(c)) or 0
end

local updateToldAt = nil

--- Tells of a newer script once a day, and prints the answer's notices.
---@param answer table
function Failures.tellNews(answer)
  for _, notice in pairs(Text.tab(answer.notices)) do
    if type(notice) == 'string' then Log.warn(notice) end
  end
  local latest = Text.str(answer.latest_version)
  if not latest or numberOf(latest) <= numberOf(Vitrine.version) then return end
  if updateToldAt and Vitrine.clock() - updateToldAt < 86400 then return end
  updateToldAt = Vitrine.clock()
  Log.warn(('Há uma versão nova do script: %s (a sua é %s). Baixe em %s'):format(Text.clean(latest, 20), Vitrine.version,
    Text.str(answer.download_url) or 'seu painel'))
end

Vitrine.Failures = Failures
