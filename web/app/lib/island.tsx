import type { ComponentType } from 'react';

/** Props cross the page as JSON: numbers, texts, booleans, null, lists and plain objects of them. */
export type IslandProps = Record<string, unknown>;

/**
 * Renders a component on the server and marks it, so that the browser hydrates this element alone.
 * `name` must be the key of the same component in `islands.tsx`. Children cannot cross; pass data.
 *
 *   <Island name="AddToCart" of={AddToCart} props={{ id: product.id }} />
 */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
}: {
  name: string;
  of: ComponentType<Props>;
  props: Props;
}) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} style={{ display: 'contents' }}>
      <Component {...props} />
    </div>
  );
}
