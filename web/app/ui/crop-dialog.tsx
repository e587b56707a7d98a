import { Crop as CropIcon, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { cropPicture, pixelsOf, type ReadPicture } from '../lib/picture.ts';
import '../styles/crop.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Alert } from './surfaces.tsx';

/** The shape in which the shop shows a picture. */
export interface PictureShape {
  /** Width by height. */
  aspect: number;
  /** The shape in words, such as `4:3`. */
  name: string;
  /** What the shop shows of the picture, if that is not this shape. */
  says?: string;
}

export interface CropDialogProps {
  file: File;
  picture: ReadPicture;
  shape: PictureShape;
  maxBytes: number;
  /** Called with the cropped picture, or with the same file when nothing was cropped. */
  onDone(file: File): void;
  onClose(): void;
}

const WHOLE = 99.9;
const STEP_WORDS = 'Use as setas para mover; Tab leva aos cantos, que mudam o tamanho com as setas.';

/** Asks which part of a picture to use, by pointer, finger or keyboard. Without cropping it is the whole picture. */
export default function CropDialog({ file, picture, shape, maxBytes, onDone, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<PercentCrop>();
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const image = useRef<HTMLImageElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const begun = crop !== undefined;

  // A person who asked for the cropping area continues in it, so it gets the focus.
  useEffect(() => {
    if (begun) stage.current?.querySelector<HTMLElement>('.ReactCrop__crop-selection')?.focus();
  }, [begun]);

  const begin = () => {
    const { width, height } = picture;
    const largest = makeAspectCrop({ unit: '%', width: 100 }, shape.aspect, width, height);
    setCrop(centerCrop(largest, width, height));
  };
  const change = (next: PercentCrop) => {
    setState('idle');
    // A press without a drawn area keeps the whole picture.
    setCrop(next.width > 0 && next.height > 0 ? next : undefined);
  };
  const confirm = async () => {
    if (!crop || !image.current || (crop.width >= WHOLE && crop.height >= WHOLE)) return onDone(file);
    setState('working');
    try {
      onDone(await cropPicture(image.current, file, crop, maxBytes));
    } catch (error) {
      console.error('crop', error);
      setState('failed');
    }
  };
  const used = crop ? pixelsOf(crop, picture) : picture;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ajustar imagem"
      dismissable={state !== 'working'}
      footer={
        <>
          <Button tone="quiet" disabled={state === 'working'} onClick={onClose}>
            Cancelar
          </Button>
          <Button pending={state === 'working'} pendingLabel="Recortando..." onClick={() => void confirm()}>
            Usar imagem
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-pretty">
          {crop
            ? 'Arraste a área ou um dos cantos. No teclado, as setas fazem o mesmo.'
            : (shape.says ?? `A loja mostra esta imagem em ${shape.name}. Sem recorte, aparece o meio dela.`)}
        </p>
        <div ref={stage} className="flex justify-center rounded-control bg-sunken p-3">
          <ReactCrop
            crop={crop}
            aspect={shape.aspect}
            keepSelection
            ruleOfThirds
            minWidth={32}
            disabled={state === 'working'}
            // The picture inherits this height.
            className="max-h-[45dvh]"
            onChange={(_, percent) => change(percent)}
            ariaLabels={{
              cropArea: `Área do recorte. ${STEP_WORDS}`,
              nwDragHandle: 'Canto superior esquerdo',
              nDragHandle: 'Borda superior',
              neDragHandle: 'Canto superior direito',
              eDragHandle: 'Borda direita',
              seDragHandle: 'Canto inferior direito',
              sDragHandle: 'Borda inferior',
              swDragHandle: 'Canto inferior esquerdo',
              wDragHandle: 'Borda esquerda',
            }}
          >
            <img ref={image} src={picture.url} alt="Imagem escolhida" />
          </ReactCrop>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          {crop ? (
            <Button
              tone="secondary"
              size="small"
              icon={<Undo2 className="size-4" />}
              onClick={() => setCrop(undefined)}
            >
              Usar a imagem inteira
            </Button>
          ) : (
            <Button tone="secondary" size="small" icon={<CropIcon className="size-4" />} onClick={begin}>
              Recortar em {shape.name}
            </Button>
          )}
          <p className="figures text-small text-muted">
            {used.width} × {used.height} px
          </p>
        </div>
        {state === 'failed' ? (
          <Alert tone="bad" assertive>
            Não foi possível recortar. Tente de novo ou use a imagem inteira.
          </Alert>
        ) : null}
      </div>
    </Dialog>
  );
}
