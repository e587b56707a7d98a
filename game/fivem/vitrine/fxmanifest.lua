fx_version 'cerulean'
game 'gta5'
lua54 'yes'
server_only 'yes'

name 'vitrine'
author 'Vitrine'
description 'Entrega na cidade o que foi comprado na loja'
version '1.10.0'

-- The order matters: FXServer has no `require` here, so every file adds itself to the table `Vitrine` of the first
-- one.
server_scripts {
  'server/module.lua',
  'config.lua',
  'server/json_util.lua',
  'server/sha256.lua',
  'server/settings.lua',
  'server/log.lua',
  'server/outcome.lua',
  'server/guard.lua',
  'server/http.lua',
  'server/journal.lua',
  'server/outbox.lua',
  'shared/proxy.lua',
  'shared/sql.lua',
  'shared/schema.lua',
  'shared/list_file.lua',
  'shared/catalog.lua',
  'shared/datatable.lua',
  'shared/core.lua',
  'shared/json_row.lua',
  'shared/bank.lua',
  'shared/vehicles.lua',
  'shared/items.lua',
  'shared/toggle.lua',
  'shared/family.lua',
  'shared/jobs.lua',
  'shared/ox_inventory.lua',
  'shared/qb_inventory.lua',
  'shared/qb_family.lua',
  'adapters/standalone.lua',
  'adapters/vrp1.lua',
  'adapters/creative3.lua',
  'adapters/creative4.lua',
  'adapters/creative_network.lua',
  'adapters/qbox.lua',
  'adapters/qbcore.lua',
  'adapters/esx.lua',
  'adapters/custom/*.lua',
  'server/detect.lua',
  'server/command_line.lua',
  'server/commands.lua',
  'server/own_actions.lua',
  'server/arguments.lua',
  'server/proof.lua',
  'server/pending.lua',
  'server/tell.lua',
  'server/execute.lua',
  'server/waiting.lua',
  'server/recovery.lua',
  'server/queue.lua',
  'server/players.lua',
  'server/people.lua',
  'server/city_lists.lua',
  'server/sync.lua',
  'server/checkup.lua',
  'server/console.lua',
  'server/exports.lua',
  'server/asking.lua',
  'server/redeem.lua',
  'server/benefits.lua',
  'server/main.lua',
}
