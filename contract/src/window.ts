import { z } from 'zod';
import { id, instant, line, subdomain, text } from './common.ts';
import { readLink } from './store-links.ts';
import { GUILD, windowLimits as most, videoId } from './window-kinds.ts';

/**
 * A shop window as its owner builds it: a list of sections. A draft is saved while it is written, so a text may still be
 * empty; a section without its content is not drawn. Texts are never markup. Each schema takes its own output again,
 * because what it read is what is stored.
 */

const windowTexts = {
  link: 'Use um endereço que começa com https://.',
  video: 'Use o endereço de um vídeo do YouTube.',
  guild: 'Use o ID do servidor: 17 a 20 números.',
  sections: `A vitrine tem no máximo ${most.sections} seções.`,
  twice: 'Duas seções têm o mesmo nome interno. Recarregue a página.',
  length: 'A vitrine tem texto demais. Encurte alguma seção.',
} as const;

/** The name of a section inside its window, which the editor makes up. */
const sectionId = z.string().regex(/^[a-z0-9]{8,26}$/);
const percent = z.number().int().min(0).max(100);
/** The point of a picture that stays visible when its edges are cut, in per cent from left and top. */
const focus = z.object({ x: percent, y: percent });

type Words = z.ZodType<string, string>;

/** The texts of a document: as an owner sends them, or as they were stored. */
interface Texts {
  line(max: number): Words;
  text(max: number): Words;
  link: Words;
  video: Words;
  guild: Words;
}

const sent: Texts = {
  line,
  text,
  link: line(200, windowTexts.link)
    .refine((value) => readLink('site', value) !== null, windowTexts.link)
    .transform((value) => readLink('site', value) ?? ''),
  video: line(200, windowTexts.video).refine((value) => value === '' || videoId(value) !== null, windowTexts.video),
  guild: line(20, windowTexts.guild).refine((value) => value === '' || GUILD.test(value), windowTexts.guild),
};
/** An answer repeats what was read before; its schema has no transforms, because the API's description shows it. */
const stored: Texts = {
  line: (max) => z.string().max(max),
  text: (max) => z.string().max(max),
  link: z.string(),
  video: z.string(),
  guild: z.string(),
};

/** Where a button leads: inside the shop, or to an address of the owner's. */
const targetOf = ({ link }: Texts) =>
  z.discriminatedUnion('to', [
    z.object({ to: z.literal('none') }),
    z.object({ to: z.literal('category'), id }),
    z.object({ to: z.literal('product'), id }),
    z.object({ to: z.literal('link'), href: link }),
  ]);
export type Target = z.infer<ReturnType<typeof targetOf>>;

function sectionOf(texts: Texts) {
  const { line: words, text: prose, video, guild } = texts;
  const target = targetOf(texts);
  const title = words(most.title);
  const picture = prose(300).nullable();
  const button = z.object({ label: words(most.button), target });
  const ground = { id: sectionId };
  return z.discriminatedUnion('kind', [
    z.object({ ...ground, kind: z.literal('announcement'), text: words(most.line), target }),
    z.object({
      ...ground,
      kind: z.literal('hero'),
      title,
      text: prose(300),
      picture,
      focus,
      shade: z.number().int().min(0).max(most.shade),
      // absent in windows that are older than this field
      video: video.optional(),
      button,
    }),
    z.object({ ...ground, kind: z.literal('featured'), title }),
    z.object({ ...ground, kind: z.literal('category'), category: id.or(z.literal('')) }),
    z.object({
      ...ground,
      kind: z.literal('split'),
      title,
      text: prose(most.text),
      picture,
      focus,
      side: z.enum(['left', 'right']),
      button,
    }),
    z.object({
      ...ground,
      kind: z.literal('faq'),
      title,
      items: z.array(z.object({ question: words(most.line), answer: prose(most.text) })).max(most.questions),
    }),
    z.object({ ...ground, kind: z.literal('rules'), title, items: z.array(words(most.rule)).max(most.rules) }),
    z.object({
      ...ground,
      kind: z.literal('tiers'),
      title,
      products: z.array(id).max(most.tiers),
      best: id.or(z.literal('')),
    }),
    z.object({
      ...ground,
      kind: z.literal('countdown'),
      title,
      text: words(most.line),
      until: instant.nullable(),
      button,
    }),
    z.object({ ...ground, kind: z.literal('proof'), title }),
    z.object({
      ...ground,
      kind: z.literal('goal'),
      title,
      text: words(most.line),
      reais: z.number().int().min(0).max(most.goalReais),
    }),
    z.object({ ...ground, kind: z.literal('buyers'), title }),
    z.object({ ...ground, kind: z.literal('supporters'), title }),
    z.object({
      ...ground,
      kind: z.literal('staff'),
      title,
      people: z.array(z.object({ name: words(most.name), role: words(most.name), picture })).max(most.people),
    }),
    z.object({ ...ground, kind: z.literal('video'), title, address: video }),
    z.object({ ...ground, kind: z.literal('discord'), title, text: words(most.line), guild }),
  ]);
}

export const WindowSection = sectionOf(sent);
export type WindowSection = z.infer<typeof WindowSection>;

/** The form of the document. A later form gets the next number and reads this one. */
const form = z.literal(1);

export const WindowDocument = z
  .object({ form, sections: z.array(WindowSection).max(most.sections, windowTexts.sections) })
  .refine(({ sections }) => new Set(sections.map((one) => one.id)).size === sections.length, windowTexts.twice)
  .refine((document) => JSON.stringify(document).length <= most.characters, windowTexts.length);
export type WindowDocument = z.infer<typeof WindowDocument>;

/** What a store has until its owner builds a window: the head, then all categories. */
export const emptyWindow: WindowDocument = { form: 1, sections: [] };

const version = z.number().int().min(0).max(2_147_483_647);
const inStore = { subdomain: subdomain.optional() };

/** POST /v1/window/draft. `version` is the one that the editor has read. */
export const WindowDraft = z.object({ ...inStore, version, document: WindowDocument });
/** POST /v1/window/publish */
export const WindowPublish = z.object({ ...inStore, version });
/** POST /v1/window/restore: `id` names a publication. */
export const WindowRestore = z.object({ ...inStore, version, id });
/** POST /v1/window/preview */
export const WindowPreview = z.object({ ...inStore, document: WindowDocument });

const success = z.literal(true);
/** A draft as an answer tells it. */
export const windowDraft = z.object({ version, document: z.object({ form, sections: z.array(sectionOf(stored)) }) });

export const WindowAnswer = z.object({
  success,
  draft: windowDraft,
  /** The publication that shoppers see; null: the shop looks as before its first one. */
  published: z.string().nullable(),
  /** Whether the draft says something else than what shoppers see. */
  changed: z.boolean(),
  /** The newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      publishedAt: instant,
      /** The name of the member who published it; null: their account ended. */
      by: z.string().nullable(),
      sections: z.number().int(),
    }),
  ),
});
export type WindowAnswer = z.infer<typeof WindowAnswer>;
export const WindowSaved = z.object({ success, version });
export const WindowPublished = z.object({ success, id: z.string(), draft: windowDraft });
export const WindowPreviewed = z.object({ success, html: z.string() });
