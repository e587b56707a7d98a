--- `vitrine …` in the server's console, for an owner when something does not arrive.
local Log = Vitrine.Log

local function ago(time)
  if not time then return 'nunca' end
  return ('há %d s'):format(math.max(0, Vitrine.clock() - time))
end

local function status()
  local Sync = Vitrine.Sync
  Log.info(('Versão %s · endereço %s'):format(Vitrine.version, (Vitrine.Settings.url()) or 'inválido'))
  if Sync.waiting then
    Log.warn(Sync.waiting)
  elseif Sync.connected then
    Log.good(('Conectado à loja %s · última resposta %s'):format(tostring(Sync.store), ago(Sync.lastOk)))
  else
    Log.warn('Sem conexão com a Vitrine · última resposta ' .. ago(Sync.lastOk))
  end
  Log.info(('Jogadores com ID: %d · entregas em andamento: %d · resultados por confirmar: %d'):format(
    #Vitrine.Players.told(4096), Vitrine.Queue.size(), Vitrine.Journal.pending()))
  if not Vitrine.Journal.kept then Log.warn('O diário de entregas não está sendo guardado: nada é entregue') end
  local last = Log.lastError
  if last then Log.info(('Último erro (%s): %s'):format(ago(last.at), last.text)) end
end

local states = { queued = 'na fila', running = 'em andamento', waiting = 'aguardando', uncertain = 'incerta' }

local function pending()
  local list = Vitrine.Pending.list()
  for index, one in ipairs(list) do
    if index > 50 then break end
    Log.info(('Pedido %s · ID %s · %s · %s: %s%s · %s'):format(one.order, one.player, one.label, one.action,
      states[one.state], one.message and ' (' .. one.message .. ')' or '', ago(one.since)))
  end
  if #list > 50 then Log.info(('… e mais %d'):format(#list - 50)) end
  if #list == 0 then Log.good('Nenhuma entrega pendente neste servidor') end
end

local function synchronize()
  Log.info('Lendo os grupos de novo e consultando a Vitrine…')
  Vitrine.Lists.build()
  Vitrine.Sync.describe()
end

local commands = {
  status = status, teste = function() Vitrine.Checkup.run() end, pendentes = pending, sincronizar = synchronize,
}

addCommandHandler('vitrine', function(who, _, word)
  -- Players get no answer.
  if getElementType(who) ~= 'console' then return end
  local run = commands[tostring(word or 'status'):lower()]
  if not run then return Log.info('Uso: vitrine status | teste | pendentes | sincronizar') end
  run()
end)
