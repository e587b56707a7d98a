--- Console lines as FXServer reads them (citizenfx/fivem, Console.cpp): spaces separate tokens, double quotes keep
--- one together, even an empty one. Vitrine sends the owner's template and its arguments. The line is written here
--- and read again before it runs: it must have the template's tokens, each in its place.
local CommandLine = {}

local maxBytes, maxTokens = 4096, 128
local placeholder = '{{[a-z0-9_]+}}'

--- Control characters, and characters that end a command or escape in a game console.
local function clean(text)
  return type(text) == 'string' and utf8.len(text) ~= nil and not text:find('[%c;\\]')
end

--- The tokens of a line; nil if the console would read it differently.
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

--- The line of these arguments; nil if one of them cannot stand in a line. Plain words get no quotes.
---@param argv string[]
---@return string|nil
function CommandLine.write(argv)
  local words = {}
  for place, text in ipairs(argv) do
    if not clean(text) or text:find('"', 1, true) then return nil end
    -- A bracket would begin a JSON value; a number sign or slashes would begin a comment.
    local quoted = text == '' or text:find(' ', 1, true) or text:find('^[#/%[{]')
    if place == 1 and (quoted or not text:find('^[%w_%-%.:%+]')) then return nil end
    words[place] = quoted and '"' .. text .. '"' or text
  end
  return table.concat(words, ' ')
end

--- Whether an argument fits its token of the template: the owner's texts are in their places.
local function fits(token, text)
  local literals, at = {}, 1
  while true do
    local from, to = token:find(placeholder, at)
    literals[#literals + 1] = token:sub(at, (from or #token + 1) - 1)
    if not from then break end
    at = to + 1
  end
  if #literals == 1 then return text == token end
  -- The first text at the beginning, the last at the end, the others in order between them.
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

--- The line of a template and its arguments; otherwise nil and the reason (pt-BR).
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
