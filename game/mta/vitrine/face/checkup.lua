--- `vitrine teste`: the whole chain from the server's side, one line for each link, with what to do where it is broken. It
--- gives nothing to anybody: a purchase is tried from the panel.
local Log, Settings, Rights, Exported = Vitrine.Log, Vitrine.Settings, Vitrine.Rights, Vitrine.Exported
local Checkup = {}

local slowClock = 5
local wanted = {
  'fetchRemote', 'aclGroupAddObject', 'aclGroupRemoveObject', 'aclSave', 'getAccountSerial', 'getBans', 'removeBan',
}
local problems = 0

local function good(what) Log.good('[ok] ' .. what) end

local function bad(what, remedy)
  problems = problems + 1
  Log.warn(('[!!] %s. %s'):format(what, remedy))
end

local function files()
  if Vitrine.resource == 'vitrine' then good('Recurso: vitrine, versão ' .. Vitrine.version)
  else bad('O recurso se chama ' .. Vitrine.resource, 'Renomeie a pasta para vitrine, digite refresh e start vitrine') end
  local problem = Settings.problem()
  if problem then bad(problem, 'Depois digite: restart vitrine') else good('config.lua e commands.lua lidos') end
  local names = Vitrine.Own.names()
  good(#names == 0 and 'Ações próprias: nenhuma no commands.lua'
    or ('Ações próprias: %s'):format(table.concat(names, ', ', 1, math.min(#names, 15))))
end

local function rights()
  local missing = Rights.missing(wanted)
  if #missing == 0 then good('Permissões da ACL liberadas') else
    bad('Faltam permissões: ' .. table.concat(missing, ', '), 'No console do servidor: ' .. Rights.command) end
  if Vitrine.Sha256.works() then good('SHA-256 do servidor confere') else
    bad('O hash deste servidor não confere', 'Atualize o servidor do MTA') end
end

local function place()
  local kind = Settings.kind()
  if kind == 'mta_account' then good('Os jogadores são conhecidos pela conta do MTA') else
    good(('Os jogadores são conhecidos pelo elementData %s'):format(Settings.get('CityIdKey'))) end
  good(('Jogadores dentro, com ID: %d'):format(#Vitrine.Players.told(4096)))
  for _, kindOf in ipairs({ 'vips', 'vehicles', 'items' }) do
    local runs, exists = Exported.runs(kindOf)
    if runs then good('HyperScripts ligado: ' .. kindOf)
    elseif exists then bad('HyperScripts desligado: ' .. kindOf, 'Ligue o recurso dele') end
  end
  local save = type(Config) == 'table' and Config.SavePlayer
  if type(save) == 'function' then good('Dinheiro entregue é gravado na hora (Config.SavePlayer)')
  else Log.info('[--] Sem Config.SavePlayer, dinheiro entregue se perde se o servidor cair antes de o gamemode gravar') end
  if Vitrine.Journal.keeps() then good(('Diário gravado e lido de volta, %d resultado(s) por confirmar'):format(Vitrine.Journal.pending()))
  else bad('O diário não fica gravado: nada é entregue', 'Confira o espaço em disco e a pasta mods/deathmatch/databases') end
end

local remedies = {
  game_auth = 'A chave do config.lua não é a do painel: copie de novo',
  game_token_revoked = 'A chave foi trocada ou bloqueada no painel: copie a nova',
  bad_signature = 'A chave do config.lua não é a do painel, ou algo na rede muda as respostas',
  bad_answer = 'Quem respondeu não é a Vitrine: confira o endereço',
  http_404 = 'Quem respondeu não é a Vitrine: confira o endereço',
  network = 'Confira o endereço, a internet e o firewall deste servidor',
}

local function over()
  if problems == 0 then Log.good('Tudo certo.') else
    Log.warn(('%d ponto(s) com [!!]: siga o que está escrito ao lado de cada um.'):format(problems)) end
end

local function connection()
  if not Settings.token() or not Settings.url() then
    bad('Falta a chave ou o endereço', 'Preencha Config.Token e Config.Url no config.lua e digite: restart vitrine')
    return over()
  end
  local began = getTickCount()
  Vitrine.Sync.probe(function(answer, failure)
    -- A server without the seat gets this refusal. Vitrine gives it only to a script that knows the key.
    local known = failure and (failure.code == 'superseded' or failure.code == 'invalid_request')
    if answer or known then good(('A Vitrine respondeu em %d ms, com a assinatura certa'):format(getTickCount() - began)) else
      bad(('A Vitrine não aceitou a consulta (%s)'):format(failure.message or failure.code),
        remedies[failure.code] or 'O script tenta de novo sozinho; se continuar, fale com o suporte da plataforma') end
    local offset = Vitrine.Http.offset
    if math.abs(offset) <= slowClock then good('Relógio certo') else
      bad(('O relógio deste servidor está %d s fora'):format(offset), 'Acerte data e hora do sistema; as entregas seguem') end
    local Sync = Vitrine.Sync
    if Sync.waiting then bad('Este servidor não recebe entregas', Sync.waiting)
    elseif Sync.connected then good('Este servidor recebe as entregas da loja ' .. tostring(Sync.store))
    else bad('Ainda sem conexão com a loja', 'Corrija o que está acima e digite: vitrine sincronizar') end
    over()
  end)
end

--- Runs all checks; the last ones come when Vitrine has answered.
function Checkup.run()
  problems = 0
  Log.info('Teste da Vitrine, de ponta a ponta:')
  for _, step in ipairs({ files, rights, place }) do
    local ok, problem = pcall(step)
    if not ok then bad('Erro interno no teste: ' .. tostring(problem), 'Envie esta linha a quem cuida da plataforma') end
  end
  connection()
end

Vitrine.Checkup = Checkup
