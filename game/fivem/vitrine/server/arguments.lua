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

--- Names of groups reach the base without a console, so they may hold spaces and accents. The bytes above 127 are
--- letters that Vitrine has checked; what a console or a page could misread is refused.
local function group(value)
  local length = type(value) == 'string' and utf8.len(value)
  if not length or length > 64 or not value:match('^[%w_%-%.|: \128-\255]+$') or value:find('^ ') or value:find(' $') then
    Outcome.raise('invalid_args', 'Grupo inválido: confira o produto')
  end
  return value
end

--- Eight letters and digits, as the bases take a plate from a player.
local function plate(value)
  if value == nil then return nil end
  if type(value) ~= 'string' or #value ~= 8 or not value:match('^[A-Z0-9]+$') then
    Outcome.raise('invalid_args', 'Placa inválida: confira o produto')
  end
  return value
end

local checks = {
  -- Its template decides what may stand where: server/command_line.lua.
  execute_command = function(args) return { template = args.template, argv = args.argv } end,
  add_group = function(args) return { group = group(args.group) } end,
  add_money = function(args) return { amount = amount(args.amount) } end,
  add_vehicle = function(args)
    return { vehicle = name(args.vehicle, '^[%w_]+$', 60, 'Veículo'), plate = plate(args.plate) }
  end,
  add_item = function(args)
    return { item = name(args.item, '^[%w_%-%.|]+$', 64, 'Item'), amount = amount(args.amount) }
  end,
  remove_ban = function() return {} end,
  run_action = function(args) return { template = args.template, argv = args.argv } end,
}
--- `instead`: the group of the same place that the player is still owed.
checks.remove_group = function(args)
  local checked = checks.add_group(args)
  checked.instead = args.instead and checks.add_group({ group = args.instead }).group
  return checked
end
checks.remove_money = checks.add_money
checks.remove_vehicle = function(args) return checks.add_vehicle({ vehicle = args.vehicle }) end

--- Actions that can run twice without a further effect.
Arguments.repeatable = {
  add_group = true, remove_group = true, add_vehicle = true, remove_vehicle = true, remove_ban = true,
}

--- All actions of the protocol.
Arguments.actions = {
  'execute_command', 'add_group', 'remove_group', 'add_money', 'remove_money', 'add_vehicle', 'remove_vehicle',
  'add_item', 'remove_ban', 'run_action',
}

--- A city id: digits without a leading zero, 1 to 2 147 483 647, as an integer, because frameworks use it as a key.
---@param text any
---@return integer|nil
function Arguments.cityId(text)
  if type(text) ~= 'string' or not text:match('^[1-9]%d*$') or #text > 10 then return nil end
  local number = JsonUtil.int(text)
  return number and number <= maxInt and number or nil
end

--- Texts that players are known by, per kind, as Vitrine sends them (docs/game-server-protocol.md, The player).
local kinds = {
  citizen_id = { '^[A-Z0-9]+$', 3, 50 },
  identifier = { '^[a-z0-9:]+$', 8, 64 },
  minecraft_name = { '^[.*]?[a-z0-9_]+$', 2, 17 },
  minecraft_uuid = { '^[0-9a-f%-]+$', 36, 36 },
  mta_account = { '^[%w_][%w_.@%-]*$', 1, 30 },
  discord_id = { '^%d+$', 17, 20 },
}

--- A player's id that is no city id; nil if it is none that the protocol knows.
---@param raw any
---@return VitrineIdentity|nil
local function identityOf(raw)
  local kind, value = JsonUtil.str(JsonUtil.tab(raw).kind), JsonUtil.str(JsonUtil.tab(raw).value)
  local rule = kind and kinds[kind]
  if not rule or not value or #value < rule[2] or #value > rule[3] or not value:match(rule[1]) then return nil end
  return { kind = kind, value = value }
end

--- The id that the adapter's functions take: an integer for a city id, a text for the other kinds; nil if the base
--- knows no player by it.
---@param player VitrinePlayer
---@return integer|string|nil
function Arguments.person(player)
  local adapter = Vitrine.Detect and Vitrine.Detect.adapter
  if not player.identity then
    local id = not (adapter and adapter.identity) and Arguments.cityId(player.city_id) or nil
    if id and adapter and adapter.person then return adapter.person(id) end
    return id
  end
  return adapter and adapter.identity == player.identity.kind and player.identity.value or nil
end

--- Whether a value may be the id of a delivery.
---@param id any
---@return boolean
function Arguments.isId(id)
  return type(id) == 'string' and #id <= 64 and id:match('^[%w_%-]+$') ~= nil
end

--- The parts of a command that journal and queue need; nil without a usable id.
---@param raw any
---@return VitrineCommand|nil
function Arguments.command(raw)
  raw = JsonUtil.tab(raw)
  local id, attempt = raw.id, JsonUtil.int(raw.attempt)
  if not Arguments.isId(id) then return nil end
  local player, args = JsonUtil.tab(raw.player), JsonUtil.tab(raw.args)
  local cityId, identity = tostring(player.city_id or ''):sub(1, 20), identityOf(player.identity)
  return {
    id = id,
    attempt = attempt and attempt >= 1 and attempt or 1,
    player = {
      key = identity and identity.kind .. ':' .. identity.value or cityId,
      city_id = not identity and cityId or nil, identity = identity, discord_id = JsonUtil.str(player.discord_id),
    },
    action = tostring(raw.action or ''):sub(1, 40),
    args = {
      template = JsonUtil.str(args.template), argv = JsonUtil.tab(args.argv), group = JsonUtil.str(args.group),
      instead = JsonUtil.str(args.instead),
      amount = args.amount,
      -- As it came: a plate that cannot be read is refused, and not left to chance.
      vehicle = JsonUtil.str(args.vehicle), plate = args.plate, item = JsonUtil.str(args.item),
    },
    order = JsonUtil.clean(raw.order or '', 40),
    phase = JsonUtil.str(raw.phase) or 'confirmation',
    expires_at = JsonUtil.int(raw.expires_at),
    only_online = raw.only_online == true,
    label = JsonUtil.clean(raw.label or '', 120),
  }
end

--- Commands name the player in their own arguments, so they need no base that knows it by its name or account.
local function needsNobody(command, adapter)
  if command.action ~= 'execute_command' and command.action ~= 'run_action' then return false end
  return adapter.nobody or command.player.identity and command.player.identity.kind == 'discord_id'
end

--- The checked job of a command. Raises `invalid_args`, `unsupported_action`, and `player_not_found` where the base knows
--- its players by another kind of id.
---@param command VitrineCommand
---@return VitrineJob
function Arguments.job(command)
  local check = checks[command.action]
  if not check then Outcome.raise('unsupported_action') end
  local player = Arguments.person(command.player)
  if not player and not command.player.identity and not Arguments.cityId(command.player.city_id) then
    Outcome.raise('invalid_args', 'ID da Cidade inválido')
  end
  if not player and not needsNobody(command, Vitrine.Detect.require()) then
    if Vitrine.Detect.require().person and not command.player.identity then Outcome.raise('player_not_found') end
    Outcome.raise('player_not_found', 'Esta base conhece os jogadores por outro ID: confira o ID do jogador no painel')
  end
  return {
    id = command.id, action = command.action, player = player, args = check(command.args), command = command,
  }
end

Vitrine.Arguments = Arguments
