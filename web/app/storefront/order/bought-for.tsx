import type { PublicOrder } from '@vitrine/contract/orders';
import { shopLimits } from '@vitrine/contract/shop-limits';
import { Field } from '../../ui/field.tsx';
import { Checkbox, TextInput } from '../../ui/inputs.tsx';

/**
 * For whom the order was bought, masked, because anybody with the address sees it. The form that corrects an id is hidden: only
 * the buyer's own browser shows it (`correct-form.ts`). The box that lets the shop show the buyer's name is hidden too, until it is ticked.
 */
export function BoughtFor({ order }: { order: PublicOrder }) {
  const { buyer, correctable, nameShown } = order;
  if (buyer.ids.length === 0) return null;
  const lines = [...(buyer.name ? [{ label: 'Comprador', value: buyer.name }] : []), ...buyer.ids];
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">Para quem foi comprado</h3>
      <dl className="figures mt-2 grid gap-1 text-small">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 truncate">{value}</dd>
          </div>
        ))}
      </dl>
      {buyer.name && nameShown !== null ? (
        <div data-correct={order.external_reference} hidden={!nameShown} className="needs-script mt-3">
          <Checkbox
            name="nameShown"
            defaultChecked={nameShown}
            label="Mostrar meu nome na loja"
            help={`Abreviado assim: ${buyer.name}. Você pode desmarcar aqui quando quiser.`}
          />
        </div>
      ) : null}
      <p data-corrected="" role="status" className="mt-2 text-small font-medium text-ok empty:hidden" />
      {correctable.length > 0 ? (
        <details hidden data-correct={order.external_reference} className="mt-2 text-small">
          <summary className="prose-link flex min-h-11 cursor-pointer items-center [&::-webkit-details-marker]:hidden">
            ID errado? Corrigir
          </summary>
          {/* Before the script runs, a press must do nothing: it would write the id into the address. */}
          <form method="dialog" noValidate className="mt-1 grid gap-3">
            {buyer.ids.flatMap(({ kind, label }) =>
              correctable.includes(kind) ? (
                <Field key={kind} label={`${label} certo`}>
                  <TextInput
                    name={kind}
                    inputMode={isNumber(kind) ? 'numeric' : 'text'}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={kind === 'city_id' ? 16 : shopLimits.customerNameMax}
                  />
                </Field>
              ) : (
                []
              ),
            )}
            <p className="text-muted text-pretty">
              Vale para o que ainda não foi entregue. O que ficar vazio não muda, e cada pedido aceita poucas correções.
            </p>
            <p data-problem="" role="alert" className="text-bad empty:hidden" />
            <button type="submit" className="btn btn-secondary">
              Corrigir
            </button>
          </form>
        </details>
      ) : null}
    </div>
  );
}

const isNumber = (kind: string) => kind === 'city_id' || kind === 'discord_id';
