import { expect, test } from 'vitest';
import { type LinkKind, linkKinds, linkRefusal, readLink } from './store-links.ts';

test('a short form and a whole address mean the same place', () => {
  const rows: [LinkKind, string, string][] = [
    ['instagram', '@cidade.alta', 'https://www.instagram.com/cidade.alta'],
    ['instagram', 'instagram.com/cidade', 'https://instagram.com/cidade'],
    ['tiktok', 'cidade', 'https://www.tiktok.com/@cidade'],
    ['x', '@cidade', 'https://x.com/cidade'],
    ['youtube', 'https://youtu.be/abc', 'https://youtu.be/abc'],
    ['whatsapp', '(11) 98765-4321', 'https://wa.me/5511987654321'],
    ['whatsapp', '+351 912 345 678', 'https://wa.me/351912345678'],
    ['discord', 'discord.gg/cidade', 'https://discord.gg/cidade'],
    ['support', 'ajuda@cidade.com.br', 'mailto:ajuda@cidade.com.br'],
    ['support', 'https://cidade.com.br/ajuda', 'https://cidade.com.br/ajuda'],
    ['site', ' cidade.com.br ', 'https://cidade.com.br/'],
    ['site', '', ''],
  ];
  for (const [kind, typed, address] of rows) {
    expect(readLink(kind, typed), typed).toBe(address);
    // What was saved is read again as it is.
    expect(readLink(kind, address), address).toBe(address);
  }
});

test('no text leads to a script, to plain http, to a hidden user or under another name', () => {
  const never = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//discord.gg/a',
    'data:text/html,<script>alert(1)</script>',
    'http://discord.gg/a',
    'https://discord.gg@maldoso.com/a',
    'https://discord.gg:8443/a',
    'https://discord.gg\\@maldoso.com',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'vbscript:msgbox(1)',
    'mailto:a@b.com?bcc=todos@maldoso.com',
    'https://a b.com/',
    `https://cidade.com/${'a'.repeat(300)}`,
  ];
  for (const kind of linkKinds) {
    for (const typed of never) expect(readLink(kind, typed), `${kind}: ${typed}`).toBeNull();
    expect(linkRefusal(kind)).toMatch(/^Use /);
  }
  for (const kind of linkKinds.filter((one) => one !== 'site' && one !== 'support')) {
    expect(readLink(kind, 'https://maldoso.com/discord.gg')).toBeNull();
    expect(readLink(kind, 'https://discord.gg.maldoso.com/a')).toBeNull();
  }
});
