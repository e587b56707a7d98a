import { Section } from './section.tsx';

/** Pictures of the demo store, taken by `e2e/pictures.ts`: `shop-phone-dark.webp` and so on. */
const files = import.meta.glob<string>('../../../assets/landing/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const address = (name: string) => files[`../../../assets/landing/${name}.webp`];

const PHONE = { width: 640, height: 1386 };
const WIDE = { width: 1280, height: 800 };
const WIDE_SCREEN = '(min-width: 48rem)';
const LIGHT = '(prefers-color-scheme: light)';

const shown = [
  {
    name: 'shop',
    title: 'A loja que o jogador abre no celular',
    text: 'Com o nome, as cores e as imagens do seu servidor, em seis visuais. O que o produto dá está escrito em palavras simples, e o servidor aparece aberto ou fechado como ele está.',
    alt: 'A loja de demonstração: imagem da cidade, categorias e produtos com preço.',
  },
  {
    name: 'panel',
    title: 'O painel de todo dia',
    text: 'Quanto entrou, o que vendeu e, acima de tudo, o que travou: com a causa e o botão que resolve. Funciona igual no celular e pelo teclado.',
    alt: 'O painel da loja de demonstração: vendas de hoje e do mês, receita do ano e produtos mais vendidos.',
  },
];

export function Pictures({ demoUrl }: { demoUrl: string | undefined }) {
  return (
    <Section id="por-dentro" title="Veja por dentro">
      <div className="mt-8 grid gap-14 md:gap-20">
        {shown.map(({ name, title, text, alt }) => (
          <figure key={name} className="grid items-center gap-6 md:grid-cols-[1fr_1.75fr] md:gap-10">
            <figcaption className="min-w-0">
              <h3 className="text-lead font-semibold tracking-tight text-balance">{title}</h3>
              <p className="mt-2 text-muted text-pretty">{text}</p>
              {demoUrl && name === 'shop' ? (
                <a href={demoUrl} className="prose-link mt-3 inline-flex min-h-11 items-center font-semibold">
                  Abrir a loja de demonstração
                </a>
              ) : null}
            </figcaption>
            <picture className="block min-w-0">
              <source media={`${WIDE_SCREEN} and ${LIGHT}`} srcSet={address(`${name}-wide-light`)} {...WIDE} />
              <source media={WIDE_SCREEN} srcSet={address(`${name}-wide-dark`)} {...WIDE} />
              <source media={LIGHT} srcSet={address(`${name}-phone-light`)} {...PHONE} />
              <img
                src={address(`${name}-phone-dark`)}
                alt={alt}
                {...PHONE}
                loading="lazy"
                decoding="async"
                className="mx-auto h-auto w-full max-w-64 rounded-card border border-line shadow-soft md:max-w-none"
              />
            </picture>
          </figure>
        ))}
      </div>
      <p className="mt-10 text-small text-muted">Imagens da loja de demonstração, com dados fictícios.</p>
    </Section>
  );
}
