import type { ShownSection } from '@vitrine/contract/window-shown';
import { InlineScript, InlineStyle } from '../../lib/inline.tsx';
import facts from '../../styles/section-facts.css?inline';
import css from '../../styles/sections.css?inline';
import strangers from '../../styles/strangers.css?inline';
import type { CardDensity } from '../shop/card-shape.ts';
import { Shelf } from '../shop/shelves.tsx';
import { BuyersSection, CountdownSection, GoalSection, ProofSection, SupportersSection } from './fact-sections.tsx';
import { HeroSection } from './hero-section.tsx';
import { liveSections } from './live-sections.ts';
import { FeaturedSection, TiersSection } from './offer-sections.tsx';
import { DiscordSection, VideoSection } from './stranger-sections.tsx';
import { AnnouncementSection, FaqSection, RulesSection, SplitSection, StaffSection } from './text-sections.tsx';

interface Placing {
  density: CardDensity;
  /** Whether it stands above the shop's name. */
  top?: boolean;
  /** Whether the page's first picture is in it. */
  first?: boolean;
}

/** One of the owner's sections. */
export function WindowSection({ section, density, top = false, first = false }: Placing & { section: ShownSection }) {
  const { id } = section;
  switch (section.kind) {
    case 'announcement':
      return <AnnouncementSection id={id} parts={section} top={top} />;
    case 'hero':
      return <HeroSection id={id} parts={section} top={top} />;
    case 'featured':
      return <FeaturedSection id={id} parts={section} density={density} first={first} />;
    case 'category':
      return <Shelf category={section.category} density={density} first={first} far={!first} alone={false} />;
    case 'split':
      return <SplitSection id={id} parts={section} />;
    case 'faq':
      return <FaqSection id={id} parts={section} />;
    case 'rules':
      return <RulesSection id={id} parts={section} />;
    case 'tiers':
      return <TiersSection id={id} parts={section} />;
    case 'countdown':
      return <CountdownSection id={id} parts={section} />;
    case 'proof':
      return <ProofSection id={id} parts={section} />;
    case 'goal':
      return <GoalSection id={id} parts={section} />;
    case 'buyers':
      return <BuyersSection id={id} parts={section} />;
    case 'supporters':
      return <SupportersSection id={id} parts={section} />;
    case 'staff':
      return <StaffSection id={id} parts={section} />;
    case 'video':
      return <VideoSection id={id} parts={section} />;
    case 'discord':
      return <DiscordSection id={id} parts={section} />;
  }
}

/** Numbers that an owner chose, as rules of the page's own stylesheet: the shop's policy allows no style attribute. */
function chosenCss(sections: readonly ShownSection[]): string {
  return sections
    .map((section) => {
      if (section.kind !== 'hero' && section.kind !== 'split') return '';
      const shade = section.kind === 'hero' ? `--shade:${section.shade}%` : '';
      return `[data-section="${section.id}"]{--x:${section.focus.x}%;--y:${section.focus.y}%;${shade}}`;
    })
    .join('');
}

/** Whose pages a press may open in these sections, by the names of page-policy.ts. */
function strangersIn(sections: readonly ShownSection[]): string[] {
  const of = (section: ShownSection) => {
    if (section.kind === 'video' || (section.kind === 'hero' && section.video)) return ['youtube'];
    return section.kind === 'discord' ? ['discord'] : [];
  };
  return [...new Set(sections.flatMap(of))];
}

/** The style of sections, for pages that have any. */
export function SectionStyle({ sections }: { sections: readonly ShownSection[] }) {
  const own = css + facts + (strangersIn(sections).length > 0 ? strangers : '') + chosenCss(sections);
  return sections.length > 0 ? <InlineStyle css={own} /> : null;
}

/** The script of sections that need one. It says whose pages a press may open, and the page's policy allows only those. */
export function SectionScript({ sections }: { sections: readonly ShownSection[] }) {
  const frames = strangersIn(sections);
  const clock = sections.some(({ kind }) => kind === 'countdown');
  return frames.length > 0 || clock ? <InlineScript text={liveSections} frames={frames.join(' ')} /> : null;
}
