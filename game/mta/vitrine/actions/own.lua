--- The owner's own actions: the functions in commands.lua. The panel offers their names, and a delivery calls one with its
--- arguments.
local Outcome, Players, Text = Vitrine.Outcome, Vitrine.Players, Vitrine.Text
local Own = {}

local most, nameMax = 50, 32
--- Reasons with which a function says that nothing happened and that the player or time can change that.
local later = { player_offline = true, inventory_full = true }

local function isName(name)
  return type(name) == 'string' and #name <= nameMax and name:find('^[a-z][a-z0-9_]*$') ~= nil
end

--- The names of the functions that may be called, sorted, at most 50.
---@return string[]
function Own.names()
  local names = {}
  for name, run in pairs(type(Actions) == 'table' and Actions or {}) do
    if type(run) == 'function' and isName(name) then
      names[#names + 1] = name
    else
      Vitrine.Log.every('action:' .. tostring(name):sub(1, 40), 3600, ('A ação "%s" do commands.lua não é oferecida: o nome '
        .. 'deve ter só letras minúsculas, números e _, até 32, e ser de uma função'):format(tostring(name):sub(1, 40)))
    end
  end
  table.sort(names)
  while #names > most do table.remove(names) end
  return names
end

--- What the function's answer means for the delivery.
local function outcomeOf(answer, reason)
  if answer == true then return Outcome.new('ok') end
  if answer ~= false then
    return Outcome.new('uncertain', 'A sua função do commands.lua não disse se fez; verifique na cidade')
  end
  reason = Text.str(reason)
  if reason and later[reason] then return Outcome.new(reason) end
  return Outcome.new('action_refused', reason)
end

--- Checks that the action is offered and plans its call.
---@param job table
---@return table
function Own.plan(job)
  local template, argv = job.args.template, job.args.argv
  local refusal = Vitrine.Template.refusal(template, argv)
  if refusal then Outcome.raise('invalid_args', refusal) end
  local name = argv[1]
  local run = isName(name) and type(Actions) == 'table' and Actions[name]
  if type(Actions) ~= 'table' then
    Outcome.raise('framework_missing', 'O commands.lua tem um erro: as ações esperam pela correção')
  end
  if type(run) ~= 'function' then
    Outcome.raise('unsupported_action', ('Não há a ação %s no commands.lua'):format(name))
  end
  local command = job.command
  local player = Players.find(job.key)
  local answer, reason
  return {
    effect = function()
      answer, reason = run({
        id = job.id, action = name, player = player,
        account = player and Players.accountOf(player)
          or command.player.identity and command.player.identity.kind == 'mta_account' and command.player.identity.value or nil,
        city_id = command.player.city_id, identity = command.player.identity, discord_id = command.player.discord_id,
        order = command.order, label = command.label, phase = command.phase,
      }, unpack(argv, 2))
    end,
    verify = function() return outcomeOf(answer, reason) end,
  }
end

Vitrine.Own = Own
