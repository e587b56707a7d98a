import sharp from 'sharp';

/** Pictures of the demo's products, drawn in code: they need no licence and are the same on every machine. */
export type Motif =
  | 'crown'
  | 'car'
  | 'bike'
  | 'coins'
  | 'crate'
  | 'shield'
  | 'key'
  | 'star'
  | 'radio'
  | 'house'
  | 'gem';

/** Every picture is encoded anew at once, and a smaller file would only take longer. */
export const FAST = { compressionLevel: 1 };

/** Shapes on a field of 400 × 300 around (200, 150); `a` and `b` are the store's light colours. */
const motifs: Record<Motif, (a: string, b: string) => string> = {
  crown: (a, b) => `
    <path d="M104 208 88 104l58 46 54-76 54 76 58-46-16 104Z" fill="url(#shape)"/>
    <rect x="104" y="218" width="192" height="18" rx="9" fill="${b}"/>
    <circle cx="88" cy="98" r="11" fill="${a}"/><circle cx="200" cy="66" r="13" fill="${a}"/><circle cx="312" cy="98" r="11" fill="${a}"/>`,
  car: (a, b) => `
    <path d="M64 190c0-22 14-34 40-38l38-6 36-34c8-8 18-12 30-12h44c16 0 30 8 40 22l22 30c22 6 32 18 32 38v10c0 8-6 14-14 14H78c-8 0-14-6-14-14Z" fill="url(#shape)"/>
    <path d="m160 146 26-24c6-6 12-8 20-8h8v34h-56Zm70-32h22c10 0 18 4 24 12l14 20h-60Z" fill="#0b0f1a" opacity=".55"/>
    <circle cx="122" cy="214" r="30" fill="#0b0f1a"/><circle cx="122" cy="214" r="15" fill="${b}"/>
    <circle cx="286" cy="214" r="30" fill="#0b0f1a"/><circle cx="286" cy="214" r="15" fill="${b}"/>
    <rect x="66" y="172" width="26" height="10" rx="5" fill="${a}"/>`,
  bike: (a, b) => `
    <circle cx="112" cy="206" r="44" fill="none" stroke="${b}" stroke-width="14"/>
    <circle cx="290" cy="206" r="44" fill="none" stroke="${b}" stroke-width="14"/>
    <path d="M112 206l46-70h70l62 70M158 136l44 70h-90M228 136l-26 70M214 110h38l-24 26" fill="none" stroke="url(#shape)" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M138 122h48" stroke="${a}" stroke-width="14" stroke-linecap="round"/>`,
  coins: (a, b) => `
    ${[0, 1, 2, 3].map((i) => `<ellipse cx="158" cy="${222 - i * 26}" rx="66" ry="22" fill="${i % 2 ? b : 'url(#shape)'}" stroke="#0b0f1a" stroke-opacity=".35" stroke-width="3"/>`).join('')}
    ${[0, 1].map((i) => `<ellipse cx="266" cy="${226 - i * 26}" rx="56" ry="19" fill="${i % 2 ? b : 'url(#shape)'}" stroke="#0b0f1a" stroke-opacity=".35" stroke-width="3"/>`).join('')}
    <circle cx="262" cy="118" r="46" fill="url(#shape)"/><circle cx="262" cy="118" r="34" fill="none" stroke="${a}" stroke-width="5"/>
    <text x="262" y="135" font-family="sans-serif" font-weight="700" font-size="46" text-anchor="middle" fill="#0b0f1a">$</text>`,
  crate: (a, b) => `
    <path d="M200 74 310 128v92l-110 54-110-54v-92Z" fill="url(#shape)"/>
    <path d="M200 182 90 128l110-54 110 54Z" fill="${a}" opacity=".85"/>
    <path d="M200 182v92" stroke="#0b0f1a" stroke-opacity=".45" stroke-width="6"/>
    <path d="m145 101 110 54v34" fill="none" stroke="${b}" stroke-width="14"/>`,
  shield: (a, b) => `
    <path d="M200 62c38 24 72 34 106 36 2 74-30 132-106 168-76-36-108-94-106-168 34-2 68-12 106-36Z" fill="url(#shape)"/>
    <path d="m150 160 36 36 66-72" fill="none" stroke="${a}" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="200" cy="62" r="8" fill="${b}"/>`,
  key: (a, b) => `
    <circle cx="150" cy="136" r="56" fill="none" stroke="url(#shape)" stroke-width="26"/>
    <path d="m190 176 98 84m-34-30 26-30m6 58 24-28" stroke="${b}" stroke-width="22" stroke-linecap="round"/>
    <circle cx="150" cy="136" r="14" fill="${a}"/>`,
  star: (a, b) => `
    <path d="m200 58 34 76 82 8-62 54 18 82-72-43-72 43 18-82-62-54 82-8Z" fill="url(#shape)"/>
    <circle cx="110" cy="84" r="8" fill="${a}"/><circle cx="300" cy="96" r="6" fill="${b}"/><circle cx="318" cy="236" r="9" fill="${a}"/>`,
  radio: (a, b) => `
    <rect x="146" y="102" width="108" height="168" rx="16" fill="url(#shape)"/>
    <path d="M172 102V54" stroke="${b}" stroke-width="12" stroke-linecap="round"/>
    <rect x="164" y="122" width="72" height="46" rx="8" fill="#0b0f1a" opacity=".6"/>
    <path d="M168 190h64M168 212h64M168 234h64" stroke="${a}" stroke-width="8" stroke-linecap="round"/>`,
  house: (a, b) => `
    <path d="M200 66 326 170h-34v94H108v-94H74Z" fill="url(#shape)"/>
    <rect x="176" y="196" width="48" height="68" rx="6" fill="#0b0f1a" opacity=".6"/>
    <rect x="126" y="186" width="34" height="30" rx="4" fill="${a}"/><rect x="240" y="186" width="34" height="30" rx="4" fill="${a}"/>
    <circle cx="216" cy="232" r="4" fill="${b}"/>`,
  gem: (a, b) => `
    <path d="M200 262 92 142l40-58h136l40 58Z" fill="url(#shape)"/>
    <path d="M92 142h216L268 84H132Z" fill="${a}" opacity=".85"/>
    <path d="m200 262-46-120 46-58 46 58Z" fill="${b}" opacity=".45"/>
    <path d="M118 70h16M126 62v16M300 66h20M310 56v20" stroke="${a}" stroke-width="6" stroke-linecap="round"/>`,
};

/** A picture of 1280 × 960 as PNG. `hue` (degrees) gives each product its own light on the common background. */
export async function drawPicture(motif: Motif, hue: number): Promise<Buffer> {
  const a = `hsl(${hue} 95% 82%)`;
  const b = `hsl(${(hue + 345) % 360} 85% 64%)`;
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960" viewBox="0 0 400 300">
      <defs>
        <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="hsl(${hue} 55% 16%)"/><stop offset="1" stop-color="hsl(${(hue + 300) % 360} 60% 8%)"/>
        </linearGradient>
        <radialGradient id="light" cx=".5" cy=".45" r=".6">
          <stop offset="0" stop-color="hsl(${hue} 90% 60%)" stop-opacity=".5"/><stop offset="1" stop-color="hsl(${hue} 90% 50%)" stop-opacity="0"/>
        </radialGradient>
        <linearGradient id="shape" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="hsl(${hue} 92% 74%)"/><stop offset="1" stop-color="hsl(${(hue + 345) % 360} 82% 52%)"/>
        </linearGradient>
        <pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">
          <path d="M20 0H0V20" fill="none" stroke="#fff" stroke-opacity=".05"/>
        </pattern>
      </defs>
      <rect width="400" height="300" fill="url(#ground)"/><rect width="400" height="300" fill="url(#grid)"/>
      <rect width="400" height="300" fill="url(#light)"/>
      <ellipse cx="200" cy="268" rx="130" ry="12" fill="#000" opacity=".35"/>
      ${motifs[motif](a, b)}
    </svg>`;
  return await sharp(Buffer.from(svg)).png(FAST).toBuffer();
}

/** The demo's logo, 512 × 512. */
export async function drawLogo(): Promise<Buffer> {
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64">
      <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7c3aed"/><stop offset="1" stop-color="#22d3ee"/></linearGradient></defs>
      <rect width="64" height="64" fill="#0b0f1a"/>
      <path d="M10 48V30l9-6v24Zm12 0V18l10-8 10 8v30Zm23 0V27l9 6v15Z" fill="url(#g)"/>
      <path d="M26 24h4v4h-4Zm8 0h4v4h-4Zm-8 9h4v4h-4Zm8 0h4v4h-4Z" fill="#0b0f1a" opacity=".7"/>
    </svg>`;
  return await sharp(Buffer.from(svg)).png(FAST).toBuffer();
}

/** The demo's banner, 1280 × 400: a skyline at night in the store's colours. */
export async function drawBanner(): Promise<Buffer> {
  let x = 0;
  const towers: string[] = [];
  for (let i = 0; x < 1280; i++) {
    const width = 46 + ((i * 37) % 60);
    const height = 90 + ((i * 83) % 190);
    towers.push(
      `<rect x="${x}" y="${400 - height}" width="${width - 4}" height="${height}" fill="hsl(${255 + (i % 5) * 9} 50% ${9 + (i % 4) * 2}%)"/>`,
    );
    for (let y = 400 - height + 14; y < 388; y += 22) {
      for (let w = x + 8; w < x + width - 14; w += 16) {
        if ((w * 7 + y * 13 + i) % 5 < 2)
          towers.push(`<rect x="${w}" y="${y}" width="7" height="9" fill="#fde68a" opacity=".${3 + ((w + y) % 5)}"/>`);
      }
    }
    x += width;
  }
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" width="1280" height="400">
      <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12082b"/><stop offset=".65" stop-color="#4c1d95"/><stop offset="1" stop-color="#0e7490"/></linearGradient></defs>
      <rect width="1280" height="400" fill="url(#sky)"/><circle cx="1010" cy="190" r="48" fill="#fde68a" opacity=".9"/>
      ${towers.join('')}
    </svg>`;
  return await sharp(Buffer.from(svg)).png(FAST).toBuffer();
}
