import { expect, it, vi } from 'vitest';
import { call } from './call.ts';

it('adds once for two presses in a hurry, and again for a press after the answer', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise<Response>((resolve) => answers.push(resolve))),
  );
  const write = (note: string) =>
    call('POST /order/notes/create', { body: { id: '06h210ebd800047e4ya03kp9fg', note }, store: 'loja' });
  const both = Promise.all([write('Ligou'), write('Ligou')]);
  const other = write('Outra');
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer(Response.json({ success: true, id: 'nota' }));
  expect(await both).toEqual([
    { success: true, id: 'nota' },
    { success: true, id: 'nota' },
  ]);
  await other;
  const again = write('Ligou');
  expect(answers).toHaveLength(3);
  answers[2]?.(Response.json({ success: true, id: 'nota-2' }));
  await again;
  vi.unstubAllGlobals();
});
