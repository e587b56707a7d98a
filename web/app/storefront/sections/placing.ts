import type { ShownSection } from '@vitrine/contract/window-shown';

/**
 * Where sections stand. Announcements at the beginning stand above the title of the page, and so does a hero behind them.
 * `firstGrid` is the index in `below` of the section whose products begin with the page's first picture; -1 if that is another picture.
 */
export function placeSections(sections: readonly ShownSection[]) {
  const notices = sections.findIndex(({ kind }) => kind !== 'announcement');
  const above = sections[notices]?.kind === 'hero' ? notices + 1 : notices === -1 ? sections.length : notices;
  const [top, below] = [sections.slice(0, above), sections.slice(above)];
  const pictured = top.some((section) => section.kind === 'hero' && section.picture !== null);
  return {
    top,
    below,
    pictured,
    firstGrid: pictured ? -1 : below.findIndex(({ kind }) => kind === 'featured' || kind === 'category'),
    /** The categories that sections show. */
    shelved: below.flatMap((section) => (section.kind === 'category' ? section.category : [])),
    /** The products of each list that sections show. */
    lists: below.flatMap((section) =>
      section.kind === 'category' ? [section.category.products] : section.kind === 'featured' ? [section.products] : [],
    ),
  };
}
