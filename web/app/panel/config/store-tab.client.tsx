import { limits } from '@vitrine/contract/limits';
import { SEARCH_WORDS_MAX } from '@vitrine/contract/search-words';
import type { Store } from '@vitrine/contract/store-answers';
import { linkKinds, linkTexts } from '@vitrine/contract/store-links';
import type { StoreEdit } from '@vitrine/contract/stores';
import { LINK_MAX } from '@vitrine/contract/web-address';
import { ExternalLink } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { usePublicConfig } from '../../lib/public-config.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { Badge, Card } from '../../ui/surfaces.tsx';
import { fromLocal, toLocal } from '../form/local-time.ts';
import type { SettingsValues } from './settings-form.ts';

/** An example of each link, in its field. */
const examples = {
  discord: 'https://discord.gg/suacidade',
  whatsapp: '(11) 98765-4321',
  instagram: '@suacidade',
  tiktok: '@suacidade',
  youtube: '@suacidade',
  x: '@suacidade',
  site: 'https://suacidade.com.br',
  support: 'ajuda@suacidade.com.br',
} as const;

export interface SettingsTabProps {
  form: UseFormReturn<SettingsValues, unknown, StoreEdit>;
  store: Store;
}

/** Name, address, description, and whether the store is open. */
export function StoreTab({ form, store }: SettingsTabProps) {
  const domain = usePublicConfig()?.domain;
  const { errors } = form.formState;
  const opens = store.opensAt !== null && Date.parse(store.opensAt) > Date.now();
  const renamed = form.watch('nameDomain').toLowerCase() !== store.subdomain;
  return (
    // The right column holds a date with its time, also where both columns are narrow.
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(19rem,1fr)]">
      <Card title="Dados da loja">
        <div className="flex flex-col gap-5">
          <Field label="Nome da loja" error={errors.nameStore?.message}>
            <TextInput autoComplete="organization" maxLength={limits.storeNameMax} {...form.register('nameStore')} />
          </Field>
          <Field
            label="Domínio"
            help={
              renamed
                ? `O endereço antigo leva ao novo por ${limits.subdomainHoldDays} dias; depois fica livre para outras lojas.`
                : 'É o endereço que seus jogadores visitam.'
            }
            error={errors.nameDomain?.message}
          >
            <TextInput
              suffix={domain ? `.${domain}` : '…'}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={limits.subdomainMax}
              {...form.register('nameDomain')}
            />
          </Field>
          <Field
            label="Descrição"
            optional
            help="Uma ou duas frases sobre o seu servidor, no topo da loja."
            error={errors.description?.message}
          >
            <Textarea rows={3} maxLength={500} {...form.register('description')} />
          </Field>
        </div>
      </Card>
      <Card
        title="Status"
        actions={
          store.status !== 'active' ? (
            <Badge tone="neutral">Inativa</Badge>
          ) : opens ? (
            <Badge tone="info">Abre em breve</Badge>
          ) : (
            <Badge tone="ok">Ativa</Badge>
          )
        }
      >
        <div className="flex flex-col gap-5">
          <div className="flex flex-col items-start gap-1">
            <p className="text-muted">
              {store.status === 'active'
                ? opens
                  ? 'Até a abertura, quem visita vê a contagem regressiva e ninguém compra.'
                  : 'Quem visita vê a loja aberta e pode comprar.'
                : 'Quem visita vê a página “em desenvolvimento” e ninguém compra. Pedidos já feitos continuam.'}
            </p>
            <Link
              to="?tab=perigo"
              className="inline-flex min-h-11 items-center rounded-control font-medium text-accent-text underline underline-offset-4 pointer-fine:min-h-8"
            >
              {store.status === 'active' ? 'Fechar a loja' : 'Reabrir a loja'}
            </Link>
          </div>
          <Controller
            control={form.control}
            name="opensAt"
            render={({ field, fieldState }) => (
              <Field
                label="Abertura"
                optional
                help="Até lá a loja mostra a contagem e o “Avise-me”, e não vende. No horário de Brasília; vazio abre já."
                error={fieldState.error?.message}
              >
                <TextInput
                  type="datetime-local"
                  name={field.name}
                  ref={field.ref}
                  onBlur={field.onBlur}
                  value={toLocal(field.value ?? null)}
                  onChange={(event) => field.onChange(fromLocal(event.target.value))}
                />
              </Field>
            )}
          />
          <div className="flex flex-col gap-2">
            <p className="text-small font-medium">Endereço</p>
            <p className="text-small break-all text-muted">{store.url}</p>
            <div className="flex flex-wrap gap-2">
              <a href={store.url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
                <ExternalLink className="size-4" />
                Abrir loja
              </a>
              <CopyButton text={store.url} label="Copiar link" size="small" />
            </div>
          </div>
        </div>
      </Card>
      <Card
        title="Onde falar com a loja"
        description="Aparece no rodapé e na página de cada pedido. “Falar com a loja” usa o suporte, senão o WhatsApp, senão o Discord."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {linkKinds.map((kind) => (
            <Field
              key={kind}
              label={linkTexts[kind]}
              optional
              help={kind === 'support' ? 'E-mail ou link de atendimento.' : undefined}
              error={errors.settings?.links?.[kind]?.message}
            >
              <TextInput
                inputMode={kind === 'whatsapp' ? 'tel' : 'url'}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                maxLength={LINK_MAX}
                placeholder={examples[kind]}
                {...form.register(`settings.links.${kind}`)}
              />
            </Field>
          ))}
        </div>
      </Card>
      <Card
        title="Busca da loja"
        description="Palavras que querem dizer a mesma coisa. Quem busca uma encontra os produtos que têm a outra."
      >
        <Field
          label="Palavras da busca"
          optional
          help="Uma linha para cada grupo, com vírgula entre as palavras."
          error={errors.settings?.searchWords?.message}
        >
          <Textarea
            rows={4}
            maxLength={SEARCH_WORDS_MAX}
            placeholder={'vip, assinatura, premium\nmoto, motocicleta, bike'}
            {...form.register('settings.searchWords')}
          />
        </Field>
      </Card>
    </div>
  );
}
