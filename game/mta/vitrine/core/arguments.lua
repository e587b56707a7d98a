--- Checks everything from the network before any other code uses it. It converts no value that could mean two things.
local Text, Outcome, Settings = Vitrine.Text, Vitrine.Outcome, Vitrine.Settings
local Arguments = {}

local maxInt = 2147483647

local function name(value, pattern, max, what)
  if type(value) ~= 'string' or #value > max or not value:match(pattern) then
    Outcome.raise('invalid_args', what .. ' inválido: confira o produto')
  end
  return value
end

local function amount(value)
  local number = type(value) == 'number' and Text.int(value) or nil
  if not number or number < 1 or number > maxInt then
    Outcome.raise('invalid_args', 'Quantia inválida: confira o produto')
  end
  return number
end

--- Names of groups may hold spaces and accents. The bytes above 127 are letters that Vitrine has checked.
local function group(value)
  local length = type(value) == 'string' and Text.length(value)
  if not length or length > 64 or not value:match('^[%w_%-%.|: \128-\255]+$') or value:find('^ ') or value:find(' $') then
    Outcome.raise('invalid_args', 'Grupo inválido: confira o produto')
  end
  return value
end

local checks = {
  add_group = function(args) return { group = group(args.group) } end,
  add_money = function(args) return { amount = amount(args.amount) } end,
  add_vehicle = function(args)
    if args.plate ~= nil then
      Outcome.raise('unsupported_action', 'Este servidor não guarda placas escolhidas: deixe a placa vazia e reenvie')
    end
    return { vehicle = name(args.vehicle, '^[%w_]+$', 60, 'Veículo') }
  end,
  add_item = function(args)
    return { item = name(args.item, '^[%w_%-%.|]+$', 64, 'Item'), amount = amount(args.amount) }
  end,
  remove_ban = function() return {} end,
  -- Its template decides what may stand where: core/template.lua.
  run_action = function(args) return { template = args.template, argv = args.argv } end,
}
checks.remove_group = checks.add_group
checks.remove_money = checks.add_money

--- Actions that can run twice without a further effect.
Arguments.repeatable = { add_group = true, remove_group = true, add_vehicle = true, remove_ban = true }

--- A city id: digits without a leading zero, 1 to 2 147 483 647.
---@param text any
---@return boolean
function Arguments.isCityId(text)
  if type(text) ~= 'string' or not text:match('^[1-9]%d*$') or #text > 10 then return false end
  return tonumber(text) <= maxInt
end

--- Ids of players that are no city ids, as Vitrine sends them (docs/game-server-protocol.md, The player). An account's
--- name keeps its case: MTA tells `Ana` from `ana`.
local kinds = {
  mta_account = { '^[%w_][%w_.@%-]*$', 1, 30 },
  discord_id = { '^%d+$', 17, 20 },
}

--- Whether a text may be an account's name at Vitrine.
---@param text string
---@return boolean
function Arguments.isAccount(text)
  local rule = kinds.mta_account
  return #text >= rule[2] and #text <= rule[3] and text:match(rule[1]) ~= nil
end

local function identityOf(raw)
  local kind, value = Text.str(Text.tab(raw).kind), Text.str(Text.tab(raw).value)
  local rule = kind and kinds[kind]
  if not rule or not value or #value < rule[2] or #value > rule[3] or not value:match(rule[1]) then return nil end
  return { kind = kind, value = value }
end

--- Whether a value may be the id of a delivery.
---@param id any
---@return boolean
function Arguments.isId(id)
  return type(id) == 'string' and #id > 0 and #id <= 64 and id:match('^[%w_%-]+$') ~= nil
end

--- The parts of a command that journal and queue need; nil without a usable id. Its `player.key` is the city id, or kind
--- and value (`mta_account:Ana`).
---@param raw any
---@return table|nil
function Arguments.command(raw)
  raw = Text.tab(raw)
  if not Arguments.isId(raw.id) then return nil end
  local attempt, player, args = Text.int(raw.attempt), Text.tab(raw.player), Text.tab(raw.args)
  local cityId, identity = Text.clean(Text.str(player.city_id) or '', 20), identityOf(player.identity)
  return {
    id = raw.id,
    attempt = attempt and attempt >= 1 and attempt or 1,
    player = {
      key = identity and identity.kind .. ':' .. identity.value or cityId, city_id = not identity and cityId or nil,
      identity = identity, discord_id = Text.str(player.discord_id),
    },
    action = Text.clean(Text.str(raw.action) or '', 40),
    args = {
      template = Text.str(args.template), argv = Text.tab(args.argv), group = Text.str(args.group), amount = args.amount,
      vehicle = Text.str(args.vehicle), plate = args.plate, item = Text.str(args.item),
    },
    order = Text.clean(raw.order or '', 40),
    phase = Text.str(raw.phase) or 'confirmation',
    expires_at = Text.int(raw.expires_at),
    only_online = raw.only_online == true,
    label = Text.clean(raw.label or '', 120),
  }
end

--- What the actions take: the checked arguments and whom they are for. Raises `invalid_args`, `unsupported_action`, and
--- `player_not_found` where the server knows its players by another kind of id. Own actions need no player: their
--- arguments may say whom they mean.
---@param command table
---@return table job
function Arguments.job(command)
  local check = checks[command.action]
  if not check then Outcome.raise('unsupported_action') end
  local player = command.player
  local kind = player.identity and player.identity.kind or 'city_id'
  if kind == 'city_id' and not Arguments.isCityId(player.city_id) then
    Outcome.raise('invalid_args', 'ID da Cidade inválido')
  end
  if kind ~= Settings.kind() and command.action ~= 'run_action' then
    Outcome.raise('player_not_found',
      'Este servidor conhece os jogadores por outro ID: confira o ID do jogador no painel e o Config.PlayerId')
  end
  return { id = command.id, action = command.action, key = player.key, args = check(command.args), command = command }
end

Vitrine.Arguments = Arguments
