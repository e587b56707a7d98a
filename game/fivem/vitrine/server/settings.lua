--- The owner's settings: first convars, then config.lua, then defaults, because an older config.lua lacks newer keys.
local JsonUtil = Vitrine.JsonUtil
local Settings = {}

local defaults = {
  Framework = 'auto',
  Database = 'auto',
  MoneyAccount = 'bank',
  RemoveMoney = 'fail',
  CheckNames = true,
  VehicleWeight = 50,
  SaveEverySeconds = 5,
  LogDeliveries = true,
  FrameworkWaitSeconds = 60,
}

--- The value of a key in config.lua. A value of another type than the default counts as missing.
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
  local scheme, path = url:match('^(https?)://[%w%.%-:%[%]]+(/?[%w%-%._~/]*)$')
  if not scheme then return nil, '' end
  return url, path
end

Vitrine.Settings = Settings
