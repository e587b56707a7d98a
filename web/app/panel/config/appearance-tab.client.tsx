import { lookWords } from '@vitrine/contract/look-words';
import { firstLook } from '@vitrine/contract/looks';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ColorInput, useLastColour } from '../../ui/color-input.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { BrandPreview } from '../brand/brand-preview.client.tsx';
import { imageHint, imageMaxBytes, imageRefusals, imageShapes, imageTypes } from '../form/images.ts';
import { ThemeFileButtons } from '../window/theme-file.client.tsx';
import { ThemePicker } from '../window/theme-picker.client.tsx';
import type { SettingsTabProps } from './store-tab.client.tsx';

/** Chosen pictures that are not sent yet. null removes the stored picture, an absent key keeps it. */
export interface Pictures {
  logo?: File | null;
  banner?: File | null;
}

interface AppearanceTabProps extends SettingsTabProps {
  pictures: Pictures;
  /** Grows when choices are dropped or saved, so that the stored picture shows again. */
  generation: number;
  onPictures(pictures: Pictures): void;
}

const colours = [
  ['branding.primaryColor', 'Cor primária', 'primaryColor'],
  ['branding.secondaryColor', 'Cor secundária', 'secondaryColor'],
] as const;

const slots = [
  ['logo', 'Logo', 'Quadrada, no topo da loja.'],
  ['banner', 'Banner', 'Larga, atrás do nome da loja. Sem ela usamos as suas cores.'],
] as const;

const densities = [
  { value: 'cards', label: lookWords.density.cards, help: 'Imagem grande, um por linha no celular.' },
  { value: 'pairs', label: lookWords.density.pairs, help: 'Dois por linha no celular.' },
  { value: 'rows', label: lookWords.density.rows, help: 'Imagem pequena, para lojas com muitos produtos.' },
] as const;

/** Logo, banner and colours, with the live preview of both themes. */
export function AppearanceTab({ form, store, pictures, generation, onPictures }: AppearanceTabProps) {
  const { errors } = form.formState;
  const [refusals, setRefusals] = useState<Partial<Record<keyof Pictures, string>>>({});
  const [nameStore, primary, secondary, look = firstLook, density = 'cards'] = form.watch([
    'nameStore',
    'branding.primaryColor',
    'branding.secondaryColor',
    'settings.look',
    'settings.density',
  ]);
  const [primaryColor, secondaryColor] = [useLastColour(primary), useLastColour(secondary)];
  const change = { shouldDirty: true } as const;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <Card title="Marca">
        <div className="flex flex-col gap-5">
          {slots.map(([key, label, help]) => (
            <Field key={key} label={label} optional help={help} error={refusals[key]}>
              <FileDrop
                hint={imageHint}
                accept={imageTypes}
                maxBytes={imageMaxBytes}
                shape={imageShapes[key]}
                key={generation}
                current={store[key]}
                onChange={(file) => {
                  setRefusals({ ...refusals, [key]: undefined });
                  onPictures({ ...pictures, [key]: file });
                }}
                onRefused={(reason) => setRefusals({ ...refusals, [key]: imageRefusals[reason] })}
              />
            </Field>
          ))}
          <div className="grid gap-5 sm:grid-cols-2">
            {colours.map(([name, label, key]) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field }) => (
                  <Field label={label} error={errors.branding?.[key]?.message}>
                    <ColorInput label={label} value={field.value} onChange={field.onChange} />
                  </Field>
                )}
              />
            ))}
          </div>
          <Controller
            control={form.control}
            name="settings.density"
            render={({ field }) => (
              <RadioCards
                legend="Produtos na loja"
                inline
                options={densities}
                value={field.value ?? 'cards'}
                onChange={field.onChange}
              />
            )}
          />
          <ThemePicker
            look={look}
            primaryColor={primaryColor}
            secondaryColor={secondaryColor}
            onChange={(chosen) => form.setValue('settings.look', chosen, change)}
          />
          <ThemeFileButtons
            theme={{ vitrineTheme: 1, primaryColor, secondaryColor, density, look }}
            onRead={(theme) => {
              form.setValue('branding.primaryColor', theme.primaryColor, change);
              form.setValue('branding.secondaryColor', theme.secondaryColor, change);
              form.setValue('settings.density', theme.density, change);
              form.setValue('settings.look', theme.look, change);
            }}
          />
        </div>
      </Card>
      <Card
        title="Prévia"
        description="Como cores, letras e cantos ficam para quem compra."
        className="lg:sticky lg:top-8"
      >
        <BrandPreview name={nameStore} look={look} primaryColor={primaryColor} secondaryColor={secondaryColor} />
      </Card>
    </div>
  );
}
