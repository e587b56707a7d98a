--- Bans of a player's machine. MTA bans a serial, an address or a user name; only the serial is proved to be this account's,
--- because the server wrote it down at its last login. A nick is anybody's.
local Outcome, Players, Rights, Text = Vitrine.Outcome, Vitrine.Players, Vitrine.Rights, Vitrine.Text
local Bans = {}

local needed = { 'getAccountSerial', 'getBans', 'removeBan' }

local function ofSerial(serial)
  local found = {}
  for _, ban in ipairs(getBans() or {}) do
    if getBanSerial(ban) == serial then found[#found + 1] = ban end
  end
  return found
end

--- The plan of `remove_ban`. Refuses with `unsupported_action` where nothing proves whose ban it is.
---@param job table
---@return table
function Bans.remove(job)
  if Vitrine.Settings.kind() == 'city_id' then
    -- Whoever is banned is away, and the number is known only of players who are here.
    Outcome.raise('unsupported_action', 'Banimentos só podem ser removidos pela conta do jogador')
  end
  local name = Players.accountFor(job)
  Rights.need(needed)
  local serial = Text.str(getAccountSerial(getAccount(name)))
  if not serial then
    Outcome.raise('unsupported_action', 'Esta conta nunca entrou neste servidor: não há como saber qual banimento é dela')
  end
  if #ofSerial(serial) == 0 then return Outcome.new('not_banned') end
  return {
    effect = function()
      for _, ban in ipairs(ofSerial(serial)) do removeBan(ban) end
    end,
    verify = function()
      if #ofSerial(serial) > 0 then
        return Outcome.new('adapter_error', 'O servidor não removeu o banimento; será tentado de novo')
      end
      return Outcome.new('ok')
    end,
  }
end

Vitrine.Bans = Bans
