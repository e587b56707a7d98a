--- The owner's own actions: another resource of this city registers a function under a name, the panel offers the name,
--- and a delivery calls the function with its arguments. Nothing here listens to players.
local Outcome, CommandLine = Vitrine.Outcome, Vitrine.CommandLine
local OwnActions = { onChange = nil }

local most, nameMax, tellMs, graceMs = 50, 32, 1000, 60000
--- By name: the function and the resource that registered it.
local offered = {}
--- By name: when its resource went away, in ms. A resource that is started again gets the time to come back.
local lostAt = {}
local planned = false

--- Reasons with which a function says that nothing happened and that the player or time can change that.
local later = { player_offline = true, inventory_full = true }

local function changed()
  if planned then return end
  planned = true
  SetTimeout(tellMs, function()
    planned = false
    if OwnActions.onChange then OwnActions.onChange() end
  end)
end

local function count()
  local found = 0
  for _ in pairs(offered) do found = found + 1 end
  return found
end

--- Offers an action. `run(info, ...)` gets what the delivery is about and one text for each argument. It answers `true`
--- when it is done, `false` and a reason when nothing happened; anything else, an error too, is `uncertain`.
---@param name string small letters, digits and _, at most 32, the first one a letter
---@param run fun(info: table, ...: string): boolean|nil, string|nil
---@return boolean offered
---@return string|nil reason pt-BR
function OwnActions.register(name, run)
  local resource = GetInvokingResource() or Vitrine.resource
  local problem
  if type(name) ~= 'string' or #name > nameMax or not name:find('^[a-z][a-z0-9_]*$') then
    problem = 'o nome deve ter só letras minúsculas, números e _, até 32, e começar com uma letra'
  elseif type(run) ~= 'function' and type(run) ~= 'table' then
    problem = 'falta a função'
  elseif offered[name] and offered[name].resource ~= resource then
    problem = 'o script ' .. offered[name].resource .. ' já registrou este nome'
  elseif not offered[name] and count() >= most then
    problem = ('são no máximo %d ações'):format(most)
  end
  if problem then
    Vitrine.Log.error(('Ação "%s" do script %s recusada: %s'):format(tostring(name):sub(1, 40), resource, problem))
    return false, problem
  end
  local known = offered[name] ~= nil
  offered[name], lostAt[name] = { run = run, resource = resource }, nil
  if not known then changed() end
  return true
end

--- The names, sorted.
---@return string[]
function OwnActions.names()
  local names = {}
  for name in pairs(offered) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- What the function's answer means for the delivery.
local function outcomeOf(answer)
  if answer[1] == true then return Outcome.new('ok') end
  if answer[1] ~= false then
    return Outcome.new('uncertain', 'O script da cidade não disse se fez; verifique na cidade')
  end
  local reason = Vitrine.JsonUtil.str(answer[2])
  if later[reason] then return Outcome.new(reason) end
  return Outcome.new('action_refused', reason)
end

--- Checks that the action is offered and plans its call.
---@param job VitrineJob
---@return VitrinePlan|VitrineOutcome
function OwnActions.plan(job)
  local line, refusal = CommandLine.of(job.args.template, job.args.argv)
  if not line then return Outcome.new('invalid_args', refusal) end
  local name = job.args.argv[1]
  local entry = offered[name]
  if not entry then
    -- The resource that offers it may start after this one.
    local since = GetGameTimer() - (lostAt[name] or OwnActions.startedAt)
    if since < graceMs then
      return Outcome.new('framework_missing', ('A ação %s ainda não foi registrada na cidade'):format(name))
    end
    return Outcome.new('unsupported_action', ('Nenhum script da cidade registrou a ação %s'):format(name))
  end
  local command, adapter = job.command, Vitrine.Detect.adapter
  local answer
  return {
    effect = function()
      if entry.resource ~= Vitrine.resource and GetResourceState(entry.resource) ~= 'started' then
        Outcome.raise('framework_missing', ('O script %s não está ligado'):format(entry.resource))
      end
      answer = table.pack(entry.run({
        id = job.id, action = name, city_id = command.player.city_id, identity = command.player.identity,
        discord_id = command.player.discord_id,
        source = adapter and job.player and adapter.source(job.player) or nil, order = command.order, label = command.label,
        phase = command.phase,
      }, table.unpack(job.args.argv, 2)))
    end,
    verify = function() return outcomeOf(answer) end,
  }
end

OwnActions.startedAt = GetGameTimer()

AddEventHandler('onResourceStop', function(resource)
  local gone = false
  for name, entry in pairs(offered) do
    if entry.resource == resource then
      offered[name], lostAt[name], gone = nil, GetGameTimer(), true
    end
  end
  if gone then changed() end
end)

Vitrine.OwnActions = OwnActions
