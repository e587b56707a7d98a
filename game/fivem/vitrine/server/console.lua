--- `vitrine …` in the server's console, for an owner when something does not arrive.
local Log = Vitrine.Log

local function ago(time)
  if not time then return 'nunca' end
  return ('há %d s'):format(math.max(0, os.time() - time))
end

local function status()
  local Sync, Detect, Sql = Vitrine.Sync, Vitrine.Detect, Vitrine.Sql
  Log.info(('Versão %s · endereço %s'):format(Vitrine.version, (Vitrine.Settings.url()) or 'inválido'))
  if Sync.waiting then
    Log.warn(Sync.waiting)
  elseif Sync.connected then
    Log.good(('Conectado à loja %s · última resposta %s'):format(Sync.store, ago(Sync.lastOk)))
  else
    Log.warn(('Sem conexão com a Vitrine · última resposta %s'):format(ago(Sync.lastOk)))
  end
  Log.info(('Base: %s%s · banco de dados: %s%s'):format(Detect.name, Detect.adapter and '' or ' (indisponível)',
    Sql.driver or 'nenhum', Sql.marking and ' (com marcador)' or ''))
  Log.info(('Jogadores carregados: %d · entregas em andamento: %d · resultados por confirmar: %d'):format(
    #Vitrine.Players.list, Vitrine.Queue.size(), Vitrine.Journal.pending()))
  if not Vitrine.Journal.kept then Log.warn('O diário de entregas não está sendo guardado: nada é entregue') end
  local last = Log.lastError
  if last then Log.info(('Último erro (%s): %s'):format(ago(last.at), last.text)) end
end

local states = {
  queued = 'na fila', running = 'em andamento', waiting = 'aguardando', uncertain = 'incerta',
}

local function pending()
  local list = Vitrine.Pending.list()
  for index, one in ipairs(list) do
    if index > 50 then break end
    Log.info(('Pedido %s · ID %s · %s · %s: %s%s · %s'):format(one.order, one.player, one.label, one.action,
      states[one.state], one.message and ' (' .. one.message .. ')' or '', ago(one.since)))
  end
  if #list > 50 then Log.info(('… e mais %d'):format(#list - 50)) end
  if #list == 0 then Log.good('Nenhuma entrega pendente neste servidor') end
  local results = Vitrine.Journal.pending()
  if results > 0 then Log.info(('Registros do diário que a Vitrine ainda não confirmou: %d'):format(results)) end
end

--- Looks at the base and its lists again, says hello again, and asks for deliveries now.
local function synchronize()
  if Vitrine.Sync.draining then return Log.warn('O servidor vai reiniciar: nada novo é iniciado') end
  Log.info('Lendo a base de novo e consultando a Vitrine…')
  Vitrine.Detect.look()
  Vitrine.Players.refresh()
  Vitrine.CityLists.build()
  Vitrine.Sync.describe()
end

local commands = { status = status, teste = Vitrine.Checkup.run, pendentes = pending, sincronizar = synchronize }

RegisterCommand('vitrine', function(source, arguments)
  -- Source 0 is the console; players get no answer.
  if source ~= 0 then return end
  local run = commands[tostring(arguments[1] or 'status'):lower()]
  if not run then return Log.info('Uso: vitrine status | teste | pendentes | sincronizar') end
  -- The first two only read; the others may wait for the base.
  if run == status or run == pending then return run() end
  CreateThread(run)
end, true)
