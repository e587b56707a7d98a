import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { register } from '../lib/people.ts';
import { png, upload } from '../lib/pictures.ts';
import { makeShop, type Shop } from '../lib/shop.ts';

const send = (shop: Shop, bytes: Buffer, name = 'foto.png', type = 'image/png') => {
  const { body, headers } = upload(bytes, name, type);
  const { token, from } = shop.owner;
  return shop.world.call('POST /image', { token, from, body, headers: { ...headers, 'x-store': shop.subdomain } });
};

const disguised: Line = {
  promise: 'P13',
  title: 'What is no picture, too heavy or too many pixels is refused by its bytes, whatever it is called',
  async run(world) {
    const shop = await makeShop(world, { payments: false });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const tries: [string, Buffer, string?, string?][] = [
      ['SVG', Buffer.from(svg), 'a.svg', 'image/svg+xml'],
      ['SVG called PNG', Buffer.from(svg)],
      ['HTML called PNG', Buffer.from('<html><script>alert(1)</script>')],
      ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
      ['PDF called JPEG', Buffer.from('%PDF-1.7 '.repeat(200)), 'a.jpg', 'image/jpeg'],
      ['TIFF', Buffer.from('49492a000800000000000000', 'hex')],
      ['a cut PNG', png(600, 600).subarray(0, 60)],
      ['6 MB', Buffer.concat([png(10, 10), Buffer.alloc(6_000_000)])],
      ['40 megapixels', png(8000, 5000)],
      ['4 gigapixels', png(65_000, 1).fill(0xff, 16, 20)],
      ['nothing', Buffer.alloc(0)],
    ];
    const wrong: string[] = [];
    for (const [words, bytes, name, type] of tries) {
      const { status } = await send(shop, bytes, name, type);
      if (![400, 413, 415, 422].includes(status)) wrong.push(`${words}: ${status}`);
    }
    return nothingWrong(`${tries.length} files that are no fitting picture`, wrong, 'taken');
  },
};

const encodedAnew: Line = {
  promise: 'P14',
  title: 'A picture is encoded anew, without what the camera wrote, and served as a picture only',
  async run(world) {
    const shop = await makeShop(world, { payments: false });
    const secret = 'GPS -23.5505 -46.6333 <script>alert(1)</script>';
    const answer = await send(shop, png(300, 300, secret), '../../etc/passwd<x>.png');
    if (answer.status !== 200) throw new Error(`a good picture: ${answer.status} ${answer.text.slice(0, 120)}`);
    const { imageUrl } = answer.json<{ imageUrl: string }>();
    const path = imageUrl.startsWith('http') ? new URL(imageUrl).pathname : imageUrl;
    const { text, headers } = await world.ask(path, { host: shop.host });
    const wrong: string[] = [];
    if (text.includes('GPS') || text.includes('script')) wrong.push('the comment is still there');
    if (/passwd|\.\./.test(imageUrl)) wrong.push('its name comes from the outside');
    if (!/^image\/(webp|png|jpeg|avif)$/.test(String(headers['content-type'])))
      wrong.push(String(headers['content-type']));
    if (headers['x-content-type-options'] !== 'nosniff') wrong.push('no nosniff');
    if (!/sandbox|default-src 'none'/.test(String(headers['content-security-policy']))) wrong.push('no policy');
    const stranger = await register(world);
    const { body, headers: type } = upload(png(10, 10), 'a.png', 'image/png');
    const { token, from } = stranger;
    const foreign = await world.call('POST /image', {
      token,
      from,
      body,
      headers: { ...type, 'x-store': shop.subdomain },
    });
    if (foreign.status !== 404) wrong.push(`a stranger's upload: ${foreign.status}`);
    return nothingWrong('a picture with a comment and a path for a name, read back', wrong);
  },
};

export const uploads: Section = { name: 'uploads', lines: [disguised, encodedAnew] };
export { send as sendPicture };
