/** The offset of the store's clock. Brazil has had no summer time since 2019. */
export const BRASILIA = '-03:00';
/** The same in ms. */
export const BRASILIA_MS = -3 * 3_600_000;
