import { firstLook, type Look } from '@vitrine/contract/looks';
import { themeTable } from '@vitrine/contract/theme-table';
import { type Brand, type BrandTheme, makeBrand } from '../../lib/brand/brand.ts';
import { paint, themeGrounds } from '../../lib/brand/paint.ts';
import { cornerSizes, TitleFaces, titleStyle } from './title-faces.tsx';

interface BrandPreviewProps {
  name: string;
  look?: Look;
  primaryColor: string;
  secondaryColor: string;
}

const schemes = [
  { key: 'dark', label: 'Escuro' },
  { key: 'light', label: 'Claro' },
] as const;

/** A store's card in both schemes with its colours, letters and corners, and what was adjusted to keep it legible. */
export function BrandPreview({ name, look = firstLook, primaryColor, secondaryColor }: BrandPreviewProps) {
  const { theme } = look;
  const radius = cornerSizes[look.corners ?? themeTable[theme].corners];
  const title = titleStyle(look.letters ?? themeTable[theme].letters, theme);
  const brand = makeBrand(primaryColor, secondaryColor, themeGrounds(theme));
  return (
    <div className="flex flex-col gap-3">
      <TitleFaces />
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        {schemes.map(({ key, label }) => (
          <figure
            key={key}
            className="overflow-hidden border"
            style={{
              ...paint(theme, key, primaryColor, secondaryColor),
              background: 'var(--surface)',
              color: 'var(--text)',
              borderColor: 'var(--line)',
              borderRadius: radius,
            }}
          >
            <div className="h-12" style={{ background: 'linear-gradient(100deg, var(--accent), var(--secondary))' }} />
            <div className="p-4">
              <p className="truncate text-title font-semibold" style={title}>
                {name || 'Sua loja'}
              </p>
              <p className="text-small text-muted">
                VIP Ouro · <span style={{ color: 'var(--accent-text)' }}>ver detalhes</span>
              </p>
              <span
                className="mt-3 grid min-h-10 place-items-center font-medium"
                style={{ background: 'var(--accent)', color: 'var(--on-accent)', borderRadius: radius }}
              >
                Comprar agora
              </span>
            </div>
            <figcaption className="sr-only">Prévia no modo {label.toLowerCase()}</figcaption>
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
    if (dark.nudged[part] && light.nudged[part]) return 'no claro e no escuro';
    if (dark.nudged[part]) return 'no escuro';
    return light.nudged[part] ? 'no claro' : null;
  };
  const accent = moved('accent');
  if (accent) return `Ajustamos a cor primária ${accent} para ela aparecer e ser legível.`;
  const text = moved('accentText');
  if (text) return `Nos textos, ajustamos a cor primária ${text} para ficar legível.`;
  return 'As cores têm contraste suficiente no claro e no escuro.';
}
