import type { ReactNode } from 'react';
import { Card, PageHeader, Skeleton } from '../../ui/surfaces.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { type CatalogCategory, usePickerCatalog } from './discount-queries.ts';

interface DiscountPageProps {
  title: string;
  description?: string;
  /** True when the rest of the form's data is loaded. */
  ready: boolean;
  children(catalog: CatalogCategory[]): ReactNode;
}

/** The frame of both discount forms. It loads the picker's catalogue before it shows the form. */
export function DiscountPage({ title, description, ready, children }: DiscountPageProps) {
  const { catalog, failed } = usePickerCatalog();
  return (
    <>
      <BackLink to="/discounts">Descontos</BackLink>
      <PageHeader title={title} description={description} />
      {failed ? (
        <Card className="max-w-3xl">
          <LoadFailure title="Erro ao carregar os produtos" query={failed} />
        </Card>
      ) : ready && catalog ? (
        children(catalog)
      ) : (
        <div className="flex max-w-3xl flex-col gap-4" aria-busy="true">
          <span role="status" className="sr-only">
            Carregando
          </span>
          {[3, 2].map((rows) => (
            <Card key={rows}>
              <Skeleton className="mb-5 h-5 w-28" />
              <div className="flex flex-col gap-5">
                {Array.from({ length: rows }, (_, row) => row).map((row) => (
                  <div key={row} className="flex flex-col gap-1.5">
                    <Skeleton className="h-5 w-24" />
                    <Skeleton className="h-11" />
                  </div>
                ))}
              </div>
            </Card>
          ))}
        </div>
      )}
    </>
  );
}
