import type { PublicProduct } from '@vitrine/contract/catalog';
import {
  optionMissing,
  optionPatterns,
  optionProblem,
  optionRule,
  type ProductOption,
} from '@vitrine/contract/product-options';
import { ChevronDown, ShoppingCart } from 'lucide-react';
import { controlClass, Field, useFieldTies } from '../ui/field.tsx';
import { chooseOptions, optionField } from './parts/choose-options.ts';
import { optionsForm } from './shop/buy-bar.tsx';

/**
 * The options of a product and its two buttons. It is a form for /buy, so it works without a script: the browser checks the
 * answers. `parts/choose-options.ts` says what is wrong in our words, and adds the line by itself.
 */
export function ChooseOptions({ product }: { product: PublicProduct }) {
  return (
    <form id={optionsForm} action="/buy" {...chooseOptions(product.idProduct)} className="mt-5 grid gap-4">
      <input type="hidden" name="product" value={product.idProduct} />
      {product.options.map((option) => (
        <Field key={option.name} label={option.label} optional={!option.required} help={optionRule(option)}>
          <OptionControl option={option} />
        </Field>
      ))}
      <button type="submit" className="way-to-buy btn btn-primary">
        Comprar agora
      </button>
      <button type="submit" data-stays="" className="btn btn-secondary">
        <ShoppingCart className="size-5" aria-hidden="true" />
        Adicionar ao carrinho
      </button>
    </form>
  );
}

function OptionControl({ option }: { option: ProductOption }) {
  const { name, kind, required, min, max, choices } = option;
  const own = { ...useFieldTies(), ...optionField(name, optionMissing(option), optionProblem(option)), required };
  if (kind === 'choice') {
    return (
      <span className="relative">
        <select {...own} className={`${controlClass} appearance-none pr-10`}>
          <option value="">Escolha</option>
          {choices.map(({ label, value }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-3.5 right-3 size-4 text-muted" aria-hidden="true" />
      </span>
    );
  }
  if (kind === 'number') {
    const bounds = { min: min ?? 0, max: max ?? undefined, step: 1 };
    return <input {...own} {...bounds} type="number" inputMode="numeric" autoComplete="off" className={controlClass} />;
  }
  return (
    <input
      {...own}
      type="text"
      pattern={optionPatterns[kind]}
      title={optionRule(option)}
      data-capitals={kind === 'plate' ? '' : undefined}
      autoComplete="off"
      autoCapitalize={kind === 'plate' ? 'characters' : undefined}
      spellCheck={false}
      className={kind === 'plate' ? `${controlClass} uppercase` : controlClass}
    />
  );
}
