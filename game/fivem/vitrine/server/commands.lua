--- execute_command: the console line is checked once more here, because a stolen panel must not own the machine.
local Outcome, Settings = Vitrine.Outcome, Vitrine.Settings
local Commands = {}

--- What controls the server itself, by name or by beginning.
local denied = {
  quit = true, stop = true, start = true, restart = true, ensure = true, refresh = true, exec = true, add_ace = true,
  add_principal = true, add_filesystem_permission = true, test_ace = true, list_aces = true, load_server_icon = true,
}
local deniedBeginnings = { 'set', 'remove_', 'rcon', 'sv_', 'txadmin', 'con_', 'net_', 'onesync', 'resource_' }

--- Why a line must not run; nil when it may. The console would split it, cut it or read a second command in it.
---@param line any
---@return string|nil
function Commands.refusal(line)
  if type(line) ~= 'string' or line == '' then return 'Comando vazio' end
  if #line > 255 then return 'Comando com mais de 255 bytes' end
  if line:find('%c') or not utf8.len(line) then return 'Comando com caracteres inválidos' end
  if line:find('[";\\]') then return 'Comando com aspas, ponto e vírgula ou barra invertida' end
  if line:find('^%s*/') or line:find('//', 1, true) then return 'Comando com / no início ou //' end
  if line:find('^%s*#') or line:find('%s#') then return 'Comando com # no início de uma palavra' end
  if not line:find('^%s*[%w_%-%.:%+]+') then return 'Comando sem nome' end
  return nil
end

local function allowedByOwner(name)
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

--- Checks everything that can be known before, then plans the console line. What the command did is unknown by nature:
--- the code is `executed`.
---@param job VitrineJob
---@return VitrinePlan|VitrineOutcome
function Commands.plan(job)
  local line = job.args.command
  local refusal = Commands.refusal(line)
  if refusal then return Outcome.new('invalid_args', refusal) end
  local name = line:match('^%s*(%S+)'):lower()
  if not allowedByOwner(name) then
    return Outcome.new('command_denied', ('O comando %s não é permitido pelo config.lua da Vitrine'):format(name))
  end
  if not registered(name) then
    return Outcome.new('command_not_found', ('O comando %s não existe no servidor'):format(name))
  end
  if not IsPrincipalAceAllowed('resource.' .. Vitrine.resource, 'command.' .. name) then
    return Outcome.new('command_denied', ('Sem permissão. Adicione ao server.cfg: add_ace resource.%s command.%s allow')
      :format(Vitrine.resource, name))
  end
  return {
    effect = function() ExecuteCommand(line) end,
    verify = function()
      if Settings.get('LogDeliveries') then Vitrine.Log.info('Comando executado: ' .. name) end
      return Outcome.new('executed')
    end,
  }
end

Vitrine.Commands = Commands
