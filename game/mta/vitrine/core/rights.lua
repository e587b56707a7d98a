--- What the owner allowed in the ACL. MTA refuses these functions to every resource until somebody types one line.
local Outcome
local Rights = {}

Rights.command = ('aclrequest allow %s all'):format(Vitrine.resource)

--- Whether this resource may call a function.
---@param name string
---@return boolean
function Rights.has(name)
  return hasObjectPermissionTo(getThisResource(), 'function.' .. name, false) == true
end

--- Those of these functions that are not allowed.
---@param names string[]
---@return string[]
function Rights.missing(names)
  local missing = {}
  for _, name in ipairs(names) do
    if not Rights.has(name) then missing[#missing + 1] = name end
  end
  return missing
end

--- Raises `adapter_error` with the line to type where one of the functions is not allowed: nothing has happened, and the
--- delivery comes again.
---@param names string[]
function Rights.need(names)
  local missing = Rights.missing(names)
  if #missing == 0 then return end
  Outcome = Outcome or Vitrine.Outcome
  Vitrine.Log.every('rights:' .. missing[1], 300, ('O MTA não deixa este script usar %s. No console do servidor: %s'):format(
    table.concat(missing, ', '), Rights.command))
  Outcome.raise('adapter_error', 'Falta uma permissão no servidor. No console do MTA: ' .. Rights.command)
end

Vitrine.Rights = Rights
