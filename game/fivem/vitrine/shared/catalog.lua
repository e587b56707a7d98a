--- Whether a name is in one of the base's own lists. Searching the file for the key is enough to catch typing
--- mistakes.
local Catalog = {}
local texts = {}

local function read(resource, files)
  local found = {}
  for _, file in ipairs(files) do
    local key = resource .. '/' .. file
    if texts[key] == nil then
      local ok, text = pcall(LoadResourceFile, resource, file)
      texts[key] = ok and type(text) == 'string' and text or false
    end
    if texts[key] then found[#found + 1] = texts[key] end
  end
  return found
end

--- true: listed; false: a list was read and does not have it; nil: no list is readable, or the owner turned the check
--- off.
---@param resource string
---@param files string[]
---@param name string
---@param anyCase? boolean models of vehicles mean the same in capitals
---@return boolean|nil
function Catalog.has(resource, files, name, anyCase)
  if not Vitrine.Settings.get('CheckNames') then return nil end
  local lists = read(resource, files)
  if #lists == 0 then return nil end
  local escaped = name:gsub('[^%w]', '%%%0')
  for _, list in ipairs(lists) do
    local text = anyCase and list:lower() or list
    if text:find('["\']' .. escaped .. '["\']') or text:find('[%s{,;]' .. escaped .. '%s*=') then return true end
  end
  return false
end

--- Files are read again after a restart of the base.
function Catalog.forget()
  texts = {}
end

Vitrine.Catalog = Catalog
