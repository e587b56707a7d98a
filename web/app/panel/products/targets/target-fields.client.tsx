import type { ActionTarget } from '@vitrine/contract/actions';
import { type ActionDraft, fieldsOf } from '../action-draft.ts';
import { targetForms } from './entries.ts';
import type { FieldsProps } from './target-form.ts';

interface TargetFieldsProps extends Omit<FieldsProps<ActionDraft>, 'type' | 'fields'> {
  target: ActionTarget;
}

/** The fields of the draft's type, as its target draws them. */
export function TargetFields({ target, ...props }: TargetFieldsProps) {
  const { Fields } = targetForms[target];
  return <Fields {...props} type={props.draft.type} fields={fieldsOf(props.draft.type)} />;
}
