--- Things that a player has or has not (groups, bans). The effect may be repeated, so: look, act, look again.
local Outcome = Vitrine.Outcome
local Toggle = {}

--- Makes `has()` become `wanted`.
---@param options { wanted: boolean, has: (fun(): boolean), act: fun(), save?: fun(), proof?: (fun(): VitrineProof|nil), already: string,
---   failed: string }
---   `already`: code if it was so before; `failed`: code if it is still not so afterwards
---@return VitrinePlan
function Toggle.plan(options)
  local before = options.has()
  return {
    effect = function()
      if before ~= options.wanted then options.act() end
    end,
    verify = function()
      if options.has() ~= options.wanted then return Outcome.new(options.failed) end
      return Outcome.new(before == options.wanted and options.already or 'ok')
    end,
    -- Also when nothing was to be done, because an interrupted run may have left the change only in memory.
    save = options.save,
    proof = options.proof,
  }
end

Vitrine.Toggle = Toggle
