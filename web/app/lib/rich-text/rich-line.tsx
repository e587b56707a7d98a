import { richLine } from '@vitrine/contract/description';
import { createElement, Fragment, type ReactNode } from 'react';

interface WordsProps {
  text: string;
  bold: boolean;
  italic: boolean;
}

function Words({ text, bold, italic }: WordsProps): ReactNode {
  const words = italic ? <em>{text}</em> : text;
  return bold ? <strong>{words}</strong> : words;
}

const together = (parts: ReactNode[]) => createElement(Fragment, null, ...parts);

/** One line of an owner's text with its emphasis and links. A link leads to another site, which `nofollow` does not recommend. */
export function RichLine({ line }: { line: string }) {
  const stretches = richLine(line).map(({ href, spans }) => {
    // biome-ignore lint/correctness/useJsxKeyInIterable: words never move, so they are single children and no list
    const words = together(spans.map((span) => <Words {...span} />));
    return href ? (
      // biome-ignore lint/correctness/useJsxKeyInIterable: as above
      <a href={href} target="_blank" rel="nofollow noopener" className="text-accent-text underline underline-offset-3">
        {words}
      </a>
    ) : (
      words
    );
  });
  return together(stretches);
}
