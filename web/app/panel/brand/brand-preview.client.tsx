import { type Brand, type BrandTheme, brandProperties, grounds, makeBrand } from '../../lib/brand/brand.ts';
import { oklchToRgb, toHex } from '../../lib/brand/oklch.ts';

interface BrandPreviewProps {
  name: string;
  primaryColor: string;
  secondaryColor: string;
}

const themes = [
  { key: 'dark', label: 'Escuro', text: '#f7f7fa', muted: '#a5a5b3', line: '#33333f' },
  { key: 'light', label: 'Claro', text: '#16161d', muted: '#55555f', line: '#dcdce4' },
] as const;

/** A store's card in both themes with its colours, and what was adjusted to keep it legible. */
export function BrandPreview({ name, primaryColor, secondaryColor }: BrandPreviewProps) {
  const brand = makeBrand(primaryColor, secondaryColor);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        {themes.map(({ key, label, text, muted, line }) => (
          <figure
            key={key}
            className="overflow-hidden rounded-card border"
            style={{
              ...brandProperties(brand[key]),
              background: toHex(oklchToRgb(grounds[key].surface)),
              color: text,
              borderColor: line,
            }}
          >
            <div className="h-12" style={{ background: 'linear-gradient(100deg, var(--accent), var(--secondary))' }} />
            <div className="p-4">
              <p className="truncate text-title font-semibold">{name || 'Sua loja'}</p>
              <p className="text-small" style={{ color: muted }}>
                VIP Ouro · <span style={{ color: 'var(--accent-text)' }}>ver detalhes</span>
              </p>
              <span
                className="mt-3 grid min-h-10 place-items-center rounded-control font-medium"
                style={{ background: 'var(--accent)', color: 'var(--on-accent)' }}
              >
                Comprar agora
              </span>
            </div>
            <figcaption className="sr-only">Prévia no tema {label.toLowerCase()}</figcaption>
          </figure>
        ))}
      </div>
      <p role="status" className="min-h-5 text-small text-muted">
        {noteFor(brand)}
      </p>
    </div>
  );
}

/** What the owner should know about the primary colour, in one sentence. */
function noteFor({ dark, light }: Brand): string {
  const moved = (part: keyof BrandTheme['nudged']) => {
    if (dark.nudged[part] && light.nudged[part]) return 'nos dois temas';
    if (dark.nudged[part]) return 'no tema escuro';
    return light.nudged[part] ? 'no tema claro' : null;
  };
  const accent = moved('accent');
  if (accent) return `Ajustamos a cor primária ${accent} para ela aparecer e ser legível.`;
  const text = moved('accentText');
  if (text) return `Nos textos, ajustamos a cor primária ${text} para ficar legível.`;
  return 'As cores têm contraste suficiente nos dois temas.';
}
