import { Card, Skeleton } from '../../ui/surfaces.tsx';

/** The product form's outline while it loads. */
export function ProductFormSkeleton() {
  return (
    <div
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-6"
      aria-busy="true"
    >
      <span role="status" className="sr-only">
        Carregando
      </span>
      <div className="flex flex-col gap-4">
        {[3, 2].map((rows) => (
          <Card key={rows}>
            <Skeleton className="mb-5 h-5 w-40" />
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
      <Card>
        <Skeleton className="mb-5 h-5 w-24" />
        <Skeleton className="mx-auto h-80 max-w-72 rounded-card" />
      </Card>
    </div>
  );
}
