/** Pages that an owner makes, without schemas: how many, how long, and where they stand. */

export const ownPageLimits = { pages: 10, title: 60, slug: 40, description: 200 } as const;

/** The last part of a page's address. Every page stands below `/p/`, so it can meet no address of the product. */
export const PAGE_SLUG = new RegExp(`^(?=.{1,${ownPageLimits.slug}}$)[a-z0-9]+(?:-+[a-z0-9]+)*$`);

/** The path of a page in its shop. */
export const ownPagePath = (slug: string): `/p/${string}` => `/p/${slug}`;
