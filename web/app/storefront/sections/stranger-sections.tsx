import { videoAddress } from '@vitrine/contract/window-kinds';
import type { ShownParts } from '@vitrine/contract/window-shown';
import { MessagesSquare, Play } from 'lucide-react';
import { InlineScript, InlineStyle } from '../../lib/inline.tsx';
import css from '../../styles/strangers.css?inline';
import { liveSections } from './live-sections.ts';
import { Section } from './section-parts.tsx';

/**
 * Pages of others inside ours. Until the link is pressed nothing is asked of them, so they learn nothing about people who only look.
 * The page's policy names their hosts only where such a section stands (`data-frames`, pages/page-policy.ts).
 */

const LOADS = 'Ao tocar, o YouTube carrega aqui.';

/** What a link to a video of YouTube needs, so that a press opens it in the link's place. `video` is its id. */
const videoLink = (video: string, title: string) => ({
  href: videoAddress(video),
  rel: 'noopener nofollow ugc',
  'data-frame': `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`,
  'data-title': title,
});

export function VideoSection({ id, parts: { title, video } }: { id: string; parts: ShownParts['video'] }) {
  return (
    <Section id={id} title={title}>
      <a {...videoLink(video, title)} className="card stranger stranger-video">
        <Play aria-hidden="true" className="stranger-sign" />
        <span className="stranger-says">Assistir ao vídeo</span>
        <span className="fact-note">{LOADS}</span>
      </a>
    </Section>
  );
}

/** A button that becomes the video. */
export function VideoButton({ video, title, className }: { video: string; title: string; className: string }) {
  return (
    <a {...videoLink(video, title)} title={LOADS} className={`btn btn-secondary ${className}`}>
      <Play aria-hidden="true" className="size-5" />
      Assistir ao vídeo
    </a>
  );
}

/** The video of a product's page, with the style and the script that it needs. It is a button, so the price stays in view. */
export function ProductVideo({ video, name }: { video: string; name: string }) {
  return (
    <>
      <InlineStyle css={css} />
      <VideoButton video={video} title={`Vídeo de ${name}`} className="w-full" />
      <InlineScript text={liveSections} frames="youtube" />
    </>
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
