import { limits } from '@vitrine/contract/limits';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { Badge } from '../../../ui/surfaces.tsx';
import { useSortable } from '../../list/use-sortable.client.tsx';
import type { FormPicture, usePictures } from './use-pictures.client.ts';

interface PictureListProps {
  list: ReturnType<typeof usePictures>['list'];
  onChange: ReturnType<typeof usePictures>['change'];
}

/** The pictures that a product has: sorted by drag or keyboard, described, removed. */
export default function PictureList({ list, onChange }: PictureListProps) {
  const place = (picture: FormPicture) => list.indexOf(picture) + 1;
  const sortable = useSortable({
    items: list,
    keyOf: ({ key }) => key,
    nameOf: (picture) => `imagem ${place(picture)}`,
    onOrder: onChange,
  });
  return (
    <>
      {sortable.announcement}
      <ol className="grid gap-3">
        {sortable.list.map((picture, index) => (
          <li
            key={picture.key}
            {...sortable.itemProps(index)}
            className="flex flex-wrap items-center gap-2 rounded-card border border-line p-2 data-dragged:bg-accent-soft sm:flex-nowrap"
          >
            {list.length > 1 ? sortable.handle(index) : null}
            <img
              src={picture.src}
              alt={`Pré-visualização ${index + 1}`}
              className="aspect-4/3 w-24 shrink-0 rounded-control bg-hover object-cover"
            />
            <div className="order-last flex min-w-0 grow basis-full flex-col gap-1 sm:order-none sm:basis-0">
              <TextInput
                aria-label={`Descrição da imagem ${index + 1}`}
                autoComplete="off"
                maxLength={limits.pictureAltMax}
                placeholder="O que a imagem mostra"
                value={picture.alt}
                onChange={(event) =>
                  onChange(list.map((one) => (one.key === picture.key ? { ...one, alt: event.target.value } : one)))
                }
              />
              {index === 0 ? (
                <span>
                  <Badge tone="accent">Capa</Badge>
                </span>
              ) : null}
            </div>
            <IconButton
              label={`Remover imagem ${index + 1}`}
              size="small"
              className="ml-auto"
              onClick={() => onChange(list.filter(({ key }) => key !== picture.key))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </>
  );
}
