import type { Product } from '@vitrine/contract/catalog';
import { type SetStateAction, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { imageRefusals, uploadImage } from '../../form/images.ts';

export type SentPictures = Product['images'];

/** A picture of the form. */
export interface FormPicture {
  key: string;
  /** Where it can be seen: its address, or the file in the browser's memory. */
  src: string;
  /** A picture that is not uploaded yet. */
  file?: File;
  alt: string;
}

const asList = (stored: SentPictures): FormPicture[] =>
  stored.map(({ image, alt }, index) => ({ key: `${index} ${image}`, src: image, alt }));

/** The pictures of a product's form: they show at once and are uploaded on saving, each once. */
export function usePictures(stored: SentPictures) {
  const [list, setList] = useState<FormPicture[]>(() => asList(stored));
  const [changed, setChanged] = useState(false);
  const [error, setError] = useState<string>();
  const uploaded = useRef(new Map<string, string>());
  const chosen = useRef<string[]>([]);
  useEffect(() => () => chosen.current.forEach(URL.revokeObjectURL), []);

  const change = (next: SetStateAction<FormPicture[]>) => {
    setList(next);
    setChanged(true);
    setError(undefined);
  };
  return {
    list,
    error,
    setError,
    changed,
    change,
    add(file: File) {
      const src = URL.createObjectURL(file);
      chosen.current.push(src);
      // A file takes a moment to read. The descriptions that are typed meanwhile at other pictures stay.
      change((now) => [...now, { key: src, src, file, alt: '' }]);
    },
    /** Takes these stored pictures in place of everything that was chosen. */
    fill(next: SentPictures) {
      setList(asList(next));
      setChanged(false);
      setError(undefined);
    },
    /** Puts the list into the order of `wanted`, which counts as changed. A chosen picture among them keeps its file. */
    keep(wanted: SentPictures) {
      const addressOf = ({ key, src }: FormPicture) => uploaded.current.get(key) ?? src;
      change((now) =>
        asList(wanted).map((one) => ({ ...(now.find((two) => addressOf(two) === one.src) ?? one), alt: one.alt })),
      );
    },
    /** The pictures as they are now. One that is not uploaded yet has its address in the browser's memory. */
    now: (): SentPictures => list.map(({ key, src, alt }) => ({ image: uploaded.current.get(key) ?? src, alt })),
    /** All pictures with their addresses; undefined: unchanged. A second try after a refusal uploads no file again. */
    async sent(): Promise<SentPictures | undefined> {
      if (!changed) return undefined;
      const pictures: SentPictures = [];
      for (const { key, src, file, alt } of list) {
        const image = file ? (uploaded.current.get(key) ?? (await uploadImage(file))) : src;
        if (file) uploaded.current.set(key, image);
        pictures.push({ image, alt });
      }
      return pictures;
    },
    /** Shows a refusal of a picture at its field. */
    refuse(failure: unknown): boolean {
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      if (!code.startsWith('image_')) return false;
      uploaded.current.clear();
      setError(errorText(failure, imageRefusals.type));
      return true;
    },
  };
}
