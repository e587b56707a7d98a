--- Things that a player has or has not (groups, bans). The effect may be repeated, so: look, act, look again.
local Outcome = Vitrine.Outcome
local Toggle = {}

---@class VitrineToggle
---@field wanted boolean
---@field has fun(): boolean
---@field act fun()
---@field save? fun()
---@field proof? fun(): VitrineProof|nil
---@field already string code if it was so before
---@field failed string code if it is still not so afterwards
---@field place? string the groups that cannot be held side by side
---@field held? fun(): string|nil the one of them that the player has

--- Makes `has()` become `wanted`. With a place, the outcome tells what the player held there before and what stands
--- there now: Vitrine gives back what was there before anything was bought.
---@param options VitrineToggle
---@return VitrinePlan
function Toggle.plan(options)
  local before = options.has()
  local probe = options.place and { place = options.place, prior = options.held() or '' } or nil
  return {
    probe = probe,
    effect = function()
      if before ~= options.wanted then options.act() end
    end,
    verify = function()
      if options.has() ~= options.wanted then return Outcome.new(options.failed) end
      local detail = probe and { place = probe.place, prior = probe.prior, stands = options.held() or '' }
      return Outcome.new(before == options.wanted and options.already or 'ok', nil, detail)
    end,
    -- Also when nothing was to be done, because an interrupted run may have left the change only in memory.
    save = options.save,
    proof = options.proof,
  }
end

Vitrine.Toggle = Toggle
