--- Checks everything from the network before any other code uses it. It converts no value that could mean two things.
local JsonUtil, Outcome = Vitrine.JsonUtil, Vitrine.Outcome
local Arguments = {}

local maxInt = 2147483647

local function name(value, pattern, max, what)
  if type(value) ~= 'string' or #value > max or not value:match(pattern) then
    Outcome.raise('invalid_args', what .. ' inválido: confira o produto')
  end
  return value
end

local function amount(value)
  local number = type(value) == 'number' and JsonUtil.int(value) or nil
  if not number or number < 1 or number > maxInt then
    Outcome.raise('invalid_args', 'Quantia inválida: confira o produto')
  end
  return number
end

local checks = {
  -- Its template decides what may stand where: server/command_line.lua.
  execute_command = function(args) return { template = args.template, argv = args.argv } end,
  add_group = function(args) return { group = name(args.group, '^[%w_%-%.|:]+$', 64, 'Grupo') } end,
  add_money = function(args) return { amount = amount(args.amount) } end,
  add_vehicle = function(args) return { vehicle = name(args.vehicle, '^[%w_]+$', 60, 'Veículo') } end,
  add_item = function(args)
    return { item = name(args.item, '^[%w_%-%.|]+$', 64, 'Item'), amount = amount(args.amount) }
  end,
  remove_ban = function() return {} end,
}
--- `instead`: the group of the same place that the player is still owed.
checks.remove_group = function(args)
  local checked = checks.add_group(args)
  checked.instead = args.instead and checks.add_group({ group = args.instead }).group
  return checked
end
checks.remove_money = checks.add_money
checks.remove_vehicle = checks.add_vehicle

--- Actions that can run twice without a further effect.
Arguments.repeatable = {
  add_group = true, remove_group = true, add_vehicle = true, remove_vehicle = true, remove_ban = true,
}

--- All actions of the protocol.
Arguments.actions = {
  'execute_command', 'add_group', 'remove_group', 'add_money', 'remove_money', 'add_vehicle', 'remove_vehicle',
  'add_item', 'remove_ban',
}

--- A city id: digits without a leading zero, 1 to 2 147 483 647, as an integer, because frameworks use it as a key.
---@param text any
---@return integer|nil
function Arguments.cityId(text)
  if type(text) ~= 'string' or not text:match('^[1-9]%d*$') or #text > 10 then return nil end
  local number = JsonUtil.int(text)
  return number and number <= maxInt and number or nil
end

--- The parts of a command that journal and queue need; nil without a usable id.
---@param raw any
---@return VitrineCommand|nil
function Arguments.command(raw)
  raw = JsonUtil.tab(raw)
  local id, attempt = JsonUtil.str(raw.id), JsonUtil.int(raw.attempt)
  if not id or #id > 64 or not id:match('^[%w_%-]+$') then return nil end
  local player, args = JsonUtil.tab(raw.player), JsonUtil.tab(raw.args)
  return {
    id = id,
    attempt = attempt and attempt >= 1 and attempt or 1,
    player = { city_id = tostring(player.city_id or ''):sub(1, 20), discord_id = JsonUtil.str(player.discord_id) },
    action = tostring(raw.action or ''):sub(1, 40),
    args = {
      template = JsonUtil.str(args.template), argv = JsonUtil.tab(args.argv), group = JsonUtil.str(args.group),
      instead = JsonUtil.str(args.instead),
      amount = args.amount,
      vehicle = JsonUtil.str(args.vehicle), item = JsonUtil.str(args.item),
    },
    order = JsonUtil.clean(raw.order or '', 40),
    phase = JsonUtil.str(raw.phase) or 'confirmation',
    expires_at = JsonUtil.int(raw.expires_at),
    label = JsonUtil.clean(raw.label or '', 120),
  }
end

--- The checked job of a command. Raises `invalid_args` or `unsupported_action`.
---@param command VitrineCommand
---@return VitrineJob
function Arguments.job(command)
  local check = checks[command.action]
  if not check then Outcome.raise('unsupported_action') end
  local player = Arguments.cityId(command.player.city_id)
  if not player then Outcome.raise('invalid_args', 'ID da cidade inválido') end
  return {
    id = command.id, action = command.action, player = player, args = check(command.args), command = command,
  }
end

Vitrine.Arguments = Arguments
