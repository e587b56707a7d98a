import type { ShownParts } from '@vitrine/contract/window-shown';
import { MessagesSquare, Play } from 'lucide-react';
import { Section } from './section-parts.tsx';

/**
 * Pages of others inside ours. Until the link is pressed nothing is asked of them, so they learn of nobody who only looks.
 * The page's policy names their hosts only where such a section stands (`data-frames`, pages/page-policy.ts).
 */

export function VideoSection({ id, parts: { title, video } }: { id: string; parts: ShownParts['video'] }) {
  return (
    <Section id={id} title={title}>
      <a
        href={`https://www.youtube.com/watch?v=${video}`}
        rel="noopener nofollow ugc"
        data-frame={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
        data-title={title}
        className="card stranger stranger-video"
      >
        <Play aria-hidden="true" className="stranger-sign" />
        <span className="stranger-says">Assistir ao vídeo</span>
        <span className="fact-note">Ao tocar, o YouTube carrega aqui.</span>
      </a>
    </Section>
  );
}

export function DiscordSection({ id, parts: { title, text, guild } }: { id: string; parts: ShownParts['discord'] }) {
  return (
    <Section id={id} title={title}>
      {text ? <p className="sec-lead">{text}</p> : null}
      <a
        href={`https://discord.com/widget?id=${guild}&theme=dark`}
        rel="noopener nofollow ugc"
        data-frame={`https://discord.com/widget?id=${guild}&theme=dark`}
        data-title={title}
        className="card stranger stranger-discord"
      >
        <MessagesSquare aria-hidden="true" className="stranger-sign" />
        <span className="stranger-says">Ver quem está online</span>
        <span className="fact-note">Ao tocar, o Discord carrega aqui.</span>
      </a>
    </Section>
  );
}
