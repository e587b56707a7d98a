import { deliveryExample } from '@vitrine/contract/calls/order-example';
import type { Delivery } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { remedyOf } from './remedy.ts';

const told = (part: Partial<Delivery>) => remedyOf({ ...deliveryExample, history: [], ...part } as Delivery);

test.each<[string, Partial<Delivery>, ReturnType<typeof remedyOf>]>([
  ['what arrived needs nobody', { state: 'succeeded' }, null],
  [
    'what waits for its player needs nobody',
    { state: 'queued', code: 'player_offline', message: 'Jogador fora' },
    null,
  ],
  [
    'a wrong product is corrected',
    { state: 'failed', code: 'invalid_group', message: 'Grupo inválido: confira o produto' },
    { text: 'Grupo inválido: corrija o produto e reenvie com ele corrigido.', deed: 'product' },
  ],
  [
    'a product that was corrected meanwhile is sent as it is now',
    { state: 'failed', code: 'invalid_group', message: 'Grupo inválido: confira o produto', productChanged: true },
    { text: 'Grupo inválido: o produto já mudou, reenvie com ele corrigido.', deed: 'renew' },
  ],
  [
    'a wrong id is corrected',
    { state: 'failed', code: 'player_not_found', message: 'Cidadão não encontrado na cidade' },
    { text: 'Cidadão não encontrado na cidade: corrija o ID do comprador e reenvie.', deed: 'player' },
  ],
  [
    'of an uncertain one a person looks',
    { state: 'uncertain', code: 'uncertain', message: 'Não foi possível confirmar; verifique na cidade' },
    { text: 'Não foi possível confirmar: veja se chegou, marque como entregue ou reenvie.', deed: 'look' },
  ],
  [
    'what Discord refuses is mended at its place',
    { state: 'queued', target: 'discord', code: 'bot_missing', message: 'O bot não está no servidor do Discord' },
    { text: 'O bot não está no servidor do Discord.', deed: 'discord' },
  ],
  [
    'a removed server is replaced',
    { state: 'failed', code: 'server_ended', message: 'O servidor desta entrega foi removido: escolha outro servidor' },
    { text: 'O servidor desta entrega foi removido: escolha outro servidor.', deed: 'move' },
  ],
  [
    'an unknown cause is tried again',
    { state: 'failed', code: 'adapter_error', message: 'Erro na base do servidor' },
    { text: 'Erro na base do servidor: reenvie quando a causa passar.', deed: 'resend' },
  ],
])('%s', (_name, delivery, remedy) => expect(told(delivery)).toEqual(remedy));
