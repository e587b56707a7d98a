import { expect, test } from 'vitest';
import { WindowDocument } from './window.ts';
import { videoId } from './window-kinds.ts';

const announcement = (text: string, href: string) => ({
  form: 1,
  sections: [{ kind: 'announcement', id: 'anuncio001', text, target: { to: 'link', href } }],
});

test('what was read once is read again without a change', () => {
  const once = WindowDocument.parse(announcement('  Oi \u202e gente ', 'exemplo.com'));
  expect(once.sections[0]).toMatchObject({ text: 'Oi  gente', target: { href: 'https://exemplo.com/' } });
  expect(WindowDocument.parse(once)).toEqual(once);
});

test('a link is https, or it is refused at its field', () => {
  for (const href of ['javascript:alert(1)', 'http://exemplo.com', 'https://a@exemplo.com', '//exemplo']) {
    const { error } = WindowDocument.safeParse(announcement('Oi', href));
    expect(error?.issues[0]?.path.join('.'), href).toBe('sections.0.target.href');
  }
  expect(WindowDocument.safeParse(announcement('Oi', '')).success).toBe(true);
});

test('a window has a bound as a whole', () => {
  const rules = (count: number) => ({
    form: 1,
    sections: Array.from({ length: count }, (_, n) => ({
      kind: 'rules',
      id: `regras00${n}`,
      title: '',
      items: Array.from({ length: 40 }, () => 'a'.repeat(300)),
    })),
  });
  expect(WindowDocument.safeParse(rules(4)).success).toBe(true);
  expect(WindowDocument.safeParse(rules(6)).success).toBe(false);
});

test('the id of a video is read from addresses of YouTube alone', () => {
  const id = 'aqz-KE-bpKQ';
  const good = [
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=a&v=${id}&t=3`,
    `https://m.youtube.com/shorts/${id}?x=1`,
    `https://youtu.be/${id}?si=abc`,
  ];
  expect(good.map(videoId)).toEqual(good.map(() => id));
  const bad = [
    `http://youtu.be/${id}`,
    `https://youtu.be.exemplo.com/${id}`,
    `https://exemplo.com/?https://youtu.be/${id}`,
    `https://www.youtube.com/watch?v=${id}x"onload=`,
    'https://www.youtube.com/watch?v=curto',
  ];
  expect(bad.map(videoId)).toEqual(bad.map(() => null));
});
