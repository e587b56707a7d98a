--- `vitrine teste`: the whole chain from the city's side, one line for each link, with what to do where it is broken.
--- It gives nothing to anybody: an order needs the owner's word, so a purchase is tried from the panel.
local Log, Settings, Guard = Vitrine.Log, Vitrine.Settings, Vitrine.Guard
local Checkup = {}

local slowClock = 5
local problems = 0
local running = false

local function good(what) Log.good('[ok] ' .. what) end

local function bad(what, remedy)
  problems = problems + 1
  Log.warn(('[!!] %s. %s'):format(what, remedy))
end

local function files()
  if Vitrine.resource == 'vitrine' then good('Pasta: vitrine, versão ' .. Vitrine.version)
  else bad('A pasta se chama ' .. Vitrine.resource, 'Renomeie para vitrine e use "ensure vitrine"') end
  if Settings.problem then
    bad('config.local.lua tem um erro: ' .. Settings.problem, 'Corrija o arquivo e reinicie o script')
  else
    good('Configuração lida' .. (LoadResourceFile(Vitrine.resource, 'config.local.lua') and ', com o seu config.local.lua' or ''))
  end
end

--- Whether it makes sense to ask Vitrine.
local function address()
  local token, url = Settings.token(), (Settings.url())
  if not token then
    bad('Falta a chave', 'No server.cfg, antes do ensure: set vitrine_token "sua-chave" (painel > Servidores)')
  else
    good('Chave preenchida, de identificação ' .. Vitrine.Sha256.hex(token):sub(1, 12))
  end
  if not url then
    bad('O endereço não é válido', 'No server.cfg: set vitrine_url "https://..."')
  else
    good('Endereço ' .. url)
  end
  return token ~= nil and url ~= nil
end

local remedies = {
  game_auth = 'A chave do server.cfg não é a do painel: copie de novo',
  game_token_revoked = 'A chave foi trocada ou bloqueada no painel: copie a nova',
  bad_signature = 'A chave do server.cfg não é a do painel, ou algo na rede muda as respostas',
  bad_answer = 'Quem respondeu não é a Vitrine: confira o endereço',
  http_404 = 'Quem respondeu não é a Vitrine: confira o endereço',
  network = 'Confira o endereço, a internet e o firewall deste servidor',
}

local function connection()
  local began = GetGameTimer()
  local answer, failure = Vitrine.Sync.probe()
  local took = GetGameTimer() - began
  -- A server without the seat gets this refusal. Vitrine gives it only to a script that knows the key.
  local known = failure and (failure.code == 'superseded' or failure.code == 'invalid_request')
  if not answer and not known then
    bad(('A Vitrine não aceitou a consulta (%s)'):format(failure.message or failure.code),
      remedies[failure.code] or 'O script tenta de novo sozinho; se continuar, fale com o suporte da plataforma')
  else
    good(('A Vitrine respondeu em %d ms, com a assinatura certa'):format(took))
  end
  local offset = Vitrine.Http.offset
  if math.abs(offset) <= slowClock then good('Relógio certo')
  else bad(('O relógio deste servidor está %d s fora'):format(offset), 'Acerte data e hora do sistema; as entregas seguem') end
end

local function seat()
  local Sync = Vitrine.Sync
  if Sync.waiting then
    bad('Este servidor não recebe entregas', Sync.waiting)
  elseif Sync.connected then
    good('Este servidor recebe as entregas da loja ' .. Sync.store)
  else
    bad('Ainda sem conexão com a loja', 'Corrija o que está acima e digite: vitrine sincronizar')
  end
end

local function base()
  local Detect, Sql = Vitrine.Detect, Vitrine.Sql
  if not Detect.adapter then
    bad('A base da cidade não respondeu: ' .. Vitrine.Outcome.new(Detect.code or 'framework_missing').message,
      'Inicie o script depois do banco de dados e da base')
  elseif next(Detect.adapter.actions) == nil then
    bad(('Base %s: só comandos'):format(Detect.name),
      'Grupos, dinheiro, itens e veículos precisam de um adaptador em adapters/custom')
  else
    local state, users = Guard.run(5000, Detect.adapter.online)
    if state == 'done' and type(users) == 'table' then
      good(('Base %s, %d jogador(es) na cidade'):format(Detect.name, #Vitrine.Players.list))
    else bad(('A base %s não diz quem está na cidade'):format(Detect.name), 'Veja os erros da base acima, no console') end
  end
  if not Sql.driver then
    local wanted = Detect.adapter and next(Detect.adapter.actions) == nil
    if wanted then good('Sem banco de dados, e esta base não precisa') else
      bad('Nenhum banco de dados encontrado', 'Inicie o oxmysql (ou o da sua base) antes da Vitrine') end
    return
  end
  local state, problem = Guard.run(5000, function() return Sql.query('SELECT 1 AS one') end)
  if state == 'done' then good(('Banco de dados %s%s'):format(Sql.driver, Sql.marking and ', com marcador de entregas' or ''))
  else bad('O banco de dados não respondeu', problem and Vitrine.Outcome.fromError(problem).message or 'Confira o serviço do banco') end
end

local function journal()
  if Vitrine.Journal.keeps() then good(('Diário gravado e lido de volta, %d resultado(s) por confirmar'):format(Vitrine.Journal.pending()))
  else bad('O diário não fica gravado: nada é entregue', 'Confira o espaço em disco e a permissão da pasta "db"') end
end

local labels = { groups = 'grupos', items = 'itens', vehicles = 'veículos', commands = 'comandos' }

local function catalogue()
  local lists = Vitrine.CityLists.describe() or {}
  local parts = {}
  for _, kind in ipairs({ 'groups', 'items', 'vehicles', 'commands' }) do
    parts[#parts + 1] = ('%s: %s'):format(labels[kind], lists[kind] and lists[kind].total or 'sem lista')
  end
  good('Nomes da cidade para o painel: ' .. table.concat(parts, ', '))
end

local function commands()
  local principal = 'resource.' .. Vitrine.resource
  if IsPrincipalAceAllowed(principal, 'command.quit') then
    bad('Este script pode desligar o servidor',
      ('Troque "add_ace %s command allow" por uma linha para cada comando vendido'):format(principal))
  end
  local names = Vitrine.CityLists.permitted()
  if #names == 0 then good('Comandos: nenhum liberado (add_ace ' .. principal .. ' command.NOME allow)')
  else good(('Comandos liberados: %d (%s)'):format(#names, table.concat(names, ', ', 1, math.min(#names, 15)))) end
end

--- Runs all checks, one run at a time. Must be called from a thread.
function Checkup.run()
  if running then return Log.info('O teste já está rodando') end
  running, problems = true, 0
  Log.info('Teste da Vitrine, de ponta a ponta:')
  local reachable = false
  local steps = {
    files, function() reachable = address() end, function() if reachable then connection() end end, seat, base, journal,
    catalogue, commands,
  }
  for _, step in ipairs(steps) do
    local ok, problem = pcall(step)
    if not ok then bad('Erro interno no teste: ' .. tostring(problem), 'Envie esta linha a quem cuida da plataforma') end
  end
  if problems == 0 then
    Log.good('Tudo certo: o que for vendido chega aqui')
    Log.info('Para entregar de verdade e desfazer: painel > Produtos > Simular compra > Executar de verdade')
  else Log.warn(('%d ponto(s) para corrigir, marcados com [!!]'):format(problems)) end
  running = false
end

Vitrine.Checkup = Checkup
