import { formatReais } from '@vitrine/contract/money';
import type { ShownParts } from '@vitrine/contract/window-shown';
import { container } from '../shop/frame.tsx';
import { PHONE_WIDE, Picture } from '../shop/picture.tsx';
import { ButtonLink, Paragraphs } from './section-parts.tsx';
import { VideoButton } from './stranger-sections.tsx';

interface HeroProps {
  id: string;
  parts: ShownParts['hero'];
  /** At the top of the page: as wide as the screen, and its picture is the page's first. */
  top?: boolean;
}

/** A large picture with a title, a text and a button. The text stands on the ground's own colour, so it is always readable. */
export function HeroSection({ id, parts: { title, text, picture, video, button, price }, top = false }: HeroProps) {
  return (
    <section
      data-section={id}
      data-plain={top ? undefined : ''}
      data-pictured={picture ? '' : undefined}
      aria-label={title ? undefined : 'Capa'}
      aria-labelledby={title ? `secao-${id}` : undefined}
      className={top ? 'sec-hero' : 'sec-hero sec-hero-inner'}
    >
      {picture ? (
        <Picture
          src={picture}
          alt=""
          sizes={`(min-width: 640px) 100vw, ${PHONE_WIDE}`}
          width={1280}
          height={720}
          first={top}
          className="hero-picture"
        />
      ) : null}
      {title || text || video || button ? (
        <div className="hero-ground">
          <div className={top ? `${container} hero-body` : 'hero-body'}>
            {title ? (
              <h2 id={`secao-${id}`} className="hero-title">
                {title}
              </h2>
            ) : null}
            <Paragraphs text={text} />
            <div className="hero-way flex flex-wrap items-center">
              <ButtonLink button={button} />
              {video ? <VideoButton video={video} title={title || 'Vídeo'} className="sec-button" /> : null}
              {price && top ? (
                <p className="hero-price figures">
                  {price.from ? 'a partir de ' : null}
                  <strong>{formatReais(price.reais)}</strong>
                </p>
              ) : null}
            </div>
          </div>
        </div>
      ) : null}
    </section>
  );
}
