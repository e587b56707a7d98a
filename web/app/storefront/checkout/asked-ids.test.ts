import { type IdentityKind, identityRules } from '@vitrine/contract/identity';
import { checkoutTexts } from '@vitrine/contract/order-words';
import { OrderCreate } from '@vitrine/contract/orders';
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  askedIn,
  type CartLine,
  CITY_HELP,
  CITY_LABEL,
  missingParts,
  orderBody,
  placeOfRefusal,
  problemOf,
} from './cart.ts';
import { type Draft, emptyDraft } from './draft.ts';

const lines = [{ product: { key: 'p1', idProduct: 'p1' }, quantity: 1 } as CartLine];
const filled: Draft = { ...emptyDraft, discordId: '123456789012345678', paymentMethod: 'pix' };
const asked = (kind: IdentityKind): Asked => {
  const { label, help, example, pattern, problem } = identityRules[kind];
  return { kind, label, help, example, pattern: pattern.source, problem };
};

describe('the ids of the player', () => {
  const texts = { servers: [], identities: [asked('citizen_id'), asked('minecraft_name')] };
  const named = { ...filled, clientId: '', identities: { citizen_id: ' abc12345 ', minecraft_name: 'Steve' } };

  it('are a city id before the first quote, in the words of the contract', () => {
    expect(askedIn(filled, { servers: [], identities: undefined })).toEqual({ asksCity: true, others: [] });
    expect([CITY_LABEL, CITY_HELP]).toEqual([identityRules.city_id.label, identityRules.city_id.help]);
  });

  it('are asked for as the quote says, and a missing one is named as the server names it', () => {
    const at = (part: Partial<Draft>) => problemOf({ ...named, ...part }, lines, [], texts);
    expect(at({})).toBeUndefined();
    const missing = { text: 'Preencha: Citizen ID.', field: 'identities', question: 'citizen_id' };
    expect(at({ identities: {} })).toEqual(missing);
    expect(placeOfRefusal('identity_required', 'identities.citizen_id')).toEqual({
      field: 'identities',
      question: 'citizen_id',
    });
    expect(missingParts({ ...filled, clientId: '' }, texts)).toEqual(['Citizen ID', 'Nick do Minecraft']);
    for (const bad of ['a b', "'; drop", 'ana\nop', '@a', '{{discord}}', 'a'.repeat(60)]) {
      expect(at({ identities: { ...named.identities, minecraft_name: bad } })).toEqual({
        text: identityRules.minecraft_name.problem,
        field: 'identities',
        question: 'minecraft_name',
      });
    }
  });

  it('are sent as the contract reads them, and a city id that nobody asks for is not sent', () => {
    const body = orderBody('cidade', { ...named, clientId: '57' }, lines, [], texts);
    expect(body).not.toHaveProperty('clientId');
    expect(OrderCreate.parse(body).identities).toEqual([
      { kind: 'citizen_id', value: 'ABC12345' },
      { kind: 'minecraft_name', value: 'steve' },
    ]);
  });

  it('of a cart for two kinds are both asked for', () => {
    const both = { servers: [], identities: [asked('city_id'), asked('minecraft_name')] };
    expect(problemOf(named, lines, [], both)).toEqual({ text: checkoutTexts.ids, field: 'clientId' });
    expect(orderBody('cidade', { ...named, clientId: '57' }, lines, [], both)).toMatchObject({
      clientId: 57,
      identities: [{ kind: 'minecraft_name', value: 'Steve' }],
    });
  });

  it('follow the chosen server', () => {
    const servers = [
      { id: 's1', name: 'Alta', online: true, identities: [asked('city_id')] },
      { id: 's2', name: 'Craft', online: true, identities: [asked('minecraft_name')] },
    ];
    const from = { servers, identities: [asked('city_id')] };
    expect(askedIn(named, from).asksCity).toBe(true);
    expect(askedIn({ ...named, serverId: 's2' }, from)).toMatchObject({
      asksCity: false,
      others: [asked('minecraft_name')],
    });
  });
});
