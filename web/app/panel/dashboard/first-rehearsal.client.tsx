import { useQuery } from '@tanstack/react-query';
import { RehearsalDialog } from '../products/rehearsal/rehearsal-dialog.client.tsx';
import { productsQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';

/** The last of the first steps: tries a purchase of the first product. */
export default function FirstRehearsal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useQuery({ ...productsQuery(useCurrentStoreId()), enabled: open });
  return <RehearsalDialog product={open ? (data?.[0] ?? null) : null} onClose={onClose} />;
}
