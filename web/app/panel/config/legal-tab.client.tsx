import type { StoreEdit } from '@vitrine/contract/stores';
import { FileText } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { SettingsValues } from './settings-form.ts';

/** The seller's data that Decreto 7.962/2013 asks for, and the store's own terms and privacy texts. */
export function LegalTab({ form }: { form: UseFormReturn<SettingsValues, unknown, StoreEdit> }) {
  const errors = form.formState.errors.legal;
  const [terms, privacy] = form.watch(['legal.terms', 'legal.privacy']);
  /** Fills an empty text with a template that has the seller's data. */
  const begin = async (text: 'terms' | 'privacy') => {
    const { privacyTemplate, termsTemplate } = await import('./legal-templates.ts');
    const { legal, nameStore: store } = form.getValues();
    const seller = { name: '', document: '', address: '', contact: '', ...legal, store };
    const template = text === 'terms' ? termsTemplate(seller) : privacyTemplate(seller);
    form.setValue(`legal.${text}`, template, { shouldDirty: true });
    form.setFocus(`legal.${text}`);
  };
  const template = (text: 'terms' | 'privacy') => (
    <Button
      tone="quiet"
      size="small"
      className="-my-2"
      icon={<FileText className="size-3.5" />}
      onClick={() => void begin(text)}
    >
      Começar por um modelo
    </Button>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card
        title="Quem vende"
        description="O Decreto 7.962/2013 pede estes dados em lojas virtuais. Eles aparecem no rodapé da loja."
      >
        <div className="flex flex-col gap-5">
          <Field label="Nome ou razão social" error={errors?.name?.message}>
            <TextInput maxLength={120} autoComplete="organization" {...form.register('legal.name')} />
          </Field>
          <Field label="CPF ou CNPJ" error={errors?.document?.message}>
            <TextInput maxLength={20} inputMode="numeric" autoComplete="off" {...form.register('legal.document')} />
          </Field>
          <Field label="Endereço" error={errors?.address?.message}>
            <TextInput maxLength={300} autoComplete="street-address" {...form.register('legal.address')} />
          </Field>
          <Field
            label="Contato"
            help="E-mail ou telefone em que o comprador fala com você."
            error={errors?.contact?.message}
          >
            <TextInput maxLength={200} {...form.register('legal.contact')} />
          </Field>
        </div>
      </Card>
      <Card
        title="Textos da loja"
        description="Cada um vira uma página da loja; vazio, não aparece. Os modelos são um começo: leia, ajuste e, na dúvida, fale com um advogado."
      >
        <div className="flex flex-col gap-5">
          <Field
            label="Termos de uso"
            optional
            aside={terms ? undefined : template('terms')}
            error={errors?.terms?.message}
          >
            <Textarea rows={7} maxLength={20_000} {...form.register('legal.terms')} />
          </Field>
          <Field
            label="Política de privacidade"
            optional
            aside={privacy ? undefined : template('privacy')}
            error={errors?.privacy?.message}
          >
            <Textarea rows={7} maxLength={20_000} {...form.register('legal.privacy')} />
          </Field>
        </div>
      </Card>
    </div>
  );
}
