--- `vitrine status` in the server's console, for an owner when something does not arrive.
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

RegisterCommand('vitrine', function(source, arguments)
  -- Source 0 is the console; players get no answer.
  if source ~= 0 then return end
  if arguments[1] == 'status' or arguments[1] == nil then return status() end
  Log.info('Uso: vitrine status')
end, true)
