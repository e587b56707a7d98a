/** A message as Discord shows it. Bit 64 of `flags`: only the caller sees it. */
export type MessageContent = { content: string; flags: number; embeds: unknown[] };

export type InteractionAnswer =
  | { kind: 'pong' }
  | { kind: 'message'; message: MessageContent }
  | { kind: 'deferred'; flags: number }
  | { kind: 'modal' };

const CONTENT_LIMIT = 2000;
const MENTION_KINDS = new Set(['roles', 'users', 'everyone']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (problem: string): never => {
  throw new TypeError(problem);
};

/** Reads the body of a new or edited message. Throws TypeError with the reason for which Discord would refuse it. */
export function readMessage(data: unknown): MessageContent {
  if (!isRecord(data)) return refuse('data must be an object');
  const { content = '', flags = 0, embeds = [], allowed_mentions: mentions } = data;
  if (typeof content !== 'string') return refuse('content must be a string');
  if ([...content].length > CONTENT_LIMIT) return refuse(`content must be ${CONTENT_LIMIT} or fewer in length`);
  if (typeof flags !== 'number' || !Number.isInteger(flags) || flags < 0) return refuse('flags must be an integer');
  if (!Array.isArray(embeds) || embeds.length > 10) return refuse('embeds must be a list of 10 or fewer');
  if (content === '' && embeds.length === 0) return refuse('cannot send an empty message');
  if (mentions !== undefined && mentions !== null) {
    if (!isRecord(mentions)) return refuse('allowed_mentions must be an object');
    const { parse = [] } = mentions;
    if (!Array.isArray(parse) || !parse.every((kind) => MENTION_KINDS.has(kind))) {
      return refuse('allowed_mentions.parse holds roles, users or everyone');
    }
  }
  return { content, flags, embeds };
}

/**
 * Reads an interaction's answer as Discord does, from the HTTP response or from the callback route. `expects` is the
 * interaction's type (1 ping, 2 command). Throws TypeError with the mistake.
 */
export function readAnswer(body: unknown, expects: 1 | 2): InteractionAnswer {
  if (!isRecord(body) || typeof body.type !== 'number') return refuse('the answer needs a numeric type');
  if (expects === 1) return body.type === 1 ? { kind: 'pong' } : refuse('a PING is answered with type 1');
  switch (body.type) {
    case 4:
      return { kind: 'message', message: readMessage(body.data) };
    case 5: {
      const flags = isRecord(body.data) ? body.data.flags : 0;
      return { kind: 'deferred', flags: typeof flags === 'number' ? flags : 0 };
    }
    case 9:
      return isRecord(body.data) && typeof body.data.custom_id === 'string'
        ? { kind: 'modal' }
        : refuse('a modal needs data.custom_id');
    default:
      return refuse(`type ${body.type} cannot answer a command`);
  }
}
