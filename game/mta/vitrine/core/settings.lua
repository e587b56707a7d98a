--- The owner's settings of config.lua, then defaults, because an older config.lua lacks newer keys.
local Text = Vitrine.Text
local Settings = {}

local defaults = {
  PlayerId = 'account', CityIdKey = 'ID', LoginSeconds = 5, RemoveMoney = 'fail', Vips = {}, Vehicles = {}, VehicleDays = 400,
  LogDeliveries = true, NotifyPlayer = true, Announce = '', VipCommand = 'vip', VipTitle = 'O que você tem:',
  VipLine = '{produto} até {data}', VipForever = '{produto} sem prazo',
  VipNone = 'Você não tem benefícios da loja agora.',
  VipUnknown = 'Não foi possível consultar agora. Tente de novo daqui a pouco.',
}

--- MTA goes on without a file that has a mistake, so a missing table says that there is one.
---@return string|nil problem pt-BR
function Settings.problem()
  if type(Config) ~= 'table' then return 'O config.lua tem um erro: veja a mensagem do MTA acima, corrija e reinicie o script' end
  if type(Actions) ~= 'table' then return 'O commands.lua tem um erro: as suas ações não são oferecidas até ele ser corrigido' end
  return nil
end

--- The value of a key. A value of another type than the default counts as missing.
---@param key string
---@return any
function Settings.get(key)
  local value = nil
  if type(Config) == 'table' then value = Config[key] end
  local default = defaults[key]
  if value == nil or default ~= nil and type(value) ~= type(default) then return default end
  return value
end

local function trimmed(key)
  local value = Text.str(Settings.get(key)) or ''
  return (value:gsub('^%s+', ''):gsub('%s+$', ''))
end

--- The identification token, read again each time; nil without one.
---@return string|nil
function Settings.token()
  return Text.str(trimmed('Token'))
end

--- Vitrine's address: the base without a final slash, and the path before `/v1` (signatures contain it).
---@return string|nil base nil for anything but http and https
---@return string path
function Settings.url()
  local url = trimmed('Url'):gsub('/+$', '')
  local path = url:match('^https?://[%w%.%-_:%[%]]+(/?[%w%-%._~/]*)$')
  if not path then return nil, '' end
  return url, path
end

--- The kind of id by which this server knows its players: `city_id` or `mta_account`.
---@return string
function Settings.kind()
  return Settings.get('PlayerId') == 'city_id' and 'city_id' or 'mta_account'
end

Vitrine.Settings = Settings
