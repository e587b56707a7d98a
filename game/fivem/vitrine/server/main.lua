--- Starts all parts in the right order.
local Log, Detect, Queue, Sync = Vitrine.Log, Vitrine.Detect, Vitrine.Queue, Vitrine.Sync

local expectedName = 'vitrine'
local restartSeconds = 60

local function nameIsRight()
  if Vitrine.resource == expectedName then return true end
  Log.error(('A pasta deste script se chama "%s" e precisa se chamar "%s". Renomeie a pasta em resources, '
    .. 'use "ensure %s" no server.cfg e reinicie. Nada será entregue até lá.'):format(
    Vitrine.resource, expectedName, expectedName))
  return false
end

local function watchFramework()
  Vitrine.Guard.loop('framework', function()
    if Detect.adapter and Detect.name ~= 'standalone' and GetResourceState(Detect.resource) ~= 'missing'
      and GetResourceState(Detect.resource) ~= 'started' then
      Detect.lost()
    end
    if not Detect.settled and Detect.look() then
      Log.info('Base encontrada: ' .. Detect.name)
      Vitrine.Players.listen()
      if Vitrine.CityLists.build() then Sync.describe() end
      Sync.wake()
    end
    Vitrine.Players.refresh()
    Wait(Detect.settled and 5000 or 1000)
  end)
end

local function stopStarting(reason)
  if Sync.draining then return end
  Sync.draining = true
  Queue.pause(true)
  Log.warn(reason)
end

local function watchShutdown()
  AddEventHandler('txAdmin:events:scheduledRestart', function(data)
    local left = type(data) == 'table' and Vitrine.JsonUtil.int(data.secondsRemaining)
    if not left or left > restartSeconds then return end
    stopStarting('O servidor vai reiniciar: nenhuma entrega nova será iniciada.')
  end)
  AddEventHandler('txAdmin:events:scheduledRestartSkipped', function()
    if not Sync.draining then return end
    Sync.draining = false
    Queue.pause(false)
    Sync.wake()
  end)
  AddEventHandler('txAdmin:events:serverShuttingDown', function()
    stopStarting('O servidor está desligando: nenhuma entrega nova será iniciada.')
  end)
  AddEventHandler('onResourceStop', function(name)
    if name == Vitrine.resource then
      Sync.draining = true
      Queue.pause(true)
    elseif name == Detect.resource and Detect.name ~= 'standalone' then
      Detect.lost()
    end
  end)
  AddEventHandler('onResourceStart', function(name)
    if name == Detect.resource or name == Vitrine.Sql.driver then Detect.lost() end
  end)
end

local function waitForFramework()
  local till = GetGameTimer() + Vitrine.Settings.get('FrameworkWaitSeconds') * 1000
  while not Detect.look() and GetGameTimer() < till do Wait(1000) end
  if Detect.settled then
    Log.info('Base encontrada: ' .. Detect.name)
    Vitrine.Players.listen()
    Vitrine.Players.refresh()
    Vitrine.CityLists.build()
  else
    Log.warn('A base da cidade ainda não respondeu; as entregas esperam por ela.')
  end
end

CreateThread(function()
  -- Other resources answer from the second tick on.
  Wait(0)
  if Vitrine.Settings.problem then
    Log.error('Erro no seu config.local.lua: ' .. Vitrine.Settings.problem .. '. Comandos esperam até ele ser corrigido.')
  end
  if not nameIsRight() then return end
  local opened, reason = Vitrine.Journal.open()
  while not opened do
    Log.every('journal', 300, reason)
    Wait(5000)
    opened, reason = Vitrine.Journal.open()
  end
  Vitrine.Recovery.load()
  Vitrine.Guard.loop('disk', function()
    Wait(1000)
    Vitrine.Journal.catchUp()
  end)
  -- Resources that offer actions register them now, whatever was started first.
  TriggerEvent('vitrine:ready')
  watchShutdown()
  waitForFramework()
  watchFramework()
  Sync.start()
  -- A server that waits for its owner's word touches nothing, also not what its journal says was interrupted.
  while not Sync.seated do Wait(250) end
  local ok, problem = pcall(Vitrine.Recovery.run)
  if not ok then return Log.error('Erro interno ao retomar entregas: ' .. tostring(problem)) end
  Sync.wake()
  Vitrine.Guard.loop('journal', function()
    Wait(3600000)
    Vitrine.Journal.prune()
  end)
end)
