--- What the resources of HyperScripts do, by the functions that they export. Their use is published in
--- Warp-Store/warp-delivery-game-mta, commands.lua: getPremium, givePremium and takePremium; getVehicle, getVehicleVipConfig,
--- generatePlate, setVehicleVip and setVehicleConce; giveItem.
local Outcome, Players, Settings, Text = Vitrine.Outcome, Vitrine.Players, Vitrine.Settings, Vitrine.Text
local Exported = {}

local resources = { vips = '[HS]VIP_System', vehicles = '[HS]Dealership_System', items = '[HS]Hyper_Inventory' }

--- Whether the resource of this kind is there at all, and whether it runs. A call into one that does not run answers
--- nothing and says no reason.
---@param kind 'vips'|'vehicles'|'items'
---@return boolean runs
---@return boolean exists
function Exported.runs(kind)
  local resource = getResourceFromName(resources[kind])
  if not resource then return false, false end
  return getResourceState(resource) == 'running', true
end

local function need(kind)
  local runs, exists = Exported.runs(kind)
  if runs then return exports[resources[kind]] end
  if exists then Outcome.raise('framework_missing', ('O recurso %s não está ligado'):format(resources[kind])) end
  return Outcome.raise('unsupported_action', ('Este servidor não tem o recurso %s'):format(resources[kind]))
end

local function uncertain(what)
  return Outcome.new('uncertain', ('O recurso %s não confirmou; verifique na cidade'):format(what))
end

--- The plan that gives or takes a VIP.
---@param job table
---@param vip string
---@param wanted boolean
---@return table
function Exported.vip(job, vip, wanted)
  local system, account = need('vips'), Players.accountFor(job)
  local setting = Text.tab(Settings.get('Vips'))[vip]
  local number, days = Text.int(Text.tab(setting).number), Text.int(Text.tab(setting).days)
  if wanted and (not number or not days or days < 1) then
    Outcome.raise('invalid_group', ('Falta o VIP %s no Config.Vips do config.lua'):format(vip))
  end
  local function has() return type(system:getPremium(account, vip)) == 'table' end
  local name = 'vip:' .. vip
  local place = { place = 'group:' .. name, prior = has() and name or '', account = account }
  if has() == wanted then
    return Outcome.new(wanted and 'already_owned' or 'not_owned', nil,
      { place = place.place, prior = place.prior, stands = place.prior })
  end
  return {
    probe = place,
    effect = function()
      if wanted then system:givePremium(account, vip, days, 'Dias', ('VIP:0%d'):format(number))
      else system:takePremium(account, vip) end
    end,
    verify = function()
      if has() ~= wanted then return Outcome.new('adapter_error', 'O sistema de VIP não mudou o VIP; será tentado de novo') end
      return Outcome.new('ok', nil, { place = place.place, prior = place.prior, stands = wanted and name or '' })
    end,
  }
end

--- The vehicle in the system's spelling and how it is given: of its VIP vehicles, or of the dealership by Config.Vehicles.
local function vehicleOf(dealership, sold)
  local own = Text.tab(Settings.get('Vehicles'))[sold]
  if type(own) == 'table' then
    local name, model, category = Text.str(own.name) or sold, Text.int(own.model), Text.str(own.category)
    if not model or not category then
      Outcome.raise('invalid_vehicle', ('Falta model ou category do veículo %s no Config.Vehicles'):format(sold))
    end
    return { name = name, model = model, category = category }
  end
  for _, name in ipairs({ sold, (sold:gsub('_', ' ')) }) do
    local found = dealership:getVehicleVipConfig(name)
    if type(found) == 'table' and found.model and found.category then
      return { name = name, model = found.model, category = found.category, vip = true }
    end
  end
  return Outcome.raise('invalid_vehicle', ('O veículo %s não está no [HS]Dealership_System nem no Config.Vehicles'):format(sold))
end

--- The plan of `add_vehicle`. A vehicle of the dealership needs its player to be here; a VIP vehicle goes to the account.
---@param job table
---@return table
function Exported.addVehicle(job)
  local dealership = need('vehicles')
  local vehicle, account = vehicleOf(dealership, job.args.vehicle), Players.accountFor(job)
  local function has() return dealership:getVehicle(account, vehicle.name) and true or false end
  local place = { place = 'vehicle:' .. vehicle.name, prior = has() and vehicle.name or '', account = account }
  if has() then
    return Outcome.new('already_owned', nil, { place = place.place, prior = vehicle.name, stands = vehicle.name })
  end
  local player = not vehicle.vip and Players.need(job.key) or nil
  return {
    probe = place,
    effect = function()
      if vehicle.vip then
        dealership:setVehicleVip(account, vehicle.name, dealership:generatePlate(), vehicle.category, vehicle.model,
          Settings.get('VehicleDays'))
      else
        dealership:setVehicleConce(player, { name = vehicle.name, model = vehicle.model }, { 255, 255, 255 }, vehicle.category)
      end
    end,
    verify = function()
      if not has() then return Outcome.new('adapter_error', 'A concessionária não registrou o veículo; será tentado de novo') end
      return Outcome.new('ok', nil, { place = place.place, prior = '', stands = vehicle.name })
    end,
  }
end

--- How many errors of scripts this server has told. MTA tells each at once (Shared/mods/deathmatch/logic/CScriptDebugging.cpp
--- of multitheftauto/mtasa-blue, LogString).
local errors = 0
addEventHandler('onDebugMessage', root, function(_, level)
  if level == 1 then errors = errors + 1 end
end)

--- The plan of `add_item`. The inventory has no published function that counts, so its own word is all that can be known:
--- `true` is an item given, `false` is no room, anything else is uncertain. `false` is also what MTA answers for a function
--- that raised, perhaps after it gave the item, so it counts only where no error was told meanwhile.
---@param job table
---@return table
function Exported.addItem(job)
  local inventory, player = need('items'), Players.need(job.key)
  local answer
  return {
    effect = function()
      local before = errors
      answer = inventory:giveItem(player, job.args.item, job.args.amount)
      if answer == false and errors == before then Outcome.raise('inventory_full') end
    end,
    verify = function()
      return answer == true and Outcome.new('ok') or uncertain(resources.items)
    end,
  }
end

Vitrine.Exported = Exported
