--- Groups: an ACL group of MTA, or `vip:Nome`, a VIP of [HS]VIP_System (actions/exported.lua). Each is a place of its own,
--- because a player may be in several.
local Outcome, Players, Rights, Settings = Vitrine.Outcome, Vitrine.Players, Vitrine.Rights, Vitrine.Settings
local Groups = {}

--- Rights with which somebody rules the server. A group that has one is not for sale, whatever it is called: a thief of
--- the panel must not get the machine.
local ruling = {
  'command.shutdown', 'command.aclrequest', 'command.start', 'function.shutdown', 'function.startResource',
  'function.aclGroupAddObject', 'function.aclSetRight', 'function.addAccount', 'function.setAccountPassword',
  'general.ModifyOtherObjects', 'general.adminpanel',
}
local needed = { 'aclGroupAddObject', 'aclGroupRemoveObject', 'aclSave' }

local function rules(group)
  for _, acl in ipairs(aclGroupListACL(group) or {}) do
    for _, right in ipairs(ruling) do
      if aclGetRight(acl, right) then return true end
    end
  end
  return false
end

--- Whether the shop may give this group.
local function isForSale(name, group)
  local list = type(Config) == 'table' and Config.Groups
  if type(list) == 'table' then
    for _, one in pairs(list) do
      if one == name then return true end
    end
    return false
  end
  return not rules(group)
end

--- Whether a text names a VIP, and its name.
---@param name string
---@return string|nil
function Groups.vip(name)
  return name:match('^vip:(.+)$')
end

--- The names of the groups that the shop may give.
---@return string[]
function Groups.names()
  local names = {}
  for _, group in ipairs(aclGroupList() or {}) do
    local name = aclGroupGetName(group)
    -- Everyone is in it, and MTA makes the others itself at each aclrequest.
    if name and name ~= 'Everyone' and not name:find('^autoGroup_') and isForSale(name, group) then
      names[#names + 1] = name
    end
  end
  if Vitrine.Exported.runs('vips') then
    for vip in pairs(Settings.get('Vips')) do
      if type(vip) == 'string' then names[#names + 1] = 'vip:' .. vip end
    end
  end
  return names
end

local function groupOf(name)
  local group = aclGetGroup(name)
  if not group then Outcome.raise('invalid_group', ('O grupo %s não existe na ACL do servidor'):format(name)) end
  if not isForSale(name, group) then
    Outcome.raise('invalid_group', ('O grupo %s administra o servidor, ou não está no Config.Groups: a loja não o dá'):format(name))
  end
  return group
end

--- What an ACL group of an account must become: in it, or not.
local function change(job, wanted)
  local name = job.args.group
  local group, account = groupOf(name), Players.accountFor(job)
  local object = 'user.' .. account
  local function has() return isObjectInACLGroup(object, group) == true end
  local place = { place = 'group:' .. name, prior = has() and name or '', account = account }
  if has() == wanted then
    return Outcome.new(wanted and 'already_owned' or 'not_owned', nil,
      { place = place.place, prior = place.prior, stands = place.prior })
  end
  Rights.need(needed)
  return {
    probe = place,
    effect = function()
      if wanted then aclGroupAddObject(group, object) else aclGroupRemoveObject(group, object) end
    end,
    verify = function()
      if has() ~= wanted then
        return Outcome.new('adapter_error', 'O servidor não mudou o grupo; será tentado de novo')
      end
      -- Until then the group is only in memory.
      if not aclSave() then
        return Outcome.new('adapter_error', 'O servidor não gravou a ACL; será tentado de novo. Confira o espaço em disco')
      end
      return Outcome.new('ok', nil, { place = place.place, prior = place.prior, stands = wanted and name or '' })
    end,
  }
end

--- The plan of `add_group`, or an outcome if there is nothing to do.
---@param job table
---@return table
function Groups.add(job)
  local vip = Groups.vip(job.args.group)
  return vip and Vitrine.Exported.vip(job, vip, true) or change(job, true)
end

--- The plan of `remove_group`, or an outcome if there is nothing to do.
---@param job table
---@return table
function Groups.remove(job)
  local vip = Groups.vip(job.args.group)
  return vip and Vitrine.Exported.vip(job, vip, false) or change(job, false)
end

Vitrine.Groups = Groups
