import { limits } from '@vitrine/contract/limits';
import { call } from '../../lib/call.ts';
import type { PictureRefusal } from '../../lib/picture.ts';

/** The file types that pickers offer. SPEC.md's hint names PNG and JPG, and ours WebP too. */
export const imageTypes = 'image/png,image/jpeg,image/webp';
export const imageHint = 'PNG, JPG até 5MB, também WebP';
export const imageMaxBytes = limits.imageBytesMax;

/**
 * The shapes in which the shop shows pictures. A banner is as wide as the screen: a phone shows it nearly whole, a wider
 * screen the middle of its height.
 */
export const imageShapes = {
  product: { aspect: 4 / 3, name: '4:3' },
  hero: {
    aspect: 16 / 9,
    name: '16:9',
    says: 'Cada tela mostra um pedaço desta imagem. Depois você escolhe o ponto que sempre aparece.',
  },
  logo: { aspect: 1, name: '1:1' },
  banner: { aspect: 3, name: '3:1' },
} as const;

/** The reason for which a picture was refused when it was chosen, in words. */
export const imageRefusals: Record<PictureRefusal, string> = {
  type: 'Escolha uma imagem PNG, JPG ou WebP.',
  size: 'A imagem deve ter no máximo 5MB.',
  pixels: 'A imagem é grande demais: o máximo são 16 megapixels (4000 × 4000).',
  broken: 'Não foi possível ler esta imagem: o arquivo está incompleto ou danificado.',
};

const UPLOAD_TIMEOUT_MS = 60_000;

/** Sends a picture (`POST /v1/image`) to the current or the named store, in up to a minute. Returns its address. */
export async function uploadImage(file: File, store?: string): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const { imageUrl } = await call('POST /image', {
    body,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    ...(store !== undefined && { store }),
  });
  return imageUrl;
}
