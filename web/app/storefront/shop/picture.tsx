import type { ReactNode } from 'react';

/** Widths that the server makes of every upload. */
const WIDTHS = [160, 320, 640, 1280] as const;
const UPLOAD = /^\/images\/([0-9a-z]+)\/\d+\.(?:webp|avif)$/;

/** `srcset` of one of our uploads, or undefined for any other address. */
export function sourceSet(address: string, format: 'avif' | 'webp'): string | undefined {
  const key = UPLOAD.exec(address)?.[1];
  return key && WIDTHS.map((width) => `/images/${key}/${width}.${format} ${width}w`).join(', ');
}

/** The same picture at one width; other addresses stay as they are. */
export function atWidth(address: string, width: (typeof WIDTHS)[number]): string {
  return address.replace(UPLOAD, `/images/$1/${width}.webp`);
}

/**
 * Nearly the width of a phone, for `sizes`. At 3 % less than the full width nobody sees a difference, but common
 * phones take the file of 640 pixels instead of the one of 1280, which is four times as heavy.
 */
export const PHONE_WIDE = '88vw';

interface PictureProps {
  /** The server's address, or null: then `fallback` is shown. */
  src: string | null;
  alt: string;
  /** The width on the screen, for the browser's choice of file: `(min-width: 640px) 50vw, 100vw`. */
  sizes: string;
  width: number;
  height: number;
  /**
   * The first picture of the page is fetched before everything else. All others wait until they are near the screen.
   */
  first?: boolean;
  className?: string;
  fallback?: ReactNode;
}

/** A picture in the format and size that the screen needs. Its box has its size before the picture arrives. */
export function Picture({ src, alt, sizes, width, height, first, className, fallback }: PictureProps) {
  if (!src) return fallback ?? <PictureFallback className={className} />;
  const avif = sourceSet(src, 'avif');
  return (
    <picture className="contents">
      {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
      <img
        src={src}
        srcSet={sourceSet(src, 'webp')}
        sizes={avif ? sizes : undefined}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
        className={className}
      />
    </picture>
  );
}

/** Replaces a missing picture: a wrapped parcel in the store's colours. */
export function PictureFallback({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 160 120" className={className} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 0h160v120H0z" fill="var(--accent-soft)" />
      <circle cx="80" cy="62" r="46" fill="var(--accent)" opacity="0.14" />
      <path d="m80 34 25 13v30L80 90 55 77V47Z" fill="var(--raised)" stroke="var(--accent-text)" strokeWidth="2.5" />
      <path
        d="m55 47 25 13 25-13M80 60v30M67.5 40.5l25 13v9"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
