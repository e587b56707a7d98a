--- Starts all parts in the right order.
local Log, Rights = Vitrine.Log, Vitrine.Rights

local expectedName = 'vitrine'

local function ready()
  if Vitrine.resource ~= expectedName then
    Log.error(('A pasta deste script se chama "%s" e precisa se chamar "%s". Renomeie a pasta em resources, digite refresh e '
      .. 'start %s. Nada será entregue até lá.'):format(Vitrine.resource, expectedName, expectedName))
    return false
  end
  if not Vitrine.Sha256.works() then
    Log.error('Este servidor do MTA não calcula SHA-256 como o protocolo pede. Atualize o servidor. Nada será entregue.')
    return false
  end
  return true
end

local function begin()
  local opened, reason = Vitrine.Journal.open()
  if not opened then
    Log.every('journal', 300, reason)
    return Vitrine.later(5000, begin)
  end
  Vitrine.Recovery.load()
  Vitrine.each(1000, function() Vitrine.Journal.catchUp() end)
  Vitrine.each(3600000, function() Vitrine.Journal.prune() end)
  Vitrine.Lists.build()
  Vitrine.Lists.listen()
  Vitrine.Asking.offer()
  Vitrine.Sync.start()
end

addEventHandler('onResourceStart', resourceRoot, function()
  local problem = Vitrine.Settings.problem()
  if problem then Log.error(problem) end
  if not Rights.has('fetchRemote') then
    Log.error(('Falta uma permissão para falar com a loja. Digite no console do servidor: %s'):format(Rights.command))
  end
  if ready() then begin() end
end)

-- A resource that stops begins nothing new.
addEventHandler('onResourceStop', resourceRoot, function()
  Vitrine.Sync.draining = true
  Vitrine.Queue.pause(true)
end)
