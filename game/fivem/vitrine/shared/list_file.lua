--- Reads the names that a list file of a base defines: `["agua"] = { … }` or `agua = { … }` in a table of the file.
--- Such files also hold hundreds of words that name nothing (`Name`, `Weight`), so only the key of an entry counts.
--- The file is read as text and never run.
local ListFile = {}

--- After this many tokens the scan lets the server work on.
local breath = 4000
local labels = { name = true, label = true }

--- The end of a text in quotes that begins at `from`, and the text. The end is nil if the file ends before.
local function quoted(text, from, quote)
  local at = from + 1
  while true do
    local found = text:find('[\\' .. quote .. '\n]', at)
    if not found then return nil end
    if text:sub(found, found) ~= '\\' then return found, text:sub(from + 1, found - 1) end
    at = found + 2
  end
end

--- The next token from `at`: its kind, its text, and where the one after it begins. Nil at the end of the file.
local function token(text, at)
  local first
  while true do
    at = text:find('%S', at)
    if not at then return nil end
    first = text:sub(at, at)
    if first ~= '-' and first ~= '[' then break end
    local comment = text:match('^%-%-%[(=*)%[', at) or text:match('^%[(=*)%[', at)
    if comment then
      local _, close = text:find(']' .. comment .. ']', at, true)
      at = (close or #text) + 1
    elseif text:sub(at, at + 1) == '--' then
      at = (text:find('\n', at, true) or #text) + 1
    else
      break
    end
  end
  if first == '"' or first == "'" then
    local close, value = quoted(text, at, first)
    return 'text', value or '', (close or #text) + 1
  end
  local word = text:match('^[%a_\128-\255][%w_\128-\255]*', at)
  if word then return 'word', word, at + #word end
  local rest = text:match('^[%d%.]+', at)
  if rest and rest:find('%d') then return 'number', rest, at + #rest end
  return first, first, at + 1
end

--- The entries of a list file, in its order. `whole` is false if the file does not end where its tables end: then it
--- may define more. With `table` only the tables of that name count, in any case. May wait: call it from a thread.
---@param text string
---@param wanted? string
---@return { name: string, label?: string, weight?: number, gtype?: string }[] entries
---@return boolean whole
function ListFile.entries(text, wanted)
  local entries, depth, counts = {}, 0, false
  -- The last tokens tell a key from a word: `[ "x" ] = {` and `x = {`. The first of these is the newest.
  local kind1, kind2, kind3, kind4
  local value1, value2, value3, value4
  local before = nil
  local entry, first = nil, false
  local at, read = 1, 0
  while true do
    local kind, value, after = token(text, at)
    if not kind then break end
    at, read = after, read + 1
    if read % breath == 0 then Wait(0) end
    if kind == '{' then
      depth = depth + 1
      if depth == 1 then
        local owner = kind2 == 'word' and kind1 == '=' and value2 or nil
        local key = kind1 == '=' and before
        if key and key.owner then
          -- `List["x"] = {`: an entry that stands outside its table.
          counts = not wanted or key.owner:lower() == wanted
          if counts then entries[#entries + 1] = { name = key.name } end
          counts, entry, first = false, nil, false
        else
          counts = not wanted or (owner ~= nil and owner:lower() == wanted)
        end
      elseif depth == 2 and counts and kind1 == '=' and before then
        entry, first = { name = before.name }, true
        entries[#entries + 1] = entry
      end
    elseif kind == '}' then
      depth = depth - 1
      if depth <= 1 then entry = nil end
      if depth < 0 then return entries, false end
    elseif kind == '=' then
      before = nil
      if kind1 == 'word' then
        before = { name = value1 }
      elseif kind1 == ']' and kind2 == 'text' and kind3 == '[' then
        before = { name = value2, owner = kind4 == 'word' and depth == 0 and value4 or nil }
      end
    elseif kind == 'number' and entry and depth == 2 and kind1 == '=' and before
      and before.name:lower() == 'weight' then
      entry.weight = tonumber(value)
    elseif kind == 'text' and entry and kind1 == '=' and before and before.name == 'gtype' then
      -- Groups of vRP 1: `["vip"] = { _config = { gtype = "vip" } }`.
      entry.gtype = value
    elseif kind == 'text' and entry and depth == 2 then
      local named = kind1 == '=' and before and labels[before.name:lower()]
      if not entry.label and (named or first and kind1 == '{') then entry.label = value end
      first = false
    end
    kind4, kind3, kind2, kind1 = kind3, kind2, kind1, kind
    value4, value3, value2, value1 = value3, value2, value1, value
  end
  return entries, depth == 0
end

Vitrine.ListFile = ListFile
