--- `/vip`: a player asks what they have through purchases, and until when. Vitrine knows; nothing changes.
local JsonUtil, Settings, Tell = Vitrine.JsonUtil, Vitrine.Settings, Vitrine.Tell
local mayAsk, shown = Vitrine.Asking.seldom(30000), 5

--- Puts values in the places of `{name}` in one of the owner's texts.
local function words(text, values)
  return (text:gsub('{(%a+)}', values or {}))
end

local function lineOf(one)
  local product = JsonUtil.clean(JsonUtil.str(one.name) or '?', 80)
  local till = JsonUtil.str(one.until_text)
  if not till then return words(Settings.get('VipForever'), { produto = product }) end
  return words(Settings.get('VipLine'), { produto = product, data = JsonUtil.clean(till, 40) })
end

local function tell(source)
  local player = Vitrine.Asking.playerOf(source)
  if not player or not mayAsk(player) then return end
  local answer = Vitrine.Sync.player(player)
  if not answer then return Tell.show(source, Settings.get('VipUnknown')) end
  local lines, more = {}, 0
  for _, one in ipairs(JsonUtil.tab(answer.benefits)) do
    if type(one) == 'table' then
      if #lines < shown then lines[#lines + 1] = lineOf(one) else more = more + 1 end
    end
  end
  if #lines == 0 then return Tell.show(source, Settings.get('VipNone')) end
  if more > 0 then lines[#lines + 1] = ('e mais %d'):format(more) end
  Tell.show(source, ('%s %s.'):format(Settings.get('VipTitle'), table.concat(lines, '; ')))
end

local command = Settings.get('VipCommand')
if command:match('^[%w_%-]+$') then
  Vitrine.Asking.offer(command, tell)
elseif command ~= '' then
  Vitrine.Log.warn('Config.VipCommand só pode ter letras sem acento, números, _ e -. O comando fica desligado.')
end
