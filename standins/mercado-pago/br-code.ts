/** The Pix "copia e cola" text: EMV QR in the Banco Central's profile, called BR Code (facts, section 10). */

/** CRC-16/CCITT-FALSE over the text's bytes: four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`field ${id} is too long`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Plain ASCII without accents, at most `length` characters, never empty. */
function plain(text: string, length: number): string {
  const ascii = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return ascii.slice(0, length).trim() || 'LOJA';
}

/** A code for one payment of `cents` centavos to a Pix key. `txid` keeps its first 25 letters and digits. */
export function makeBrCode(input: { key: string; cents: number; name: string; city: string; txid: string }): string {
  const txid = input.txid.replace(/[^A-Za-z0-9]/g, '').slice(0, 25) || '***';
  const text = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', input.key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', (input.cents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', plain(input.name, 25)),
    field('60', plain(input.city, 15)),
    field('62', field('05', txid)),
    '6304',
  ].join('');
  return text + crc16(text);
}
