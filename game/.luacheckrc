-- What FiveM gives a server script of a resource (docs.fivem.net, natives of the server), and our own tables.
local cfx = {
  'AddEventHandler', 'Citizen', 'CreateThread', 'DeleteResourceKvp', 'DeleteResourceKvpNoSync', 'EndFindKvp',
  'ExecuteCommand', 'FindKvp', 'FlushResourceKvp', 'GetConvar', 'GetConvarInt', 'GetCurrentResourceName',
  'GetGameTimer', 'GetHashKey', 'GetInvokingResource', 'GetPlayerIdentifierByType', 'GetPlayerIdentifiers', 'GetPlayerRoutingBucket', 'GetPlayers',
  'GetRegisteredCommands', 'GetResourceKvpString', 'GlobalState',
  'GetResourceMetadata', 'GetResourceState', 'IsPrincipalAceAllowed', 'LoadResourceFile', 'PerformHttpRequest',
  'RegisterCommand', 'SetResourceKvp', 'SetResourceKvpNoSync', 'SetTimeout', 'StartFindKvp', 'TriggerClientEvent', 'TriggerEvent', 'Wait',
  'exports', 'json', 'promise', 'source',
  -- config.lua of the owner
  'Config',
}

std = 'lua54'
max_line_length = 140
read_globals = cfx
globals = { 'Vitrine' }

files['fivem/vitrine/server/settings.lua'] = { globals = { 'Config', 'Vitrine' } }
files['fivem/vitrine/config.lua'] = { globals = { 'Config' } }
files['fivem/vitrine/fxmanifest.lua'] = {
  read_globals = { 'author', 'description', 'fx_version', 'game', 'lua54', 'name', 'server_only', 'server_scripts', 'version' },
}
