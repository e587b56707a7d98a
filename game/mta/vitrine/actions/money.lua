--- Money of a player who is here. MTA keeps it in memory only; the gamemode writes it down, so the owner may say how with
--- Config.SavePlayer.
local Outcome, Players, Settings = Vitrine.Outcome, Vitrine.Players, Vitrine.Settings
local Money = {}

--- No game shows more: MTA cuts at this amount.
local most = 99999999

local function save(player)
  local run = type(Config) == 'table' and Config.SavePlayer
  if type(run) ~= 'function' then return end
  local ok, problem = pcall(run, player)
  if not ok then
    Vitrine.Log.every('save', 60, 'O seu Config.SavePlayer tem um erro: ' .. tostring(problem))
  end
end

--- What the player has now; nil while away. Recovery compares it with the probe.
---@param key string
---@return integer|nil
function Money.read(key)
  local player = Players.find(key)
  return player and Vitrine.Text.int(getPlayerMoney(player)) or nil
end

local function plan(job, change, run)
  local player = Players.need(job.key)
  local before = Vitrine.Text.int(getPlayerMoney(player))
  if not before then Outcome.raise('adapter_error', 'O servidor não disse quanto dinheiro o jogador tem') end
  local after = before + change(before)
  return {
    probe = { kind = 'money', before = before, after = after },
    effect = function() run(player, math.abs(after - before)) end,
    verify = function()
      local now = Vitrine.Text.int(getPlayerMoney(player))
      if now == before then return Outcome.new('uncertain', 'O dinheiro do jogador não mudou; verifique na cidade') end
      if now ~= after then return Outcome.new('uncertain') end
      save(player)
      return Outcome.new('ok', nil, { before = before, after = after })
    end,
  }
end

---@param job table
---@return table
function Money.add(job)
  return plan(job, function(before)
    if before + job.args.amount > most then
      Outcome.raise('action_refused', ('O jogador passaria do máximo de dinheiro do MTA (%d)'):format(most))
    end
    return job.args.amount
  end, givePlayerMoney)
end

---@param job table
---@return table
function Money.remove(job)
  return plan(job, function(before)
    local amount = job.args.amount
    if before < amount then
      if Settings.get('RemoveMoney') ~= 'partial' or before <= 0 then
        Outcome.raise('insufficient_funds', nil, { before = before, after = before })
      end
      amount = before
    end
    return -amount
  end, takePlayerMoney)
end

Vitrine.Money = Money
