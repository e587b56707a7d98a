import multipart from '@fastify/multipart';
import { limits } from '@vitrine/contract/limits';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { answerNotFound, Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { secondsShut, withinLimit } from '../../http/throttle.ts';
import { decodeUpload, inUploadPlace } from './decode-upload.ts';
import { imageAddress } from './product.ts';
import { imageFiles, keepImage, requireRoom } from './store-image.ts';

const contentTypes: Record<string, string> = { webp: 'image/webp', avif: 'image/avif' };

/**
 * The uploaded bytes, counted while they arrive: reading stops at the limit. A form that cannot be read is malformed.
 */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new Refusal('image_unsupported');
    return await part.toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as { code?: string };
    throw new Refusal(code === 'FST_REQ_FILE_TOO_LARGE' ? 'image_too_large' : 'invalid_request');
  }
}

/** Uploads, and the files made of them. We name the files, so an address never changes its content. */
export async function imagesRoutes(app: App, { config, db }: Deps): Promise<void> {
  const files = imageFiles(config);
  await app.register(multipart, {
    limits: { fileSize: limits.imageBytesMax, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
  });

  serve(app, 'POST /image', async ({ store: { id: store }, caller: { accountId }, request }) => {
    const rule = { key: `upload:${accountId}`, limit: limits.uploadsPerDay, seconds: 24 * 3600 };
    const shut = await secondsShut(db, rule);
    if (shut > 0) throw new Refusal('rate_limited', { retryAfter: shut });
    const image = await inUploadPlace(accountId, async () => {
      await requireRoom(db, store);
      const picture = await readUpload(request);
      return await decodeUpload(accountId, picture).catch(async (error) => {
        // `image_busy` means that the upload had no place, so it does not count. A picture that could not be decoded
        // counts.
        if (!(error instanceof Refusal && error.code === 'image_busy')) await withinLimit(db, rule);
        throw error;
      });
    });
    await withinLimit(db, rule);
    return { success: true as const, imageUrl: imageAddress(await keepImage(db, files, store, image)) };
  });

  app.get(
    '/images/:key/:file',
    {
      schema: {
        params: z.object({
          key: z.string().regex(/^[0-9a-z]{20,40}$/),
          file: z.string().regex(/^\d{2,4}\.(webp|avif)$/),
        }),
      },
      config: { access: 'public' },
      // A wrong address does not exist, so it is not a malformed request.
      attachValidation: true,
    },
    async (request, reply) => {
      if (request.validationError) return answerNotFound(request, reply);
      const { key, file } = request.params;
      const bytes = await files.get(`${key}/${file}`);
      if (!bytes) return answerNotFound(request, reply);
      return reply
        .header('content-type', contentTypes[file.split('.')[1] ?? ''] ?? 'application/octet-stream')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes);
    },
  );
}
