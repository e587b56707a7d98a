import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { Checkbox, PasswordInput, Select } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert, Badge, Card } from '../../ui/surfaces.tsx';
import { useMay } from '../store/may.ts';
import type { SettingsTabProps } from './store-tab.client.tsx';

/** The Mercado Pago account with its state, how long an unpaid order waits, and when a product's days begin. */
export function PaymentsTab({ form, store }: SettingsTabProps) {
  const { errors } = form.formState;
  const mayConnect = useMay()('store.connect');
  const { connected, account, test, problem } = store.mercadoPago;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <Card
        title="Mercado Pago"
        description="O dinheiro das vendas cai direto na sua conta."
        actions={
          problem ? (
            <Badge tone="bad">Com problema</Badge>
          ) : connected ? (
            <Badge tone="ok">Conectado</Badge>
          ) : (
            <Badge tone="neutral">Não conectado</Badge>
          )
        }
      >
        <div className="flex flex-col gap-5">
          {problem ? (
            <Alert tone="bad" title="Ninguém consegue pagar agora">
              {problem}
            </Alert>
          ) : null}
          <div className="flex items-center gap-3 rounded-control bg-hover px-4 py-3">
            {problem ? (
              <TriangleAlert className="size-5 shrink-0 text-bad" aria-hidden="true" />
            ) : connected ? (
              <CircleCheck className="size-5 shrink-0 text-ok" aria-hidden="true" />
            ) : (
              <CircleDashed className="size-5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <div className="min-w-0">
              <p className="truncate font-medium">
                {connected ? (account ?? 'Conta conectada') : 'Nenhuma conta conectada'}
              </p>
              <p className="text-small text-muted">
                {connected
                  ? test
                    ? 'Conta de teste: nenhum pagamento é de verdade.'
                    : 'Pix, cartão de crédito e Mercado Pago ativos na sua loja.'
                  : 'Sem ela a loja mostra os produtos, mas não vende.'}
              </p>
            </div>
          </div>
          {mayConnect ? (
            <>
              <Field
                label="Token de acesso do Mercado Pago"
                help="Em Suas integrações, na sua aplicação: Credenciais de produção, Access Token. Conferimos com o Mercado Pago ao salvar e guardamos criptografado."
                error={errors.mercadoPago?.accessToken?.message}
              >
                <PasswordInput
                  noun="token"
                  autoComplete="off"
                  placeholder="APP_USR-…"
                  maxLength={400}
                  onFocus={(event) => event.target.select()}
                  {...form.register('mercadoPago.accessToken')}
                />
              </Field>
              <a
                href="https://www.mercadopago.com.br/developers/panel/app"
                target="_blank"
                rel="noreferrer"
                className="self-start rounded-control text-small font-medium text-accent-text underline underline-offset-4"
              >
                Abrir Suas integrações no Mercado Pago
              </a>
            </>
          ) : (
            <p className="text-small text-muted">Só quem pode conectar pagamentos troca esta conta.</p>
          )}
        </div>
      </Card>
      <Card title="Regras do pedido">
        <div className="flex flex-col gap-5">
          <WaitSetting
            control={form.control}
            name="settings.pixMinutes"
            label="Pix espera (minutos)"
            help="De 30 a 1440. Depois disso o pedido expira e o estoque volta."
            error={errors.settings?.pixMinutes && 'Use de 30 a 1440 minutos.'}
          />
          <WaitSetting
            control={form.control}
            name="settings.otherPaymentHours"
            label="Outros pagamentos esperam (horas)"
            help="De 1 a 168. Quem não abre a página de pagamento em 30 minutos perde a reserva."
            error={errors.settings?.otherPaymentHours && 'Use de 1 a 168 horas.'}
          />
          <Field
            label="Os dias de um produto contam"
            help="Para produtos com “remover após X dias”. Se a cidade volta só depois do fim, os dias contam sempre da entrega."
          >
            <Select {...form.register('settings.expireFrom')}>
              <option value="completion">A partir do pagamento</option>
              <option value="delivery">A partir da entrega</option>
            </Select>
          </Field>
          <Checkbox
            label="Conferir o Discord antes de entregar no jogo"
            help="Compara o ID do Discord do pedido com o do jogador conectado."
            {...form.register('settings.checkDiscord')}
          />
        </div>
      </Card>
    </div>
  );
}

interface WaitSettingProps {
  control: SettingsTabProps['form']['control'];
  name: 'settings.pixMinutes' | 'settings.otherPaymentHours';
  label: string;
  help: string;
  error: string | undefined;
}

/** How long an unpaid order waits, as a whole number. */
function WaitSetting({ control, name, label, help, error }: WaitSettingProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} help={help} error={error}>
          <NumberInput
            ref={field.ref}
            value={numberOrNull(field.value)}
            onChange={(value) => field.onChange(value ?? Number.NaN)}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  );
}

/** A half-typed number stays in the form's field; here it counts as empty. */
function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
