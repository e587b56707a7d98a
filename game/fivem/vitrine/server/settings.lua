--- The owner's settings: first convars, then config.local.lua, then config.lua, then defaults, because an older
--- config.lua lacks newer keys.
local JsonUtil = Vitrine.JsonUtil
local Settings = { problem = nil }

local defaults = {
  Framework = 'auto',
  Database = 'auto',
  MoneyAccount = 'bank',
  RemoveMoney = 'fail',
  CheckNames = true,
  VehicleWeight = 50,
  Garage = '',
  PlayerId = 'identifier',
  LogDeliveries = true,
  NotifyPlayer = true,
  Announce = '',
  VipCommand = 'vip',
  VipTitle = 'O que você tem:',
  VipLine = '{produto} até {data}',
  VipForever = '{produto} sem prazo',
  VipNone = 'Você não tem benefícios da loja agora.',
  VipUnknown = 'Não foi possível consultar agora. Tente de novo daqui a pouco.',
  FrameworkWaitSeconds = 60,
}

--- Runs config.local.lua, which holds what an owner changed: no update brings such a file, so none overwrites it. It is
--- read here and not by the manifest, because the owner must hear of a mistake in it. Returns the mistake.
---@return string|nil
local function readLocal()
  local text = LoadResourceFile(Vitrine.resource, 'config.local.lua')
  if type(text) ~= 'string' then return nil end
  if type(Config) ~= 'table' then Config = {} end
  -- Editors of Windows put a byte order mark at the beginning.
  local chunk, problem = load(text:gsub('^\239\187\191', ''), '@config.local.lua', 't')
  if not chunk then return problem end
  local ok, raised = pcall(chunk)
  return not ok and tostring(raised) or nil
end

--- The value of a key in the owner's files. A value of another type than the default counts as missing.
---@param key string
---@return any
function Settings.get(key)
  local value = type(Config) == 'table' and Config[key] or nil
  if type(Config) == 'table' and Config[key] == false then value = false end
  local default = defaults[key]
  if value == nil or (default ~= nil and type(value) ~= type(default)) then return default end
  return value
end

local function convarOr(convar, key)
  local value = GetConvar(convar, '')
  if value == '' then value = JsonUtil.str(Settings.get(key)) or '' end
  return (value:gsub('^%s+', ''):gsub('%s+$', ''))
end

--- The identification token, read again each time so that a new one needs no restart; nil without one.
---@return string|nil
function Settings.token()
  return JsonUtil.str(convarOr('vitrine_token', 'Token'))
end

--- Vitrine's address: the base without a final slash, and the path before `/v1` (signatures contain it).
--- nil for anything but http and https, because FXServer ends its process on `file://`.
---@return string|nil base
---@return string path
function Settings.url()
  local url = convarOr('vitrine_url', 'Url'):gsub('/+$', '')
  local scheme, path = url:match('^(https?)://[%w%.%-_:%[%]]+(/?[%w%-%._~/]*)$')
  if not scheme then return nil, '' end
  return url, path
end

--- A mistake in config.local.lua: what stands after it does not count, so commands wait until it is repaired.
Settings.problem = readLocal()

Vitrine.Settings = Settings
