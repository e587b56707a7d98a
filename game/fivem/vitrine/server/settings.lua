--- The owner's settings: convars first, then config.lua, then defaults (an older config.lua lacks newer keys).
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

--- The value of a key of config.lua; a value of another type than the default counts as missing.
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

--- The identification token, read every time so that a rotation needs no restart; nil when there is none.
---@return string|nil
function Settings.token()
  return JsonUtil.str(convarOr('vitrine_token', 'Token'))
end

--- Where Vitrine answers: base address without a slash at its end, and the path before `/v1` (signatures contain it).
--- nil for anything that is not http or https: FXServer ends its process on `file://`.
---@return string|nil base
---@return string path
function Settings.url()
  local url = convarOr('vitrine_url', 'Url'):gsub('/+$', '')
  local scheme, path = url:match('^(https?)://[%w%.%-:%[%]]+(/?[%w%-%._~/]*)$')
  if not scheme then return nil, '' end
  return url, path
end

Vitrine.Settings = Settings
