--- Jobs and gangs as groups: `job:police:2` is grade 2 of the police. A base of ESX, QBCore or Qbox keeps one job and one
--- gang, so all jobs share a place, and so do all gangs.
local Outcome = Vitrine.Outcome
local Jobs = {}

---@class VitrineJobKind
---@field none? string the job of whoever has none
---@field several? boolean the city lets a player have several at the same time
---@field place? fun(name: string): string what pushes it out, where that is not all of its kind
---@field grades fun(name: string): table<integer, string>|nil the grades of a job, by level; nil: there is no such job
---@field now fun(player: integer|string, name: string): string|nil, integer|nil the present job and its level
---@field stored fun(player: integer|string, name: string): string|nil, integer|nil the same in the player's row
---@field give fun(player: integer|string, name: string, level: integer)
---@field take fun(player: integer|string, name: string)
---@field save fun(player: integer|string)

--- The parts of `job:police:2`: the kind, the name and the level, 0 without one; nil for another text.
---@param text string
---@return string|nil kind
---@return string|nil name
---@return integer|nil level
function Jobs.parse(text)
  local kind, rest = text:match('^(%l+):(.+)$')
  if not kind then return nil end
  local name, level = rest:match('^(.+):(%d%d?%d?)$')
  if name then return kind, name, math.tointeger(tonumber(level)) end
  return kind, rest, 0
end

local function textOf(kind, name, level) return ('%s:%s:%d'):format(kind, name, level) end

---@class VitrineNotation how a base's groups are written: `job:police:2` where nothing else is said
---@field parse fun(text: string): string|nil, string|nil, integer|nil kind, name and level
---@field text fun(kind: string, name: string, level: integer): string
local plain = { parse = Jobs.parse, text = textOf }

--- What is wrong with a job that is to be given; nil for nothing.
local function refusal(text, kind, name, level)
  if name == kind.none then return ('%s não se vende: é o que todos têm'):format(text) end
  local grades = kind.grades(name)
  if not grades then return ('%s não existe na cidade: confira o produto'):format(text) end
  if grades[level] == nil then return ('%s: a cidade não tem o cargo %d: confira o produto'):format(text, level) end
  return nil
end

--- Gives or takes a job. Taking one may name the job that is still owed (`instead`): it is given in the same step.
---@param job VitrineJob
---@param wanted boolean
---@param kinds table<string, VitrineJobKind>
---@param hint string what a group is here, for an owner who wrote something else
---@param notation? VitrineNotation
---@return VitrinePlan|VitrineOutcome
function Jobs.plan(job, wanted, kinds, hint, notation)
  local player, write = job.player, notation or plain
  local kindName, name, level = write.parse(job.args.group)
  local kind = kindName and kinds[kindName]
  if not kind then return Outcome.new('invalid_group', hint) end
  local goal, goalLevel = wanted and name or nil, level
  if job.args.instead then
    local otherKind, other, otherLevel = write.parse(job.args.instead)
    if otherKind ~= kindName then return Outcome.new('invalid_args') end
    goal, goalLevel = other, otherLevel
  end
  local problem = goal and refusal(wanted and job.args.group or job.args.instead, kind, goal, goalLevel)
  if problem then return Outcome.new('invalid_group', problem) end

  --- A higher grade than the sold one stays: it is paid too, or the player had it before. What is given back is exact.
  local function shows(found, foundLevel)
    if not goal then return found == name end
    if found ~= goal then return false end
    return wanted and foundLevel >= goalLevel or not wanted and foundLevel == goalLevel
  end
  local function has() return shows(kind.now(player, goal or name)) end
  -- Where several are held at once, only the grades of one job push each other out.
  local place = kind.several and ('gtype:%s:%s'):format(kindName, name) or 'gtype:' .. kindName
  if kind.place then place = kind.place(name) end
  return Vitrine.Toggle.plan({
    wanted = goal ~= nil,
    has = has,
    act = function()
      if not goal then return kind.take(player, name) end
      if not wanted and kind.several then kind.take(player, name) end
      kind.give(player, goal, goalLevel)
    end,
    proof = function()
      return {
        key = 'player ' .. player,
        save = function() kind.save(player) end,
        shown = function() return shows(kind.stored(player, goal or name)) == (goal ~= nil) end,
      }
    end,
    already = wanted and 'already_owned' or goal and 'ok' or 'not_owned',
    failed = 'adapter_error',
    place = place,
    held = function()
      local found, foundLevel = kind.now(player, name)
      return found and found ~= kind.none and write.text(kindName, found, foundLevel) or nil
    end,
  })
end

--- The jobs and gangs for the panel, each grade with its label.
---@param kindName string
---@param list any by name: `label` and `grades`, which are known by number or text
---@param none string
---@param entries { name: string, label?: string }[] gets them
function Jobs.list(kindName, list, none, entries)
  for name, one in pairs(Vitrine.JsonUtil.tab(list)) do
    if type(name) == 'string' and name ~= none and type(one) == 'table' then
      for level, grade in pairs(Vitrine.JsonUtil.tab(one.grades)) do
        local number = Vitrine.Proxy.integer(level)
        local label = ('%s: %s'):format(one.label or name, type(grade) == 'table' and (grade.label or grade.name) or number)
        if number then entries[#entries + 1] = { name = textOf(kindName, name, number), label = label } end
      end
    end
  end
end

--- The grades of a job by level, whatever the base knows them by.
---@param one any
---@return table<integer, string>|nil
function Jobs.gradesOf(one)
  if type(one) ~= 'table' or type(one.grades) ~= 'table' then return nil end
  local grades = {}
  for level, grade in pairs(one.grades) do
    local number = Vitrine.Proxy.integer(level)
    if number then grades[number] = type(grade) == 'table' and grade.name or '' end
  end
  return grades
end

Vitrine.Jobs = Jobs
