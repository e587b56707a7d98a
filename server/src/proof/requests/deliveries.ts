import { newReference } from '../../db/ids.ts';
import { body, byHeader, delivery, idInBody, inStore, type Row } from '../sample.ts';

const span = { from: '2026-01-01T03:00:00.000Z', until: '2030-01-01T03:00:00.000Z' };

const buyer = { kind: 'city_id', value: '777001' };

/** Good requests of buyers, deliveries, Discord, game servers and the dashboard. */
export const deliveryRequests: Record<string, Row> = {
  'POST /v1/servers/create': inStore(() => ({ name: 'Cidade Baixa' })),
  'POST /v1/servers/edit': idInBody(
    ({ server }) => server,
    (id) => ({ id, name: 'Cidade Nova', silenceMinutes: 30 }),
  ),
  'POST /v1/servers/token': idInBody(
    ({ server }) => server,
    (id) => ({ id }),
  ),
  'POST /v1/servers/token/rotate': idInBody(
    ({ server }) => server,
    (id) => ({ id }),
  ),
  'POST /v1/servers/rcon': idInBody(
    ({ server }) => server,
    (id) => ({ id, host: '203.0.113.7', port: 25575, password: 'segredo' }),
  ),
  'POST /v1/servers/rcon/remove': idInBody(
    ({ server }) => server,
    (id) => ({ id }),
  ),
  'POST /v1/servers/decide': idInBody(
    ({ waitingScript }) => waitingScript,
    (id) => ({ id, accept: true }),
  ),
  'POST /v1/servers/end': idInBody(
    ({ server }) => server,
    (id) => ({ id }),
  ),
  'POST /v1/alerts': inStore(),
  'POST /v1/alerts/settings': inStore(),
  'POST /v1/alerts/settings/edit': inStore(() => ({
    settings: { silenceMinutes: 15, quiet: { from: '23:00', until: '08:00' } },
  })),
  'POST /v1/notices': inStore(),
  'POST /v1/notices/edit': inStore(() => ({ choices: [{ kind: 'delivery_failed', mail: false, push: false }] })),
  'POST /v1/buyers/details': inStore(() => buyer),
  'POST /v1/buyers/rights/extend': idInBody(
    ({ right }) => right,
    (id) => ({ id, days: 7, reason: 'a cidade ficou fora' }),
  ),
  'POST /v1/buyers/rights/revoke': idInBody(
    ({ right }) => right,
    (id) => ({ id, reason: 'usou um programa proibido' }),
  ),
  'POST /v1/buyers/block': inStore(() => ({ ...buyer, reason: 'Contestou três compras' })),
  'POST /v1/buyers/unblock': inStore(() => buyer),
  'POST /v1/deliveries': inStore(({ order }) => ({ orderId: order, limit: 10, state: 'queued' })),
  'POST /v1/deliveries/resend': idInBody(delivery, (id) => ({ ids: [id] })),
  'POST /v1/deliveries/choices': inStore(),
  'POST /v1/deliveries/export': inStore(() => ({ state: 'queued' })),
  'POST /v1/deliveries/resends': inStore(),
  'POST /v1/deliveries/resends/plan': inStore(({ product, server }) => ({
    ...span,
    productId: product,
    serverId: server,
    player: '777001',
    states: ['succeeded', 'failed'],
  })),
  'POST /v1/deliveries/resends/start': inStore(({ delivery: picked }) => ({
    ...span,
    ids: [picked],
    states: ['succeeded'],
    reason: 'a cidade foi apagada',
    asOf: span.until,
  })),
  'POST /v1/deliveries/resends/change': idInBody(
    ({ resend }) => resend,
    (id) => ({ id, change: 'pause' }),
  ),
  'POST /v1/deliveries/mark': idInBody(delivery, (id) => ({ id, note: 'vi na cidade' })),
  'POST /v1/deliveries/cancel': idInBody(delivery, (id) => ({ id, note: 'desistiu' })),
  'POST /v1/deliveries/cancel/many': idInBody(delivery, (id) => ({ ids: [id], note: 'desistiu' })),
  'POST /v1/deliveries/renew/preview': idInBody(delivery, (id) => ({ ids: [id] })),
  'POST /v1/deliveries/renew': idInBody(delivery, (id) => ({
    changes: [{ id, after: 'Executar o comando dar 17 ouro' }],
  })),
  'POST /v1/deliveries/edit/form': idInBody(delivery, (id) => ({ id })),
  'POST /v1/deliveries/edit': idInBody(delivery, (id) => ({
    id,
    fiveMAction: { type: 'execute_command', executionTiming: 'on_confirmation', command: 'dar {{cidade}} ouro' },
    reason: 'o comando estava errado',
  })),
  'POST /v1/deliveries/move': idInBody(delivery, (id, { server }) => ({
    ids: [id],
    serverId: server,
    reason: 'mudou',
  })),
  'POST /v1/deliveries/retarget': idInBody(
    (side) => side.order,
    (orderId) => ({ orderId, clientId: 18, discordId: '391822001983488002' }),
  ),
  'GET /v1/city/names': byHeader,
  'GET /v1/discord/channels': byHeader,
  'GET /v1/discord/roles': byHeader,
  'POST /v1/discord/disconnect': inStore(),
  'POST /v1/discord/main': inStore(() => ({ server: '391822001983488008' })),
  'POST /discord/interactions': body(() => ({
    application_id: '391822001983488009',
    type: 2,
    token: 'resposta',
    guild_id: '391822001983488008',
    member: { user: { id: '391822001983488001', username: 'bruno', global_name: 'Bruno' }, permissions: '32' },
    app_permissions: '268435456',
    data: { name: 'conectar', options: [{ name: 'token', value: 'vtr_nao_existe' }] },
  })),
  'POST /v1/game/hello': body(() => ({
    protocol: 1,
    version: '1.0.0',
    game: 'fivem',
    server_version: 'v1.0.0.17000',
    framework: 'vrpex',
    capabilities: { add_group: { online: true, offline: true } },
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    now: 1_800_000_000,
    pending: 0,
  })),
  'POST /v1/game/lists': body(() => ({
    epoch: 0,
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    kind: 'items',
    hash: '4ad1f2c09b7e6613',
    closed: true,
    total: 2,
    from: 0,
    entries: [{ name: 'agua', label: 'Garrafa de Água' }, { name: 'lockpick' }],
  })),
  'POST /v1/game/player': body(() => ({
    epoch: 0,
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    player: '17',
  })),
  'POST /v1/game/sync': body(() => ({
    epoch: 0,
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    seq: 1,
    results: [
      { id: newReference(), attempt: 1, status: 'succeeded', code: 'ok', message: 'ok', detail: { before: 1 } },
    ],
    in_progress: [],
    online: ['17'],
    people: [{ city_id: '17', status: 'found', name: 'Bruno Lima' }],
    players: { online: 1, max: 64 },
    want: 0,
  })),
  'POST /v1/dashboard': inStore(),
  'POST /v1/figures': inStore(() => ({ range: '30d' })),
  'POST /v1/figures/export': inStore(() => ({ range: 'custom', from: '2026-11-01', to: '2026-11-30', part: 'steps' })),
};
