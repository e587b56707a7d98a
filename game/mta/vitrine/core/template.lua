--- Arguments of the owner's own actions. Vitrine sends the owner's template and one argument for each of its words. No
--- console reads them, so an argument may be any text; what is checked is that each stands in its place.
local Text = Vitrine.Text
local Template = {}

local maxBytes, maxTokens = 4096, 128
local placeholder = '{{[a-z0-9_]+}}'

local function clean(text)
  return type(text) == 'string' and Text.length(text) ~= nil and not text:find('[%c]')
end

--- The words of a template: spaces separate them, double quotes keep one together, even an empty one.
local function read(line)
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
      tokens[#tokens + 1] = line:sub(at, last)
      at = last + 1
    end
  end
end

--- Whether an argument fits its word of the template: the owner's texts are in their places.
local function fits(token, text)
  local literals, at = {}, 1
  while true do
    local from, to = token:find(placeholder, at)
    literals[#literals + 1] = token:sub(at, (from or #token + 1) - 1)
    if not from then break end
    at = to + 1
  end
  if #literals == 1 then return text == token end
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

local function isList(argv)
  if type(argv) ~= 'table' then return false end
  local count = 0
  for place, text in pairs(argv) do
    if type(place) ~= 'number' or type(text) ~= 'string' then return false end
    count = count + 1
  end
  return count > 0 and count <= maxTokens and count == #argv
end

--- Why these arguments are not those of this template (pt-BR); nil if they are.
---@param template any
---@param argv any
---@return string|nil refusal
function Template.refusal(template, argv)
  if type(template) ~= 'string' or not isList(argv) then return 'Ação vazia' end
  local tokens = read(template)
  if not tokens then return 'O modelo da ação não pode ser lido: confira o produto' end
  if tokens[1]:find(placeholder) then return 'Ação que começa com uma variável' end
  if #tokens ~= #argv then return 'Ação com outro número de argumentos que o do modelo' end
  local bytes = 0
  for place, token in ipairs(tokens) do
    if not clean(argv[place]) then return 'Ação com caracteres inválidos' end
    if not fits(token, argv[place]) then return 'Ação com um argumento fora do lugar' end
    bytes = bytes + #argv[place]
  end
  if bytes > maxBytes then return 'Ação grande demais' end
  return nil
end

Vitrine.Template = Template
