--- The actions that this server does, as hello tells them.
local Groups, Money, Exported, Own = Vitrine.Groups, Vitrine.Money, Vitrine.Exported, Vitrine.Own
local ActionTable = {}

local plans = {
  add_group = Groups.add, remove_group = Groups.remove, add_money = Money.add, remove_money = Money.remove,
  add_item = Exported.addItem, add_vehicle = Exported.addVehicle, remove_ban = Vitrine.Bans.remove, run_action = Own.plan,
}

--- The plan of a job: `effect`, `verify` and perhaps a `probe`. It is an outcome where there is nothing to do. Raises where
--- the delivery cannot be done now or at all.
---@param job table
---@return table
function ActionTable.plan(job)
  return plans[job.action](job)
end

--- What hello says of this server. Some entries are no actions: `own:…` are the functions of commands.lua, `arguments` and
--- `in_order` say how deliveries may arrive, `names` that groups may have spaces and accents, `who` that a checkout may ask
--- about a city id.
---@return table
function ActionTable.capabilities()
  local both, here = { online = true, offline = true }, { online = true, offline = false }
  local byAccount = Vitrine.Settings.kind() == 'mta_account'
  -- A number is known only of a player who is here.
  local account = byAccount and both or here
  local list = {
    run_action = both, arguments = both, in_order = both, names = both, identity = both,
    add_group = account, remove_group = account, add_money = here, remove_money = here,
    plate = { online = false, offline = false },
  }
  if byAccount then list.remove_ban = both else list.who = here end
  if Exported.runs('items') then list.add_item = here end
  if Exported.runs('vehicles') then list.add_vehicle = account end
  for _, name in ipairs(Own.names()) do list['own:' .. name] = both end
  return list
end

Vitrine.ActionTable = ActionTable
