--- The groups of ox_core: `police:2` is grade 2 of the police. A group may have a type, and of a type a character has one; of the
--- others it may have several. The base writes the row before it changes its memory.
local Core, Outcome, Schema, Sql, integer = Vitrine.Core, Vitrine.Outcome, Vitrine.Schema, Vitrine.Sql, Vitrine.Proxy.integer
local Family, JsonUtil = Vitrine.Family, Vitrine.JsonUtil
local OxGroups = { hint = 'Nesta base um grupo se escreve com o cargo, como police:2' }

local core = 'ox_core'

--- A loaded character, fetched anew each time: an export gives a copy.
---@param char integer its number
---@return table|nil
function OxGroups.loaded(char)
  local found = Core.ask(core, 'GetPlayerFromCharId', char)
  return type(found) == 'table' and integer(found.charId) == char and found or nil
end

--- The groups of a loaded character as the base has them, by name; nil while it is away.
local function heldBy(char)
  local found = OxGroups.loaded(char)
  if not found then return nil end
  return JsonUtil.tab(Core.call(core, 'CallPlayer', integer(found.source), 'getGroups'))
end

--- Whoever left meanwhile is left alone.
local function setGroup(char, name, grade, force)
  local found = OxGroups.loaded(char)
  -- It answers nothing when it refuses, with a line in the console: the group is read back.
  if found then Core.call(core, 'CallPlayer', integer(found.source), 'setGroup', name, grade, force or nil) end
end

--- The groups as jobs of one kind; nil without the base's tables.
---@param source fun(char: integer): integer|nil, boolean
---@return VitrineJobKind|nil
function OxGroups.make(source)
  local groups, grades = Schema.find('ox_groups', 'name'), Schema.find('ox_group_grades', 'group', 'grade')
  local rows = Schema.find('character_groups', 'charId', 'name', 'grade')
  if not (groups and grades and rows) then return nil end
  local char, own, level = Schema.col(rows, 'charId'), Schema.col(rows, 'name'), Schema.col(rows, 'grade')
  local typed = groups.cols.type ~= nil
  local function typeOf(name)
    local found = typed and JsonUtil.str(Family.cell(groups, 'name', 'type', name))
    return found ~= '' and found or nil
  end
  local function storedRows(player)
    local found = {}
    for _, row in ipairs(Sql.query(('SELECT %s AS name, %s AS grade FROM %s WHERE %s = ?'):format(own, level, Schema.quote(rows),
      char), { player })) do
      found[row.name] = integer(row.grade)
    end
    return found
  end
  --- The group itself, or the one of its type that is held in its place: of a type the base gives a character one.
  local function among(list, name)
    if list[name] then return name, integer(list[name]) end
    local wanted = typeOf(name)
    for other, grade in pairs(list) do
      if wanted and typeOf(other) == wanted then return other, integer(grade) end
    end
    return nil
  end
  local function erase(player, name)
    Sql.execute(('DELETE FROM %s WHERE %s = ? AND %s = ?'):format(Schema.quote(rows), char, own), { player, name })
  end
  local function remove(player, name)
    setGroup(player, name, 0)
    -- Without its row the base keeps the group until the character leaves.
    if not JsonUtil.tab(heldBy(player))[name] then return end
    erase(player, name)
    setGroup(player, name, 0, true)
  end
  local function giveAway(player, name, grade)
    local before = among(storedRows(player), name)
    if before then
      -- A group that takes the place of another is not the one that the character is at work in.
      local active = before ~= name and Schema.col(rows, 'isActive')
      Sql.execute(('UPDATE %s SET %s = ?, %s = ?%s WHERE %s = ? AND %s = ?'):format(Schema.quote(rows), own, level,
        active and (', %s = 0'):format(active) or '', char, own), { name, grade, player, before })
    else
      Sql.execute(('INSERT INTO %s (%s, %s, %s) VALUES (?, ?, ?)'):format(Schema.quote(rows), char, own, level),
        { player, name, grade })
    end
    Core.mustBeAway(source, player)
  end
  --- Takes a group away where it is: in the base's memory, in its table, or in both.
  local function clear(player, name, here, stored)
    if here[name] == nil then return erase(player, name) end
    if stored[name] == nil then return setGroup(player, name, 0, true) end
    remove(player, name)
  end
  local function giveLoaded(player, name, grade)
    local here, stored, wanted = JsonUtil.tab(heldBy(player)), storedRows(player), typeOf(name)
    local before, beforeGrade = among(here, name)
    -- The base says nothing where its memory and its table differ, or where a group of this type is held already.
    local all = {}
    for _, list in ipairs({ here, stored }) do
      for other in pairs(list) do all[other] = true end
    end
    for other in pairs(all) do
      if other == name and (here[name] == nil or stored[name] == nil) or other ~= name and wanted and typeOf(other) == wanted then
        clear(player, other, here, stored)
      end
    end
    local ok, problem = pcall(setGroup, player, name, grade)
    if integer(JsonUtil.tab(heldBy(player))[name]) == grade then return end
    if not OxGroups.loaded(player) then return giveAway(player, name, grade) end
    if before and before ~= name then setGroup(player, before, beforeGrade) end
    if not ok then error(problem, 0) end
    Outcome.raise('adapter_error', 'A base recusou o grupo. Se ele é novo, rode reloadgroups')
  end
  return {
    place = function(name)
      local found = typeOf(name)
      return found and 'gtype:' .. found or 'gtype:group:' .. name
    end,
    grades = function(name)
      local found, count = nil, 0
      for _, row in ipairs(Sql.query(('SELECT %s AS name FROM %s WHERE %s = ?'):format(Schema.col(grades, 'group'),
        Schema.quote(grades), Schema.col(grades, 'group')), { name })) do
        -- The database finds a name in any case, and the base does not. It counts the grades from 1, whatever their rows say.
        if row.name == name then
          found, count = found or {}, count + 1
          found[count] = ''
        end
      end
      return found
    end,
    now = function(player, name) return among(heldBy(player) or storedRows(player), name) end,
    stored = function(player, name) return among(storedRows(player), name) end,
    give = function(player, name, grade)
      if source(player) then return giveLoaded(player, name, grade) end
      giveAway(player, name, grade)
    end,
    take = function(player, name)
      if source(player) then return remove(player, name) end
      erase(player, name)
      Core.mustBeAway(source, player)
    end,
    -- The base writes the row before it changes its memory.
    save = function() end,
  }
end

--- `police:2`, as the base's own command has it; without a grade it is the lowest.
OxGroups.notation = {
  parse = function(text)
    local name, grade = text:match('^(.+):(%d%d?%d?)$')
    return 'group', name or text, name and integer(grade) or 1
  end,
  text = function(_, name, grade) return ('%s:%d'):format(name, grade) end,
}

--- The groups for the panel, each grade with its label.
---@return { name: string, label?: string }[]
function OxGroups.list()
  local groups, grades = Schema.find('ox_groups', 'name', 'label'), Schema.find('ox_group_grades', 'group', 'grade', 'label')
  local entries, counts = {}, {}
  for _, one in ipairs(groups and grades and Sql.query(('SELECT o.%s AS name, o.%s AS label, g.%s AS title FROM %s o JOIN %s g '
    .. 'ON g.%s = o.%s ORDER BY o.%s, g.%s'):format(Schema.col(groups, 'name'), Schema.col(groups, 'label'),
    Schema.col(grades, 'label'), Schema.quote(groups), Schema.quote(grades), Schema.col(grades, 'group'),
    Schema.col(groups, 'name'), Schema.col(groups, 'name'), Schema.col(grades, 'grade'))) or {}) do
    counts[one.name] = (counts[one.name] or 0) + 1
    entries[#entries + 1] = {
      name = OxGroups.notation.text(nil, one.name, counts[one.name]), label = ('%s: %s'):format(one.label, one.title),
    }
  end
  return entries
end

Vitrine.OxGroups = OxGroups
