import { optionWords } from '@vitrine/contract/action-options';
import { serverWords } from '@vitrine/contract/action-servers';
import { actionSentence, benefitsOf } from '@vitrine/contract/action-text';
import { type ExecutionTiming, executionTimings, givesVehicle, targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import { descriptionLines } from '@vitrine/contract/description';
import { Check, Eye, ImageOff } from 'lucide-react';
import { lazy, useState, useSyncExternalStore } from 'react';
import { brandProperties, makeBrand } from '../../lib/brand/brand.ts';
import { money } from '../../lib/format.ts';
import { RichLine } from '../../lib/rich-text/rich-line.tsx';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Badge, Card } from '../../ui/surfaces.tsx';
import { schemeNow, watchScheme } from '../look/look.ts';
import { useCurrentStore } from '../store/current-store.ts';
import { useNamedServers } from '../store/servers-query.ts';
import type { PageDraft } from './page-preview.client.tsx';
import { neverExpires } from './product-form-model.ts';

const PagePreview = lazy(async () => ({ default: (await import('./page-preview.client.tsx')).PagePreview }));

interface ProductPreviewProps {
  name: string;
  /** Reais; NaN while there is no price. */
  price: number;
  compareAtPrice: number | null | undefined;
  featured: boolean;
  /** Address of the current picture, also of one that is not uploaded yet. */
  image: string | null;
  description: string;
  removeProduct: number | null | undefined;
  actions: readonly Action[];
  /** The form as its page would show it, and whether it has pictures that are not uploaded. */
  draft(): PageDraft;
  partial: boolean;
}

/** How the product looks to a buyer, and what it does. Follows the form. */
export function ProductPreview(product: ProductPreviewProps) {
  const [page, setPage] = useState<PageDraft | null>(null);
  const days = product.removeProduct && Number.isInteger(product.removeProduct) ? product.removeProduct : null;
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Prévia"
        description="Como fica na sua loja."
        actions={
          <Button
            tone="secondary"
            size="small"
            icon={<Eye className="size-4" />}
            onClick={() => setPage(product.draft())}
          >
            Ver a página
          </Button>
        }
      >
        <CardPreview {...product} benefits={benefitsOf(product.actions, days)} />
        <Description lines={descriptionLines(product.description)} />
      </Card>
      <OnDemand when={page !== null}>
        <PagePreview draft={page} partial={product.partial} onClose={() => setPage(null)} />
      </OnDemand>
      <Card title="O que vai acontecer" description="O que sua loja faz sozinha, na ordem.">
        <WhatHappens actions={product.actions} days={days} />
      </Card>
    </div>
  );
}

function CardPreview({
  name,
  price,
  compareAtPrice,
  featured,
  image,
  benefits,
}: ProductPreviewProps & { benefits: string[] }) {
  const store = useCurrentStore();
  const theme = useSyncExternalStore(watchScheme, schemeNow);
  const brand = store ? brandProperties(makeBrand(store.primaryColor, store.secondaryColor)[theme]) : undefined;
  const struck = compareAtPrice && compareAtPrice > price ? compareAtPrice : null;
  return (
    <div style={brand} className="mx-auto max-w-72 overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative grid aspect-4/3 place-items-center bg-hover text-muted">
        {image ? (
          <img src={image} alt="" className="absolute inset-0 size-full object-cover" />
        ) : (
          <ImageOff className="size-8" aria-label="Sem imagem" />
        )}
        {featured ? (
          <span className="absolute top-3 left-3 rounded-full bg-accent px-2.5 py-0.5 text-small font-medium text-on-accent">
            Destaque
          </span>
        ) : null}
      </div>
      <div className="p-4">
        <p className="truncate text-body font-semibold">{name.trim() || 'Nome do produto'}</p>
        <p className="truncate text-small text-muted">{benefits[0] ?? 'Sem entrega automática'}</p>
        <p className="figures mt-2 flex flex-wrap items-baseline gap-x-2">
          {struck ? (
            <span className="text-small text-muted line-through">
              <span className="sr-only">De </span>
              {money(struck)}
            </span>
          ) : null}
          <span className="text-title font-semibold">{Number.isNaN(price) ? 'R$ 0,00' : money(price)}</span>
        </p>
        <span className="mt-3 grid min-h-11 place-items-center rounded-control bg-accent font-medium text-on-accent">
          Comprar agora
        </span>
      </div>
    </div>
  );
}

/** The points of the product's page. */
function Description({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-4 grid list-disc gap-1 pl-5 wrap-anywhere marker:text-accent-text">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and have no state
        <li key={index}>
          <RichLine line={line} />
        </li>
      ))}
    </ul>
  );
}

function heading(timing: ExecutionTiming, days: number | null): string {
  if (timing === 'on_confirmation') return 'Assim que o pagamento for confirmado';
  if (!days) return 'Quando expirar';
  return days === 1 ? 'Depois de 1 dia' : `Depois de ${days} dias`;
}

function WhatHappens({ actions, days }: { actions: readonly Action[]; days: number | null }) {
  const servers = useNamedServers();
  const benefits = benefitsOf(actions, days);
  if (actions.length === 0) {
    return (
      <p className="text-small text-muted">
        Nada ainda. Sem ações, a entrega fica por sua conta depois de cada compra.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {executionTimings.map((timing) => {
        const these = actions.filter((action) => action.executionTiming === timing);
        return these.length === 0 ? null : (
          <div key={timing}>
            <h3 className="text-small font-medium text-muted">{heading(timing, days)}</h3>
            <ol className="mt-1.5 flex flex-col gap-2">
              {these.map((action, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a plain list of sentences without state
                <li key={index} className="flex items-start justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">
                    {[actionSentence(action), servers && serverWords(action, servers), ...optionWords(action)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <Badge>{targetTexts[action.target].badge}</Badge>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
      {neverExpires(actions, days) ? (
        <Alert tone="warn">Informe em “Remover após” em quantos dias o produto expira; sem isso, nunca expira.</Alert>
      ) : null}
      {givesVehicle(actions) ? <Alert tone="info">Produtos com veículo são vendidos um por pedido.</Alert> : null}
      {benefits.length > 0 ? (
        <div className="border-t border-line pt-4">
          <h3 className="text-small font-medium text-muted">Quem compra lê</h3>
          <ul className="mt-1.5 flex flex-col gap-1">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex items-start gap-2">
                <Check className="mt-1 size-4 shrink-0 text-ok" aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">{benefit}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
