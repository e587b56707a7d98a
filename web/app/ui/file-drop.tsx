import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, lazy, useEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { hasShape, type PictureRefusal, type ReadPicture, readPicture } from '../lib/picture.ts';
import { IconButton } from './button.tsx';
import type { PictureShape } from './crop-dialog.tsx';
import { useFieldTies } from './field.tsx';
import { OnDemand } from './on-demand.tsx';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface FileDropProps {
  /** For example 'PNG, JPG até 5MB, também WebP'. */
  hint: string;
  /** MIME types, as the file picker wants them. */
  accept: string;
  maxBytes: number;
  /** The shape of the shown picture: a new one may be cropped to it. */
  shape: PictureShape;
  /** Address of the stored picture. */
  current?: string | null;
  /** The chosen file; null when the picture was removed. */
  onChange(file: File | null): void;
  /** Also takes an image that is pasted anywhere on the page. Only for pages with one picture. */
  paste?: boolean;
  /** The caller shows what was chosen: the place stays empty for the next picture. */
  many?: boolean;
  /** Called with the reason when a file is refused. */
  onRefused(reason: PictureRefusal): void;
}

/**
 * Picks one image by click, keyboard, drop or paste, offers to crop it, and shows it at once. It sends nothing.
 * An animation, which the browser cannot crop, and a picture of the wanted shape are taken as they are.
 */
export function FileDrop(props: FileDropProps) {
  const { hint, accept, maxBytes, shape, current, paste = false, many = false, onChange, onRefused } = props;
  const [preview, setPreview] = useState<string | null>(current ?? null);
  const [over, setOver] = useState(false);
  const [cropping, setCropping] = useState<{ file: File; picture: ReadPicture } | null>(null);
  const chosen = useRef<File>(undefined);

  useEffect(() => setPreview(current ?? null), [current]);
  useEffect(() => (preview?.startsWith('blob:') ? () => URL.revokeObjectURL(preview) : undefined), [preview]);

  useEffect(() => () => URL.revokeObjectURL(cropping?.picture.url ?? ''), [cropping]);

  const use = (file: File) => {
    setCropping(null);
    if (!many) setPreview(URL.createObjectURL(file));
    onChange(file);
  };
  const take = async (file: File | undefined) => {
    if (!file || cropping) return;
    if (!accept.split(',').some((type) => type.trim() === file.type)) return onRefused('type');
    if (file.size > maxBytes) return onRefused('size');
    chosen.current = file;
    const picture = await readPicture(file);
    // Another file may have been chosen while this one was read.
    if (chosen.current !== file) return URL.revokeObjectURL(typeof picture === 'string' ? '' : (picture?.url ?? ''));
    if (typeof picture === 'string') return onRefused(picture);
    if (picture && !hasShape(picture, shape.aspect)) return setCropping({ file, picture });
    URL.revokeObjectURL(picture?.url ?? '');
    use(file);
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!paste) return;
    const follow = ({ clipboardData }: ClipboardEvent) => void latest.current(clipboardData?.files[0]);
    document.addEventListener('paste', follow);
    return () => document.removeEventListener('paste', follow);
  }, [paste]);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const remove = () => {
    chosen.current = undefined;
    setPreview(null);
    onChange(null);
  };

  return (
    <div className="relative">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 overflow-hidden rounded-card border border-dashed p-4 text-center',
          'transition-colors duration-(--motion-fast) has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
          over ? 'border-accent-text bg-accent-soft' : 'border-line-strong bg-sunken hover:bg-hover',
        )}
      >
        <input
          {...useFieldTies()}
          type="file"
          accept={accept}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The field is emptied, so that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {preview ? (
          <img src={preview} alt="Pré-visualização" className="max-h-44 rounded-control object-contain" />
        ) : (
          <>
            <ImageUp className="size-6 text-muted" aria-hidden="true" />
            <span className="font-medium">Escolher imagem</span>
            <span className="text-small text-muted">{hint}</span>
          </>
        )}
      </label>
      {preview ? (
        <IconButton
          label="Remover imagem"
          tone="secondary"
          size="small"
          className="absolute top-2 right-2"
          onClick={remove}
        >
          <Trash2 className="size-4" />
        </IconButton>
      ) : null}
      <OnDemand when={cropping !== null}>
        {cropping ? (
          <CropDialog {...cropping} {...{ shape, maxBytes }} onDone={use} onClose={() => setCropping(null)} />
        ) : null}
      </OnDemand>
    </div>
  );
}
