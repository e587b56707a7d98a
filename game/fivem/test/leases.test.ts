import { afterEach, expect, it } from 'vitest';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

/** The script begins nothing after the end of a lease, as Vitrine's clock counts it, and nothing that was cancelled. */

afterEach(closePlayed);

const START = 1_790_000_000;
const money = (id: string, expires_at: number) => ({ id, action: 'add_money', args: { amount: 10 }, expires_at });

async function begin() {
  const platform = new Platform();
  platform.now = START;
  const city = await playCity({ platform, framework: 'vrpex', online: true });
  city.run(3000);
  return { platform, city, bank: () => city.city.memory('bank', 17) };
}
const pause = (city: Awaited<ReturnType<typeof begin>>['city'], paused: boolean) =>
  city.eval(`Vitrine.Queue.pause(${paused})`);

it('a script that pauses past the end of a lease gives back the delivery that it has not begun', async () => {
  const { platform, city, bank } = await begin();
  pause(city, true);
  // Offered by hand, because a paused queue asks for nothing.
  city.eval(
    `Vitrine.Queue.offer({ id = 'late', attempt = 1, player = { city_id = '17' }, action = 'add_money', args = { amount = 10 }, phase = 'confirmation', expires_at = Vitrine.Http.latest() + 60 })`,
  );
  platform.now = undefined;
  city.run(70_000);
  pause(city, false);
  city.run(3000);
  expect(platform.result('late')).toMatchObject({ status: 'failed', code: 'expired' });
  expect(bank()).toBe(1000);
});

it('a delivery whose lease was renewed may begin until the new end', async () => {
  const { platform, city, bank } = await begin();
  pause(city, true);
  city.eval(
    `Vitrine.Queue.offer({ id = 'renewed', attempt = 1, player = { city_id = '17' }, action = 'add_money', args = { amount = 10 }, phase = 'confirmation', expires_at = Vitrine.Http.latest() + 60 })`,
  );
  platform.leases = { renewed: START + 600, unknown: START + 600, odd: 'x' as never };
  city.run(3000);
  expect(platform.syncs.at(-1)?.in_progress).toEqual(['renewed']);
  // An answer that arrives late has an earlier end, which changes nothing.
  platform.leases = { renewed: START + 5 };
  platform.now = undefined;
  city.run(90_000);
  pause(city, false);
  city.run(3000);
  expect(platform.result('renewed')).toMatchObject({ status: 'succeeded' });
  expect(bank()).toBe(1010);
});

it('the clock of the city decides nothing: a lease that is over by Vitrine’s clock begins nothing', async () => {
  const { platform, city, bank } = await begin();
  // Vitrine is an hour ahead of the city's clock.
  platform.now = START + 3600;
  city.run(2000);
  platform.due.push(money('over', START + 3590), money('open', START + 3700));
  city.run(5000);
  expect(platform.result('over')).toMatchObject({ status: 'failed', code: 'expired' });
  expect(platform.result('open')).toMatchObject({ status: 'succeeded' });
  expect(bank()).toBe(1010);
});

it('a Vitrine that is older than renewals sends none, and its commands begin until their first end', async () => {
  const { platform, city, bank } = await begin();
  platform.now = undefined;
  platform.due.push(money('plain', START + 100));
  city.run(5000);
  expect(platform.result('plain')).toMatchObject({ status: 'succeeded' });
  expect(bank()).toBe(1010);
});

it('a delivery that an earlier answer cancelled does not begin, until a person sends it again', async () => {
  const { platform, city, bank } = await begin();
  platform.cancel = ['late'];
  city.run(1500);
  const late = { id: 'late', action: 'add_money', args: { amount: 7 } };
  platform.due.push(late);
  city.run(3000);
  expect(platform.result('late')).toMatchObject({ status: 'failed', code: 'cancelled' });
  expect(bank()).toBe(1000);
  platform.due.push({ ...late, attempt: 2 });
  city.run(3000);
  expect(platform.result('late')?.code).toBe('ok');
  expect(bank()).toBe(1007);
});
