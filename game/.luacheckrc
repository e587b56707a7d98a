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

max_line_length = 140
globals = { 'Vitrine' }

files['fivem/vitrine'] = { std = 'lua54', read_globals = cfx }
files['fivem/vitrine/server/settings.lua'] = { globals = { 'Config', 'Vitrine' } }
files['fivem/vitrine/bridge'] = { read_globals = { 'class', 'msgpack', 'vRP' } }
files['fivem/vitrine/config.lua'] = { globals = { 'Config' } }
files['fivem/vitrine/fxmanifest.lua'] = {
  read_globals = { 'author', 'description', 'fx_version', 'game', 'lua54', 'name', 'server_only', 'server_scripts', 'version' },
}

-- What MTA:SA gives a server script of a resource (multitheftauto/mtasa-blue, Server and Shared luadefs), in Lua 5.1.
local mta = {
  'abortRemoteRequest', 'aclGetGroup', 'aclGetRight', 'aclGroupAddObject', 'aclGroupGetName', 'aclGroupList',
  'aclGroupListACL', 'aclGroupRemoveObject', 'aclSave', 'addCommandHandler', 'addEvent', 'addEventHandler', 'client',
  'dbConnect', 'dbPoll', 'dbQuery', 'exports', 'fetchRemote', 'getAccount', 'getAccountName', 'getAccountSerial', 'getBanSerial',
  'getBans', 'getCommandHandlers', 'getElementData', 'getElementType', 'getElementsByType', 'getMaxPlayers',
  'getPlayerAccount', 'getPlayerMoney', 'getPlayerName', 'getRealTime', 'getResourceFromName', 'getResourceInfo',
  'getResourceName', 'getResourceState', 'getThisResource', 'getTickCount', 'getVersion', 'givePlayerMoney',
  'hasObjectPermissionTo', 'hash', 'isElement', 'isGuestAccount', 'isObjectInACLGroup', 'isTimer', 'killTimer',
  'outputChatBox', 'outputServerLog', 'removeBan', 'resourceRoot', 'root', 'setTimer', 'source', 'takePlayerMoney',
  'triggerEvent',
  -- The owner's files.
  'Actions', 'Config',
}
files['mta/vitrine'] = { std = 'lua51', read_globals = mta }
files['mta/vitrine/config.lua'] = { globals = { 'Config' } }
files['mta/vitrine/commands.lua'] = { globals = { 'Actions' } }
