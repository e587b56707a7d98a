--- Things a player has or has not (groups, bans): the effect may be repeated, so look first, act, look again.
local Outcome = Vitrine.Outcome
local Toggle = {}

--- Makes `has()` become `wanted`.
---@param options { wanted: boolean, has: (fun(): boolean), act: fun(), save?: fun(), already: string, failed: string }
---  `already`: code when it is so before; `failed`: code when it is still not so afterwards
---@return VitrinePlan
function Toggle.plan(options)
  local before = options.has()
  return {
    effect = function()
      if before ~= options.wanted then options.act() end
    end,
    verify = function()
      if options.has() ~= options.wanted then Outcome.raise(options.failed) end
      return Outcome.new(before == options.wanted and options.already or 'ok')
    end,
    -- Also when nothing was to be done: a run cut off before its save left the change in memory only.
    save = options.save,
  }
end

Vitrine.Toggle = Toggle
