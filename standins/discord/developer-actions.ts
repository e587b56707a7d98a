import type { FastifyInstance } from 'fastify';
import type { DiscordControl } from './control.ts';
import { developerPage, type PageParts } from './developer-page.ts';

/** How long the form waits for the real text after an answer of "later", in ms. */
const DEFERRED_MS = 4000;

type Form = Record<string, string | undefined>;

const field = (form: Form, name: string): string => {
  const value = form[name];
  if (typeof value !== 'string' || value === '') throw new RangeError(`Falta o campo ${name}.`);
  return value;
};

async function runCommand(control: DiscordControl, form: Form): Promise<void> {
  const options = Object.entries(form).flatMap(([name, value]) =>
    name.startsWith('option.') && value ? [[name.slice('option.'.length), value.trim()]] : [],
  );
  const known = control.commandOptions(field(form, 'command'));
  const sent = await control.sendInteraction({
    command: field(form, 'command'),
    options: Object.fromEntries(options.filter(([name]) => name !== undefined && known.includes(name))),
    user: field(form, 'user'),
    guild: form.guild || undefined,
  });
  if (sent.state !== 'deferred') return;
  // An application that never answers leaves "Pensando…" on the page, as at the real service.
  await control
    .waitForInteraction(({ id, state }) => id === sent.id && state === 'answered', DEFERRED_MS)
    .catch(() => {});
}

const ACTIONS: Record<string, (control: DiscordControl, form: Form) => void | Promise<void>> = {
  command: runCommand,
  join: (control, form) => control.join(field(form, 'guild'), field(form, 'user')),
  leave: (control, form) => control.leave(field(form, 'guild'), field(form, 'user')),
  'kick-bot': (control, form) => control.kickBot(field(form, 'guild')),
  'move-role': (control, form) =>
    control.moveRole(field(form, 'guild'), field(form, 'role'), Number(field(form, 'position'))),
  'delete-role': (control, form) => control.deleteRole(field(form, 'guild'), field(form, 'role')),
};

/** The developer's page and its buttons. The forms are under `/__control`, so only this machine may send them. */
export function developerActions(app: FastifyInstance, parts: PageParts, control: DiscordControl): void {
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(developerPage(parts)));
  app.post<{ Params: { action: string }; Body: Form | undefined }>(
    '/__control/form/:action',
    async ({ params, body }, reply) => {
      const action = ACTIONS[params.action];
      if (!action) return reply.code(404).send({ message: 'no such form' });
      try {
        await action(control, body ?? {});
        return await reply.redirect('/', 303);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return reply.code(400).type('text/html; charset=utf-8').send(developerPage(parts, error.message));
      }
    },
  );
}
