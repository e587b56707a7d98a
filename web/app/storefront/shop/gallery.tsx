import type { PublicProduct } from '@vitrine/contract/catalog';
import { CategoryArt } from './category-art.tsx';
import { atWidth, PHONE_WIDE, Picture } from './picture.tsx';

const sizes = `(min-width: 1152px) 640px, (min-width: 768px) 55vw, ${PHONE_WIDE}`;
const frame = 'shop-picture relative aspect-4/3 overflow-hidden rounded-card border border-line bg-hover';
const cover = 'absolute inset-0 size-full object-cover';

/** The pictures of a product's page: a row that fingers swipe, with thumbnails as links. It needs no script. */
export function Gallery({ product }: { product: PublicProduct }) {
  const { name, image, images, category } = product;
  const words = (alt: string, index: number) => alt || (index === 0 ? name : `${name}, imagem ${index + 1}`);
  if (images.length < 2) {
    return (
      <div className={frame}>
        <Picture
          src={image}
          alt={words(images[0]?.alt ?? '', 0)}
          sizes={sizes}
          width={1280}
          height={960}
          first
          className={cover}
          fallback={<CategoryArt category={category} className={cover} />}
        />
      </div>
    );
  }
  return (
    <section aria-label={`Imagens de ${name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys turn the row, in every browser */}
      <ul className="gallery" tabIndex={0} aria-label={`${images.length} imagens`}>
        {images.map(({ image: src, alt }, index) => (
          <li key={src} id={`imagem-${index + 1}`} className={frame}>
            <Picture
              src={src}
              alt={words(alt, index)}
              sizes={sizes}
              width={1280}
              height={960}
              first={index === 0}
              className={cover}
            />
          </li>
        ))}
      </ul>
      <ul className="mt-2 grid grid-cols-6 gap-2">
        {images.map(({ image: src }, index) => (
          <li key={src}>
            <a
              href={`#imagem-${index + 1}`}
              aria-label={`Ver imagem ${index + 1} de ${images.length}`}
              className="relative block aspect-4/3 min-h-11 w-full overflow-hidden rounded-[min(var(--radius-control),0.5rem)] border border-line bg-hover hover:border-line-strong"
            >
              <img src={atWidth(src, 160)} alt="" width={160} height={120} loading="lazy" className={cover} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
