import { useSearchParams } from 'react-router';

/**
 * The tab of a screen that the address names (`?tab=`), else the first one, and a function that opens another. The
 * back button returns to the former tab; `replace` is for a tab that the person did not choose.
 */
export function useTab<Id extends string>(
  ids: readonly [Id, ...Id[]],
): [tab: Id, open: (id: string, how?: { replace: boolean }) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const tab = ids.find((id) => id === asked) ?? ids[0];
  return [
    tab,
    (id, { replace } = { replace: false }) => {
      if (id !== tab) setQuery(id === ids[0] ? {} : { tab: id }, { replace, preventScrollReset: true });
    },
  ];
}
