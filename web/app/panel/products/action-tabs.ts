import { type ActionTarget, actionTargets, targetTexts } from '@vitrine/contract/action-types';

/** The tabs of 'Ações automáticas': one for each target. */

export interface ActionTab {
  id: ActionTarget;
  label: string;
  emptyHint: string;
}

export const actionTabs: readonly ActionTab[] = actionTargets.map((id) => {
  const { label, empty } = targetTexts[id].tab;
  return { id, label, emptyHint: empty };
});
