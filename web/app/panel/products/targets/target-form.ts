import type { City } from '@vitrine/contract/city-fit';
import type { ReactNode } from 'react';
import type { PlaceholderOption } from '../suggestions/placeholders.ts';

/** The fields that drafts of every target have, and that the fields of one target need. */
interface OfEvery {
  /** Empty for the first server. */
  server: string;
}

/** What the fields of a target get: the draft, and how to change it. */
export interface FieldsProps<Draft> {
  type: string;
  draft: Draft & OfEvery;
  errors: { readonly [F in keyof (Draft & OfEvery)]?: string };
  change(part: Partial<Draft & OfEvery>): void;
  /** The fields that the type has. */
  fields: readonly string[];
  options: PlaceholderOption[];
  /** The city whose names are offered; undefined for a target without cities. */
  city: City | undefined;
}

/** A target's part of the dialog of an action. */
export interface TargetForm<Draft extends Record<string, string>, Type extends string> {
  /** Its own fields as typed, empty. A name that several targets have means the same in each. */
  empty: Draft;
  /** The fields of each type, beside its timing (SPEC.md section 3). */
  fields: { readonly [T in Type]: readonly (keyof Draft)[] };
  /** Fields that are sent with those of the type when they are filled. */
  optional: readonly (keyof Draft)[];
  Fields(props: FieldsProps<Draft>): ReactNode;
}
