-- Natives and runtime functions of FXServer that the resource uses (plain Lua 5.4 otherwise).
std = 'lua54'
max_line_length = 120
-- stock.lua defines the few natives that it needs.
exclude_files = { 'test', '**/test/*.lua' }
globals = { 'Vitrine', 'Config' }
read_globals = {
  'AddEventHandler', 'TriggerEvent', 'RegisterCommand', 'ExecuteCommand', 'GetRegisteredCommands',
  'IsPrincipalAceAllowed', 'PerformHttpRequest', 'CreateThread', 'Wait', 'SetTimeout', 'Citizen', 'promise', 'json',
  'exports', 'GetConvar', 'GetConvarInt', 'GetCurrentResourceName', 'GetResourceState',
  'GetResourceMetadata', 'GetNumResources', 'GetResourceByFindIndex', 'LoadResourceFile', 'GetPlayers',
  'GetPlayerIdentifierByType', 'GetGameTimer', 'SetResourceKvp', 'SetResourceKvpNoSync', 'FlushResourceKvp',
  'GetResourceKvpString', 'DeleteResourceKvp', 'DeleteResourceKvpNoSync', 'StartFindKvp', 'FindKvp', 'EndFindKvp',
}
files['**/fxmanifest.lua'] = {
  read_globals = {
    'fx_version', 'game', 'lua54', 'server_only', 'name', 'author', 'description', 'version', 'server_scripts',
  },
}
files['**/types.lua'] = { ignore = { '211', '212' } }
