--- execute_command: the command is checked again here, because a thief of the panel must not get the machine.
local Outcome, Settings, CommandLine = Vitrine.Outcome, Vitrine.Settings, Vitrine.CommandLine
local Commands = {}

--- Commands that control the server itself, by name or beginning.
local denied = {
  quit = true, stop = true, start = true, restart = true, ensure = true, refresh = true, exec = true, add_ace = true,
  add_principal = true, add_filesystem_permission = true, test_ace = true, list_aces = true, load_server_icon = true,
}
--- Commands of txAdmin, which rules the whole server: not even `'*'` allows them.
local never = '^txa'
local deniedBeginnings = { 'set', 'remove_', 'rcon', 'sv_', 'con_', 'net_', 'onesync', 'resource_' }

--- Whether the owner lets the shop run a command. `name` is in small letters.
---@param name string
---@return boolean
function Commands.allowed(name)
  if name:find(never) then return false end
  local list = type(Config) == 'table' and Config.Commands or nil
  if list == '*' then return true end
  if type(list) == 'table' then
    for _, one in pairs(list) do
      if type(one) == 'string' and one:lower() == name then return true end
    end
    return false
  end
  if denied[name] then return false end
  for _, beginning in ipairs(deniedBeginnings) do
    if name:sub(1, #beginning) == beginning then return false end
  end
  return true
end

local function registered(name)
  for _, command in pairs(GetRegisteredCommands() or {}) do
    if type(command) == 'table' and type(command.name) == 'string' and command.name:lower() == name then return true end
  end
  return false
end

--- Makes every possible check first, then plans the console line. Nobody can know what a command did, so its code is
--- `executed`.
---@param job VitrineJob
---@return VitrinePlan|VitrineOutcome
function Commands.plan(job)
  local line, refusal = CommandLine.of(job.args.template, job.args.argv)
  if not line then return Outcome.new('invalid_args', refusal) end
  local name = job.args.argv[1]:lower()
  if Settings.problem then
    return Outcome.new('adapter_error', 'O config.local.lua da Vitrine tem um erro: comandos esperam pela correção')
  end
  if not Commands.allowed(name) then
    return Outcome.new('command_denied', ('O comando %s não é permitido pelo config.lua da Vitrine'):format(name))
  end
  if not IsPrincipalAceAllowed('resource.' .. Vitrine.resource, 'command.' .. name) then
    local permission = ('add_ace resource.%s command.%s allow'):format(Vitrine.resource, name)
    if registered(name) then
      return Outcome.new('command_denied', 'Sem permissão. Adicione ao server.cfg: ' .. permission)
    end
    return Outcome.new('command_not_found', ('O comando %s não existe no servidor. Se um script antigo o atende, '
      .. 'adicione ao server.cfg: %s'):format(name, permission))
  end
  return {
    effect = function()
      if registered(name) then return ExecuteCommand(line) end
      -- Older scripts answer commands that nobody registered: the console asks them by this event, and they cancel it.
      if TriggerEvent('rconCommand', job.args.argv[1], { table.unpack(job.args.argv, 2) }) then
        Outcome.raise('command_not_found', ('O comando %s não existe no servidor'):format(name))
      end
    end,
    verify = function()
      if Settings.get('LogDeliveries') then Vitrine.Log.info('Comando executado: ' .. name) end
      return Outcome.new('executed')
    end,
  }
end

Vitrine.Commands = Commands
