import { type WindowDocument, WindowSection } from '@vitrine/contract/window';
import type { SectionKind } from '@vitrine/contract/window-kinds';
import { uploadedImageKey } from '../stores/store.ts';

/**
 * A stored document as this version reads it. A section is left out if a later version wrote it, or if it breaks a rule that is
 * newer than the section; the others are still shown. A document of a later form shows nothing.
 */
export function readDocument({ form, sections }: WindowDocument): WindowDocument {
  if (form !== 1 || !Array.isArray(sections)) return { form: 1, sections: [] };
  return { form: 1, sections: sections.flatMap((section) => WindowSection.safeParse(section).data ?? []) };
}

function picturesOf(section: WindowSection): (string | null)[] {
  if (section.kind === 'staff') return section.people.map(({ picture }) => picture);
  return section.kind === 'hero' || section.kind === 'split' ? [section.picture] : [];
}

/** The keys of the uploads that a document shows. Undefined stands for an address that is no upload. */
export function pictureKeys({ sections }: WindowDocument): Set<string | undefined> {
  const addresses = sections.flatMap(picturesOf).filter((address) => address !== null && address !== '');
  return new Set(addresses.map((address) => uploadedImageKey(address as string)));
}

/** Whether a document has a section of this kind. */
export const hasKind = ({ sections }: WindowDocument, wanted: SectionKind): boolean =>
  sections.some(({ kind }) => kind === wanted);

/** Sections whose figures and names change by themselves. */
const LEDGER = ['proof', 'goal', 'buyers', 'supporters'] as const;

/** Whether a section shows what changes by itself. */
export const showsFigures = (document: WindowDocument): boolean => LEDGER.some((kind) => hasKind(document, kind));

/** The dates that sections count down to. */
export const datesOf = ({ sections }: WindowDocument): string[] =>
  sections.flatMap((section) => (section.kind === 'countdown' && section.until !== null ? [section.until] : []));
