import type { SearchGroup } from '@vitrine/contract/search-words';
import { createContext } from 'react';

/** The owner's words for the search, for the cards of a page. */
export const SearchWords = createContext<readonly SearchGroup[]>([]);
