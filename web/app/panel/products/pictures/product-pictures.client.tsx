import { limits } from '@vitrine/contract/limits';
import { lazy, Suspense } from 'react';
import { Field } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Skeleton } from '../../../ui/surfaces.tsx';
import { imageHint, imageMaxBytes, imageRefusals, imageShapes, imageTypes } from '../../form/images.ts';
import type { usePictures } from './use-pictures.client.ts';

/** It sorts by drag, so it loads with the first picture. */
const PictureList = lazy(() => import('./picture-list.client.tsx'));

/** The pictures of a product: add, sort, describe, remove. The first one is the card's. */
export default function ProductPictures({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const { list, change } = pictures;
  const full = list.length >= limits.productPicturesMax;
  return (
    <div className="flex flex-col gap-4">
      {list.length > 0 ? (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <PictureList list={list} onChange={change} />
        </Suspense>
      ) : null}
      {full ? (
        <p className="text-small text-muted">Um produto tem no máximo {limits.productPicturesMax} imagens.</p>
      ) : (
        <Field
          label="Imagem do produto"
          optional
          error={pictures.error}
          help={list.length > 0 ? 'Adicione mais ângulos. A primeira é a do cartão.' : undefined}
        >
          <FileDrop
            many
            paste
            hint={`${imageHint} — arraste, cole ou clique`}
            accept={imageTypes}
            maxBytes={imageMaxBytes}
            shape={imageShapes.product}
            onChange={(file) => file && pictures.add(file)}
            onRefused={(reason) => pictures.setError(imageRefusals[reason])}
          />
        </Field>
      )}
      {full && pictures.error ? <p className="text-small text-bad">{pictures.error}</p> : null}
    </div>
  );
}
