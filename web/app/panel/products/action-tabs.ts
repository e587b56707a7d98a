import {
  discordActionTexts,
  discordActionTypes,
  fivemActionTexts,
  fivemActionTypes,
} from '@vitrine/contract/action-types';
import type { ActionTarget } from '@vitrine/contract/actions';

/** The four tabs of 'Ações automáticas'. This map alone decides which games have content. */

export interface ActionTab {
  id: string;
  label: string;
  emptyHint: string;
  /** The tab's actions. Absent for a game that no script of ours serves. */
  content?: {
    target: ActionTarget;
    types: readonly { value: string; label: string }[];
    dialogTitle: string;
    /** Toasts, word for word from SPEC.md section 8. */
    added: string;
    removed: string;
  };
}

const options = <Type extends string>(types: readonly Type[], texts: Record<Type, string>) =>
  types.map((value) => ({ value, label: texts[value] }));

export const actionTabs: readonly ActionTab[] = [
  {
    id: 'discord',
    label: 'Discord',
    emptyHint: 'Nenhuma ação do Discord adicionada',
    content: {
      target: 'discord',
      types: options(discordActionTypes, discordActionTexts),
      dialogTitle: 'Ação do Discord',
      added: 'Ação adicionada com sucesso!',
      removed: 'Ação removida.',
    },
  },
  {
    id: 'fivem',
    label: 'FiveM',
    emptyHint: 'Nenhuma ação do FiveM adicionada',
    content: {
      target: 'fivem',
      types: options(fivemActionTypes, fivemActionTexts),
      dialogTitle: 'Ação do FiveM',
      added: 'Ação FiveM adicionada com sucesso!',
      removed: 'Ação FiveM removida.',
    },
  },
  { id: 'minecraft', label: 'Minecraft', emptyHint: 'Nenhuma ação do Minecraft adicionada' },
  { id: 'mta', label: 'MTA', emptyHint: 'Nenhuma ação do MTA adicionada' },
];
