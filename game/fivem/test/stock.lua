-- The parts of the resource that call no server, with answers that anyone can check. Prints one line for each answer.
-- Runs in any Lua 5.4: `lua5.4 stock.lua <folder of the resource>`.
local folder = ROOT or arg[1]
local write = WRITE or print
function GetCurrentResourceName() return 'vitrine' end
function GetResourceMetadata() return '1.2.0' end
function LoadResourceFile() return nil end
function GetConvar(_, default) return default end
for _, name in ipairs({ 'module', 'json_util', 'sha256', 'settings', 'outcome', 'command_line', 'arguments' }) do
  assert(loadfile(folder .. '/server/' .. name .. '.lua', 't'))()
end

local function tell(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = tostring(parts[i]) end
  write(table.concat(parts, ' | '))
end

for _, text in ipairs({ '', 'abc', ('a'):rep(64), ('ção ☃'):rep(40) }) do tell('sha256', Vitrine.Sha256.hex(text)) end
tell('hmac', Vitrine.Sha256.hmacHex(('k'):rep(100), 'abc'))

for _, argv in ipairs({ { 'dar', '44', '1 superadmin' }, { 'dar', '', 'x"y' }, { 'dar', '# x; quit', 'ç李' } }) do
  tell('line', Vitrine.CommandLine.of('dar {{a}} {{b}}', argv))
end

for _, id in ipairs({ '7', '07', '0', '2147483647', '2147483648', '1e3', ' 7', '-7', '٧' }) do
  tell('city id', Vitrine.Arguments.cityId(id))
end

local function job(action, args)
  local command = Vitrine.Arguments.command({ id = 'x1', player = { city_id = '3' }, action = action, args = args })
  local ok, problem = pcall(Vitrine.Arguments.job, command)
  return ok and 'ok' or type(problem) == 'table' and problem.code or tostring(problem)
end
for _, amount in ipairs({ 1, 1.0, 1.5, 0, -1, 2147483647, 2147483648, 1 / 0, 0 / 0 }) do
  tell('amount', job('add_money', { amount = amount }))
end
for _, item in ipairs({ 'agua', 'a b', "x'; DROP", ('a'):rep(65) }) do
  tell('item', job('add_item', { item = item, amount = 1 }))
end
