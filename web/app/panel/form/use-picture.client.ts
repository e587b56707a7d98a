import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { imageRefusals, uploadImage } from './images.ts';

/** The picture of a form, apart from its other fields: it shows at once and is uploaded once, on saving. */
export function usePicture(image: string | null) {
  const [file, setFile] = useState<File | null>();
  const [stored, setStored] = useState({ image, generation: 0 });
  /** A stored picture that stays in place of another person's. */
  const [own, setOwn] = useState<string | null>();
  const [preview, setPreview] = useState(image);
  const [error, setError] = useState<string>();
  const uploaded = useRef<{ file: File; address: string } | null>(null);

  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);

  return {
    preview,
    error,
    setError,
    /** The stored picture; `generation` grows when it takes the place of a chosen one. */
    stored,
    changed: file !== undefined || own !== undefined,
    /** Takes this stored picture in place of everything that was chosen. `kept`: the picture of before is sent instead. */
    fill(next: string | null, kept?: string | null) {
      setStored(({ generation }) => ({ image: kept === undefined ? next : kept, generation: generation + 1 }));
      setFile(undefined);
      setOwn(kept);
      setPreview(kept === undefined ? next : kept);
      setError(undefined);
    },
    choose(next: File | null) {
      setFile(next);
      setError(undefined);
      if (!next) setPreview(null);
    },
    /** undefined: unchanged; null: removed. A second try after a refusal does not upload the file again. */
    async address(): Promise<string | null | undefined> {
      if (!file) return file === null ? null : own;
      if (uploaded.current?.file !== file) uploaded.current = { file, address: await uploadImage(file) };
      return uploaded.current.address;
    },
    /** Shows a refusal of the picture at its field. */
    refuse(failure: unknown): boolean {
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      if (!code.startsWith('image_')) return false;
      uploaded.current = null;
      setError(errorText(failure, imageRefusals.type));
      return true;
    },
  };
}
