import { formatReais } from '@vitrine/contract/money';
import { Minus, Plus, Trash2 } from 'lucide-react';
import { Picture } from '../shop/picture.tsx';
import { type CartLine, lineValue } from './cart.ts';
import { lineOf } from './draft.ts';
import type { Quote } from './use-cart.ts';

interface CartListProps {
  lines: CartLine[];
  /** Why a line cannot be bought in this state, by its key. */
  problems: Quote['problems'];
  /** New number of units; 0 or less removes the item. */
  onQuantity: (key: string, quantity: number) => void;
}

/** The cart's items: picture, name, unit price, minus and plus, remove, line total (SPEC.md section 2). */
export function CartList({ lines, problems, onQuantity }: CartListProps) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <CartItem key={line.product.key} line={line} problem={problems[line.product.key]} onQuantity={onQuantity} />
      ))}
    </ul>
  );
}

const round = 'grid size-11 place-items-center rounded-control hover:bg-hover disabled:opacity-35';

interface CartItemProps {
  line: CartLine;
  problem: Quote['problems'][string] | undefined;
  onQuantity: CartListProps['onQuantity'];
}

function CartItem({ line, problem, onQuantity }: CartItemProps) {
  const { product, quantity, max, soldOut } = line;
  const { key, name, image, price, was, single, buylimit } = product;
  const { options } = lineOf(key);
  // The product's page shows the answers of this line, and puts the new ones in their place.
  const page = `/products/${key.replace('?', '#')}`;
  const chosen = product.options.flatMap(({ name: option, label: word, choices }) => {
    const value = options[option];
    return value ? [`${word}: ${choices.find((choice) => choice.value === value)?.label ?? value}`] : [];
  });
  const why = single
    ? 'Uma unidade por pedido'
    : buylimit !== null && max === buylimit
      ? `Limite de ${buylimit} por pessoa`
      : `Só ${max === 1 ? 'resta 1' : `restam ${max}`}`;
  const label = [name, ...chosen].join(', ');
  const bad = soldOut ? 'Esgotado agora. Remova este item para finalizar a compra.' : problem?.error;
  return (
    <li className="cart-line">
      <span className="cart-picture">
        <Picture src={image} alt="" sizes="72px" width={72} height={72} className="size-full object-cover" />
      </span>
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <a href={page} className="cart-name">
            {name}
          </a>
          <button
            type="button"
            name={key}
            aria-label={`Remover ${label}`}
            title="Remover"
            onClick={() => onQuantity(key, 0)}
            className={`${round} -mt-2.5 -mr-2.5 shrink-0 text-muted`}
          >
            <Trash2 className="size-4.5" aria-hidden="true" />
          </button>
        </div>
        {chosen.length > 0 ? <p className="text-small break-words">{chosen.join(' · ')}</p> : null}
        <p className="figures text-small text-muted">
          {formatReais(price)} cada{was ? ` · antes ${formatReais(was)}` : ''}
        </p>
      </div>
      <div className="cart-units">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own */}
        <div
          role="group"
          aria-label={`Quantidade de ${label}`}
          className="flex items-center rounded-control border border-line"
        >
          <button type="button" aria-label="Diminuir" onClick={() => onQuantity(key, quantity - 1)} className={round}>
            <Minus className="size-4" aria-hidden="true" />
          </button>
          <span className="figures min-w-8 text-center font-semibold" aria-live="polite">
            {quantity}
          </span>
          <button
            type="button"
            aria-label="Aumentar"
            disabled={quantity >= max}
            onClick={() => onQuantity(key, quantity + 1)}
            className={round}
          >
            <Plus className="size-4" aria-hidden="true" />
          </button>
        </div>
        <span className="figures font-semibold">{formatReais(lineValue(line))}</span>
        {bad || quantity >= max ? (
          <p className={`w-full pt-1 text-small ${bad ? 'font-medium text-bad' : 'text-muted'}`}>
            {bad ?? why}
            {problem?.code.startsWith('option_') ? (
              <a href={page} className="prose-link flex min-h-11 items-center">
                Escolher de novo
              </a>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
