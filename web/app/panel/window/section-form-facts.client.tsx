import { windowLimits as most } from '@vitrine/contract/window-kinds';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { fromLocal, toLocal } from '../form/local-time.ts';
import { ItemList } from './item-list.client.tsx';
import {
  ButtonFields,
  choicesOf,
  type Form,
  Picker,
  PictureField,
  TextField,
  Title,
  unchosen,
} from './section-fields.client.tsx';

/** The fields of sections that show products, figures, people and pages of others. */

export const Tiers: Form<'tiers'> = ({ section, set, products }) => (
  <>
    <Title section={section} set={set} otherwise="Compare" />
    <ItemList
      noun="produto"
      items={section.products}
      most={most.tiers}
      fresh={() => products.find(({ id }) => !section.products.includes(id))?.id ?? products[0]?.id ?? unchosen}
      onChange={(ids) => set({ products: ids, best: ids.includes(section.best) ? section.best : '' })}
    >
      {(item, change, number) => (
        <Picker
          label={`Produto ${number}`}
          what="product"
          value={item}
          options={products}
          empty="Escolha"
          onChange={(id) => change(() => id || unchosen)}
        />
      )}
    </ItemList>
    {section.products.length > 0 ? (
      <Picker
        label="Recomendado"
        what="product"
        value={section.best}
        options={products.filter(({ id }) => section.products.includes(id))}
        empty="Nenhum"
        onChange={(best) => set({ best })}
      />
    ) : null}
  </>
);

export const Countdown: Form<'countdown'> = (props) => {
  const { section, set } = props;
  return (
    <>
      <TextField label="Título" value={section.title} max={most.title} onChange={(title) => set({ title })} />
      <Field label="Data e hora" help="No horário de Brasília.">
        <TextInput
          type="datetime-local"
          value={toLocal(section.until)}
          onChange={(event) => set({ until: fromLocal(event.target.value) })}
        />
      </Field>
      <TextField label="Texto" optional value={section.text} max={most.line} onChange={(text) => set({ text })} />
      <ButtonFields {...choicesOf(props)} value={section.button} onChange={(button) => set({ button })} />
    </>
  );
};

export const Proof: Form<'proof'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Pago é entregue" />
    <p className="text-small text-muted">
      Aparece com {most.proofLeast} entregas de vendas em {most.proofDays} dias. Ninguém digita estes números.
    </p>
  </>
);

export const Goal: Form<'goal'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Meta do mês" />
    <Field label="Meta em reais" help="Quem visita a loja vê quanto foi vendido no mês.">
      <NumberInput
        value={section.reais || null}
        onChange={(reais) => set({ reais: Math.min(most.goalReais, Math.max(0, reais ?? 0)) })}
      />
    </Field>
    <TextField label="Texto" optional value={section.text} max={most.line} onChange={(text) => set({ text })} />
  </>
);

const Consent = () => (
  <p className="text-small text-muted">
    Só aparece quem marcou “Mostrar meu nome na loja” na página do pedido pago, com o nome abreviado. Reembolsos e
    presentes não contam, e sem nomes a seção some.
  </p>
);

export const Buyers: Form<'buyers'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Compraram há pouco" />
    <Consent />
  </>
);

export const Supporters: Form<'supporters'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Apoiadores do mês" />
    <Consent />
  </>
);

export const Staff: Form<'staff'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Equipe" />
    <ItemList
      noun="pessoa"
      items={section.people}
      most={most.people}
      fresh={() => ({ name: '', role: '', picture: null })}
      onChange={(people) => set({ people })}
    >
      {(item, change, number) => (
        <>
          <TextField
            label={`Nome ${number}`}
            value={item.name}
            max={most.name}
            onChange={(name) => change((one) => ({ ...one, name }))}
          />
          <TextField
            label={`Função ${number}`}
            optional
            value={item.role}
            max={most.name}
            onChange={(role) => change((one) => ({ ...one, role }))}
          />
          <PictureField
            label={`Foto ${number}`}
            shape="logo"
            value={item.picture}
            onChange={(picture) => change((one) => ({ ...one, picture }))}
          />
        </>
      )}
    </ItemList>
  </>
);

export const Video: Form<'video'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Vídeo" />
    <TextField
      label="Endereço do vídeo"
      value={section.address}
      max={200}
      placeholder="https://www.youtube.com/watch?v=…"
      onChange={(address) => set({ address })}
    />
  </>
);

export const Discord: Form<'discord'> = ({ section, set }) => (
  <>
    <Title section={section} set={set} otherwise="Nosso Discord" />
    <TextField
      label="ID do servidor"
      value={section.guild}
      max={20}
      help="No Discord: Configurações do servidor → Widget. Ligue o widget e copie o ID."
      onChange={(guild) => set({ guild })}
    />
    <TextField label="Texto" optional value={section.text} max={most.line} onChange={(text) => set({ text })} />
  </>
);
