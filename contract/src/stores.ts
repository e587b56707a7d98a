import { z } from 'zod';
import { colour, Done, id, line, requiredLine, requiredText, subdomain, text, version } from './common.ts';
import { limits } from './limits.ts';
import { cardStyles, cornerShapes, firstLook, groundStyles, letterPairs, schemes, themes } from './looks.ts';
import { SEARCH_WORDS_MAX, saysTwoWords, searchLines, searchWordLimits } from './search-words.ts';
import { type LinkKind, linkKinds, linkRefusal, readLink } from './store-links.ts';
import { LINK_MAX } from './web-address.ts';

export * from './roles.ts';

/** Stores: creation, settings, connection data (SPEC.md sections 2, 3, 5 and 7; DECISIONS.md, Stores). */

const storeTexts = {
  newName: 'Informe o nome da loja!',
  newDomain: 'Informe o nome do dominio',
  domainShape: 'O domínio deve ter de 3 a 40 letras minúsculas, números ou hífens, sem hífen no início ou no fim.',
  name: 'Nome da loja é obrigatório',
  domain: 'Nome do domínio é obrigatório',
  primaryColor: 'Cor primária é obrigatória',
  secondaryColor: 'Cor secundária é obrigatória',
  opensAt: 'Informe a data e a hora da abertura',
  searchWords: `Use até ${searchWordLimits.lines} linhas com até ${searchWordLimits.line} letras cada.`,
  searchPair: 'Escreva em cada linha pelo menos duas palavras, separadas por vírgula.',
} as const;

const domainName = (required: string) =>
  requiredText(80, required)
    .transform((value) => value.toLowerCase())
    .refine(
      (value) =>
        value.length >= limits.subdomainMin &&
        value.length <= limits.subdomainMax &&
        /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/.test(value),
      storeTexts.domainShape,
    );

/** POST /v1/store/create */
export const StoreCreate = z.object({
  nameStore: requiredLine(limits.storeNameMax, storeTexts.newName),
  nameDomain: domainName(storeTexts.newDomain),
  primaryColor: colour(storeTexts.primaryColor).optional(),
  secondaryColor: colour(storeTexts.secondaryColor).optional(),
  logo: text(300).optional(),
});
export type StoreCreate = z.infer<typeof StoreCreate>;

/** POST /v1/store/address */
export const StoreAddress = StoreCreate.pick({ nameDomain: true });
/** Whether a new store can have the address; the text says why not, pt-BR. */
export const StoreAddressAnswer = Done.extend({ free: z.boolean(), text: z.string().nullable() });

export const storeStatuses = ['active', 'inactive'] as const;

/** How the shop window shows products: big cards, rows, or two cards side by side on a phone. */
const densities = ['cards', 'rows', 'pairs'] as const;
export type Density = (typeof densities)[number];

const cityChecks = ['warn', 'require'] as const;

/** How the shop looks (looks.ts). An absent choice is the theme's own. */
const StoreLook = z.object({
  theme: z.enum(themes),
  scheme: z.enum(schemes).optional(),
  letters: z.enum(letterPairs).optional(),
  corners: z.enum(cornerShapes).optional(),
  card: z.enum(cardStyles).optional(),
  ground: z.enum(groundStyles).optional(),
});

/** The file that carries a look from one store to another. Unknown fields are refused, because a file holds nothing else. */
export const ThemeFile = z.strictObject({
  vitrineTheme: z.literal(1),
  primaryColor: colour(storeTexts.primaryColor),
  secondaryColor: colour(storeTexts.secondaryColor),
  density: z.enum(densities),
  look: StoreLook.strict(),
});
export type ThemeFile = z.infer<typeof ThemeFile>;

/** The store's links as an owner types them; each is kept as a whole address (`readLink`). An empty text removes one. */
const typedLink = (kind: LinkKind) =>
  line(LINK_MAX, linkRefusal(kind))
    .refine((value) => readLink(kind, value) !== null, linkRefusal(kind))
    .transform((value) => readLink(kind, value) ?? '')
    .optional();
const StoreLinksEdit = z.object(
  Object.fromEntries(linkKinds.map((kind) => [kind, typedLink(kind)])) as Record<
    LinkKind,
    ReturnType<typeof typedLink>
  >,
);
const savedLink = z.string().optional();
const SavedLinks = z.object(
  Object.fromEntries(linkKinds.map((kind) => [kind, savedLink])) as Record<LinkKind, typeof savedLink>,
);

/** Legal data of the seller (Decreto 7.962/2013): shown in the storefront's footer. */
export const LegalData = z.object({
  name: line(120),
  document: text(20).refine(
    (value) => value === '' || /^[\d./-]{11,18}$/.test(value),
    'Informe um CPF ou CNPJ válido.',
  ),
  address: text(300),
  contact: line(200),
  terms: text(20_000).optional(),
  privacy: text(20_000).optional(),
});
export type LegalData = z.infer<typeof LegalData>;

/** What an owner wrote for the search of the shop (search-words.ts), a line for each group of words. */
const searchWords = text(SEARCH_WORDS_MAX, storeTexts.searchWords)
  .transform(searchLines)
  .refine(
    (lines) => lines.length <= searchWordLimits.lines && lines.every(({ length }) => length <= searchWordLimits.line),
    storeTexts.searchWords,
  )
  .refine((lines) => lines.every(saysTwoWords), storeTexts.searchPair)
  .transform((lines) => lines.join('\n'));

/** POST /v1/store/edit. Fields that SPEC.md does not name are optional; an absent field stays as it is. */
export const StoreEdit = z.object({
  id,
  version: version.optional(),
  nameStore: requiredLine(limits.storeNameMax, storeTexts.name),
  nameDomain: domainName(storeTexts.domain),
  branding: z.object(
    {
      primaryColor: colour(storeTexts.primaryColor),
      secondaryColor: colour(storeTexts.secondaryColor),
      logo: text(300).nullable().optional(),
      banner: text(300).nullable().optional(),
    },
    { error: storeTexts.primaryColor },
  ),
  /** An empty or masked token keeps the old one. */
  mercadoPago: z.object({ accessToken: text(400) }).optional(),
  description: text(500).optional(),
  /** It sells nothing before this time; null: it opens at once. */
  opensAt: z.iso.datetime(storeTexts.opensAt).nullable().optional(),
  legal: LegalData.optional(),
  settings: z
    .object({
      pixMinutes: z.number().int().min(30).max(1440).optional(),
      otherPaymentHours: z.number().int().min(1).max(168).optional(),
      expireFrom: z.enum(['completion', 'delivery']).optional(),
      checkDiscord: z.boolean().optional(),
      cityCheck: z.enum(cityChecks).optional(),
      density: z.enum(densities).optional(),
      look: StoreLook.optional(),
      links: StoreLinksEdit.optional(),
      searchWords: searchWords.optional(),
    })
    .optional(),
});
export type StoreEdit = z.infer<typeof StoreEdit>;

export const StoreSettings = z.object({
  pixMinutes: z.number().int().default(limits.pixMinutes),
  otherPaymentHours: z.number().int().default(limits.otherPaymentHours),
  /** Whether the days of `removeProduct` count from completion or from delivery (DECISIONS.md, Fulfilment). */
  expireFrom: z.enum(['completion', 'delivery']).default('completion'),
  /** Compares the order's Discord id with the player's before a delivery in the game. */
  checkDiscord: z.boolean().default(false),
  /** For a city id that the city did not confirm: `warn` lets the buyer go on, `require` does not. */
  cityCheck: z.enum(cityChecks).default('warn'),
  density: z.enum(densities).default('cards'),
  look: StoreLook.default(firstLook),
  links: SavedLinks.default({}),
  searchWords: z.string().default(''),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/** POST /v1/store/policy: the owner has read the notice on Cfx.re's licence. */
export const PolicyConfirm = z.object({ subdomain: subdomain.optional(), confirmed: z.literal(true) });
/** The body of calls that only name the store, such as POST /v1/store/token. */
export const StoreTarget = z.object({ subdomain: subdomain.optional() });

/** POST /v1/store/status: closes the store to buyers, or opens it again. */
export const StoreStatus = z.object({ subdomain: subdomain.optional(), status: z.enum(storeStatuses) });
export type StoreStatus = z.infer<typeof StoreStatus>;
