--- Console lines as FXServer reads them (citizenfx/fivem, Console.cpp): spaces part tokens, double quotes keep one
--- together, also an empty one. Vitrine sends the owner's template and its arguments; the line is made here, and read
--- again before it runs: as many tokens as the template has, each in its place.
local CommandLine = {}

local maxBytes, maxTokens = 4096, 128
local placeholder = '{{[a-z0-9_]+}}'

--- Control characters, and what ends a command or escapes in a console of the game.
local function clean(text)
  return type(text) == 'string' and utf8.len(text) ~= nil and not text:find('[%c;\\]')
end

--- Tokens of a line; nil where the console would read something else.
---@param line string
---@return string[]|nil
function CommandLine.read(line)
  if not clean(line) then return nil end
  local tokens, at = {}, 1
  while true do
    at = line:find('[^ ]', at)
    if not at then return #tokens > 0 and tokens or nil end
    if line:sub(at, at) == '"' then
      local close = line:find('"', at + 1, true)
      if not close then return nil end
      tokens[#tokens + 1] = line:sub(at + 1, close - 1)
      at = close + 1
    else
      local last = (line:find('[ "]', at) or #line + 1) - 1
      local token = line:sub(at, last)
      if token:find('^#') or token:find('^/[/*]') then return nil end
      tokens[#tokens + 1] = token
      at = last + 1
    end
  end
end

--- The line of these arguments; nil where none of them may stand in one. Plain words stay plain.
---@param argv string[]
---@return string|nil
function CommandLine.write(argv)
  local words = {}
  for place, text in ipairs(argv) do
    if not clean(text) or text:find('"', 1, true) then return nil end
    -- A bracket would begin a JSON value, a number sign or slashes a comment.
    local quoted = text == '' or text:find(' ', 1, true) or text:find('^[#/%[{]')
    if place == 1 and (quoted or not text:find('^[%w_%-%.:%+]')) then return nil end
    words[place] = quoted and '"' .. text .. '"' or text
  end
  return table.concat(words, ' ')
end

--- Whether an argument is what its token of the template may become: the owner's texts in their places.
local function fits(token, text)
  local literals, at = {}, 1
  while true do
    local from, to = token:find(placeholder, at)
    literals[#literals + 1] = token:sub(at, (from or #token + 1) - 1)
    if not from then break end
    at = to + 1
  end
  if #literals == 1 then return text == token end
  -- The first at the beginning, the last at the end, the others in their order in between.
  local first, last = literals[1], literals[#literals]
  local stop = #text - #last
  if stop < #first or text:sub(1, #first) ~= first or text:sub(stop + 1) ~= last then return false end
  local place = #first + 1
  for index = 2, #literals - 1 do
    local _, to = text:find(literals[index], place, true)
    if not to or to > stop then return false end
    place = to + 1
  end
  return true
end

local function same(one, other)
  if #one ~= #other then return false end
  for place = 1, #one do
    if one[place] ~= other[place] then return false end
  end
  return true
end

local function isList(argv)
  if type(argv) ~= 'table' then return false end
  local count = 0
  for place, text in pairs(argv) do
    if math.type(place) ~= 'integer' or type(text) ~= 'string' then return false end
    count = count + 1
  end
  return count > 0 and count <= maxTokens and count == #argv
end

--- The line to run for a template and its arguments, or nil and why not (pt-BR).
---@param template any
---@param argv any
---@return string|nil line
---@return string|nil refusal
function CommandLine.of(template, argv)
  if type(template) ~= 'string' or template == '' or not isList(argv) then return nil, 'Comando vazio' end
  local tokens = CommandLine.read(template)
  if not tokens then return nil, 'O modelo do comando não pode ser lido: confira o produto' end
  if tokens[1]:find(placeholder) then return nil, 'Comando que começa com uma variável' end
  if #tokens ~= #argv then return nil, 'Comando com outro número de argumentos que o do modelo' end
  for place, token in ipairs(tokens) do
    if not fits(token, argv[place]) then return nil, 'Comando com um argumento fora do lugar' end
  end
  local line = CommandLine.write(argv)
  if not line then return nil, 'Comando com caracteres inválidos' end
  if #line > maxBytes then return nil, 'Comando grande demais' end
  local again = CommandLine.read(line)
  if not again or not same(again, argv) then return nil, 'Comando que o console leria de outra forma' end
  return line
end

Vitrine.CommandLine = CommandLine
