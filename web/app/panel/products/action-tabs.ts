import { type ActionTarget, actionTargets, targetTexts } from '@vitrine/contract/action-types';

/** The tabs of 'Ações automáticas': one for each target, and the games that come later. */

export interface ActionTab {
  id: string;
  label: string;
  emptyHint: string;
  /** Absent for a game that no script of ours serves. */
  target?: ActionTarget;
}

const later = ['Minecraft', 'MTA'].map((label) => ({
  id: label.toLowerCase(),
  label,
  emptyHint: `Nenhuma ação do ${label} adicionada`,
}));

export const actionTabs: readonly ActionTab[] = [
  ...actionTargets.map((target) => {
    const { label, empty } = targetTexts[target].tab;
    return { id: target, label, emptyHint: empty, target };
  }),
  ...later,
];
