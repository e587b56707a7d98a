import { control } from '../lib/http.ts';
import { broken } from '../lib/invariants.ts';
import type { Line } from '../lib/line.ts';
import { AMOUNT, banks, completed, connectCity, keepSelling, type Sold } from '../lib/sales.ts';
import { makeShop } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';

const RESUMED_MS = 10_000;
const SETTLED_MS = 120_000;

/** Citizens of the stand-in city whose bank balance is watched. */
const CITIZENS = [2, 3, 4, 5];

/** Power cuts of web and worker processes in turn, while people buy and a city delivers. */
export const kills: Line = {
  promise: 'P5',
  alone: true,
  title: 'Processes killed while people buy: nothing lost, nothing done twice, work goes on within seconds',
  mostMs: () => 20 * 60_000,
  async run(world) {
    // The short run kills only the worker. After the kill of a web process, a command that a city had just been given is
    // offered again only when its lease of two minutes is over.
    const cuts = world.much(1, 20);
    const shop = await makeShop(world);
    await connectCity(shop);
    const actions = [{ type: 'add_money', executionTiming: 'on_confirmation', amount: AMOUNT }];
    const product = await shop.product({ fiveMActions: actions });
    // Citizens that are moved by hand stay in the city. The others come and go by themselves.
    for (const id of CITIZENS) await control(`${world.standins.pages.city}/__control/join`, { id });
    const before = await banks(world);
    const citizens = CITIZENS.filter((id) => before.has(id));
    if (citizens.length === 0) throw new Error('the city has no citizen to sell to');
    // A city delivers one order of a player after the other, so all sales are awaited at the end.
    const sales = keepSelling(shop, product, citizens, world.much({ width: 1, pause: 1000 }, { width: 3, pause: 100 }));
    await until('the first sale', 30_000, async () => (await completed(shop)).size > 0);
    const resumed: number[] = [];
    for (let cut = 0; cut < cuts; cut += 1) {
      const worker = cut % 2 === 0;
      if (worker) {
        await world.worker.kill();
        await world.startWorker();
      } else {
        const [old] = world.webs;
        await old?.kill();
        await world.addWeb();
      }
      // The time runs from the moment when the process is back until a newly paid order is completed.
      const known = await completed(shop);
      const start = performance.now();
      await until('work after a cut', 60_000, async () => {
        const now = await completed(shop);
        return now.size > known.size;
      });
      resumed.push(performance.now() - start);
    }
    await sales.stop();
    const { sold } = sales;
    const gone = await settle(sold, async () => await completed(shop));
    const money = (list: readonly Sold[], id: number) => list.filter(({ client }) => client === id).length * AMOUNT;
    const delivered = async () => {
      const after = await banks(world);
      return citizens.map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0) - money(sold, id));
    };
    await until('every delivery', SETTLED_MS, async () => (await delivered()).every((rest) => rest >= 0)).catch(
      () => {},
    );
    const rests = await delivered();
    const lost = gone.length + rests.filter((rest) => rest < 0).reduce((sum, rest) => sum - rest / AMOUNT, 0);
    const doubled = rests.filter((rest) => rest > 0).reduce((sum, rest) => sum + rest / AMOUNT, 0);
    const slowest = Math.max(...resumed);
    const wrong = await broken(world);
    return {
      done: `${cuts} × kill -9 of workers and web processes in turns, ${sold.length} sales meanwhile`,
      figure: `${lost} lost, ${doubled} doubled, resumed within ${(slowest / 1000).toFixed(1)} s${wrong.map((one) => `, ${one}`).join('')}`,
      floor: `0, 0, ${world.within(RESUMED_MS) / 1000} s`,
      held: lost === 0 && doubled === 0 && slowest <= world.within(RESUMED_MS) && wrong.length === 0,
    };
  },
};

/** Waits until every paid order is completed. Returns those that are not. */
async function settle(sold: readonly Sold[], look: () => Promise<Set<string>>): Promise<Sold[]> {
  const rest = async () => {
    const done = await look();
    return sold.filter(({ reference }) => !done.has(reference));
  };
  await until('every paid order', SETTLED_MS, async () => (await rest()).length === 0).catch(() => {});
  return await rest();
}
