import { useSearchParams } from 'react-router';

/**
 * The part of a screen that the address names (`?tab=`), the first one for anything else, and the way to open another.
 * A part that a person opens is a step that the back button takes back; `replace` is for those opened for them.
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
