import { expect, test } from 'vitest';
import { featuresOf } from './plan-words.ts';

test('a plan says a limit as "Até N", and unlimited where there is none', () => {
  const pro = { _id: 'pro', name: 'Pro', price: 29.9, productLimit: 100, subUserLimit: 3, discordIntegration: true };
  expect(featuresOf(pro)).toEqual([
    'Até 100 produtos',
    'Categorias ilimitadas',
    'Até 3 sub-usuários',
    'Integração com Discord',
    'Descontos ilimitados',
    'Todos os métodos de pagamento',
  ]);
  expect(featuresOf({ ...pro, discordIntegration: false })).not.toContain('Integração com Discord');
});
