/** An answer to an option of a product, as people read it. */
export interface ShownOption {
  label: string;
  value: string;
}

/** The answers of a line: `Placa: ABC12D34 · Cor: Azul`. */
export const optionsLine = (options: readonly ShownOption[]): string =>
  options.map(({ label, value }) => `${label}: ${value}`).join(' · ');

/** A product with what tells it from another line of the same product: `Carro · Placa: ABC12D34`. */
export const lineName = (name: string, options: readonly ShownOption[]): string =>
  [name, optionsLine(options)].filter(Boolean).join(' · ');
