import type { WindowSection } from '@vitrine/contract/window';
import { windowLimits as most, type SectionKind } from '@vitrine/contract/window-kinds';
import type { FunctionComponent } from 'react';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { ItemList } from './item-list.client.tsx';
import {
  ButtonFields,
  choicesOf,
  FocusField,
  type Form,
  type FormProps,
  Picker,
  PictureField,
  Slider,
  TargetFields,
  TextField,
  Title,
} from './section-fields.client.tsx';
import {
  Buyers,
  Countdown,
  Discord,
  Goal,
  Proof,
  Staff,
  Supporters,
  Tiers,
  Video,
} from './section-form-facts.client.tsx';

const Announcement: Form<'announcement'> = (props) => {
  const { section, set } = props;
  return (
    <>
      <TextField label="Texto" value={section.text} max={most.line} onChange={(text) => set({ text })} />
      <TargetFields {...choicesOf(props)} value={section.target} onChange={(target) => set({ target })} />
    </>
  );
};

const Hero: Form<'hero'> = (props) => {
  const { section, set } = props;
  return (
    <>
      <Title section={section} set={set} />
      <TextField label="Texto" optional rows={2} value={section.text} max={300} onChange={(text) => set({ text })} />
      <PictureField label="Imagem" shape="hero" value={section.picture} onChange={(picture) => set({ picture })} />
      {section.picture ? (
        <>
          <FocusField picture={section.picture} value={section.focus} onChange={(focus) => set({ focus })} />
          <Slider
            label="Véu sobre a imagem"
            value={section.shade}
            max={most.shade}
            onChange={(shade) => set({ shade })}
          />
        </>
      ) : null}
      <TextField
        label="Endereço do vídeo"
        optional
        value={section.video ?? ''}
        max={200}
        placeholder="https://www.youtube.com/watch?v=…"
        onChange={(video) => set({ video })}
      />
      <ButtonFields {...choicesOf(props)} value={section.button} onChange={(button) => set({ button })} />
    </>
  );
};

const Featured: Form<'featured'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Destaques" />
    <p className="text-small text-muted">Marque um produto como destaque na página dele.</p>
  </>
);

const Category: Form<'category'> = ({ section, set, categories }) => (
  <Picker
    label="Categoria"
    what="category"
    value={section.category}
    options={categories}
    empty="Escolha"
    onChange={(category) => set({ category })}
  />
);

const Split: Form<'split'> = (props) => {
  const { section, set } = props;
  return (
    <>
      <Title section={section} set={set} />
      <TextField label="Texto" rows={4} value={section.text} max={most.text} onChange={(text) => set({ text })} />
      <PictureField label="Imagem" shape="product" value={section.picture} onChange={(picture) => set({ picture })} />
      {section.picture ? (
        <>
          <FocusField picture={section.picture} value={section.focus} onChange={(focus) => set({ focus })} />
          <RadioCards
            legend="Lado da imagem"
            inline
            options={[
              { value: 'left', label: 'Esquerda' },
              { value: 'right', label: 'Direita' },
            ]}
            value={section.side}
            onChange={(side) => set({ side })}
          />
        </>
      ) : null}
      <ButtonFields {...choicesOf(props)} value={section.button} onChange={(button) => set({ button })} />
    </>
  );
};

const Faq: Form<'faq'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Perguntas frequentes" />
    <ItemList
      noun="pergunta"
      items={section.items}
      most={most.questions}
      fresh={() => ({ question: '', answer: '' })}
      onChange={(items) => set({ items })}
    >
      {(item, change, number) => (
        <>
          <TextField
            label={`Pergunta ${number}`}
            value={item.question}
            max={most.line}
            onChange={(question) => change((one) => ({ ...one, question }))}
          />
          <TextField
            label={`Resposta ${number}`}
            rows={2}
            value={item.answer}
            max={most.text}
            onChange={(answer) => change((one) => ({ ...one, answer }))}
          />
        </>
      )}
    </ItemList>
  </>
);

const Rules: Form<'rules'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Regras" />
    <ItemList
      noun="regra"
      items={section.items}
      most={most.rules}
      fresh={() => ''}
      onChange={(items) => set({ items })}
    >
      {(item, change, number) => (
        <TextField label={`Regra ${number}`} value={item} max={most.rule} onChange={(rule) => change(() => rule)} />
      )}
    </ItemList>
  </>
);

const forms: { [Kind in SectionKind]: Form<Kind> } = {
  announcement: Announcement,
  hero: Hero,
  featured: Featured,
  category: Category,
  split: Split,
  faq: Faq,
  rules: Rules,
  tiers: Tiers,
  countdown: Countdown,
  proof: Proof,
  goal: Goal,
  buyers: Buyers,
  supporters: Supporters,
  staff: Staff,
  video: Video,
  discord: Discord,
};

/** The fields of a section of any kind. */
export function SectionForm(props: FormProps<WindowSection>) {
  const Fields = forms[props.section.kind] as FunctionComponent<FormProps<WindowSection>>;
  return (
    <div className="flex flex-col gap-4">
      <Fields {...props} />
    </div>
  );
}
