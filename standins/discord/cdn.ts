import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { solidPng } from './png.ts';
import type { World } from './world.ts';

/** The six default pictures, roughly in Discord's brand colours. */
const DEFAULTS: readonly (readonly [number, number, number])[] = [
  [88, 101, 242],
  [116, 127, 141],
  [59, 165, 93],
  [250, 166, 26],
  [237, 66, 69],
  [235, 69, 158],
];

const SIZES = new Set(['16', '32', '64', '128', '256', '512', '1024', '2048', '4096']);
const DEFAULT_SIZE = 128;
/** Larger pictures are rarely asked for and would only cost time here. */
const LARGEST = 256;

function readSize(value: unknown): number | undefined {
  if (value === undefined) return DEFAULT_SIZE;
  return typeof value === 'string' && SIZES.has(value) ? Math.min(Number(value), LARGEST) : undefined;
}

type AvatarRoute = { Params: { user: string; file: string }; Querystring: { size?: unknown } };

/**
 * Avatars (facts: section 2). Every picture is a PNG, whatever its extension. A hash that is not the person's present
 * one is 404; a size that is no power of two from 16 to 4096 is 400.
 */
export function cdnRoutes(app: FastifyInstance, world: World): void {
  app.get<AvatarRoute>('/avatars/:user/:file', async ({ params, query }, reply) => {
    const [, hash] = /^(a_[\w]+|[\w]+)\.(png|jpg|jpeg|webp|gif)$/.exec(params.file) ?? [];
    const user = world.users.get(params.user);
    if (hash === undefined || user?.avatar !== hash)
      return reply.code(404).send({ message: '404: Not Found', code: 0 });
    const size = readSize(query.size);
    if (size === undefined) return reply.code(400).send({ message: 'invalid size' });
    const [red = 0, green = 0, blue = 0] = createHash('sha256').update(hash).digest();
    reply.type('image/png').header('cache-control', 'public, max-age=31536000');
    return reply.send(solidPng(size, [red, green, blue]));
  });
  app.get<{ Params: { file: string } }>('/embed/avatars/:file', async ({ params }, reply) => {
    const [, index] = /^([0-5])\.png$/.exec(params.file) ?? [];
    const colour = index === undefined ? undefined : DEFAULTS[Number(index)];
    if (!colour) return reply.code(404).send({ message: '404: Not Found', code: 0 });
    return reply.type('image/png').send(solidPng(DEFAULT_SIZE, colour));
  });
}
