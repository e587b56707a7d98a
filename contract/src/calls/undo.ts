import { Undo, UndoAnswer } from '../undo.ts';
import { call } from './call.ts';

/** Deletions that a person takes back. */
export const undo = {
  'POST /undo': call({
    id: 'undoDeletion',
    // the handler asks for the permission of the deletion itself
    access: 'store.read',
    says: 'Brings back what was deleted minutes ago, with its id, and says what could not come back.',
    body: Undo,
    answer: UndoAnswer,
    refusals: [
      'undo_over',
      'category_taken',
      'discount_taken',
      'variable_taken',
      'page_taken',
      'order_notes_limit',
      'plan_category_limit',
      'plan_product_limit',
      'discount_limit',
      'variable_limit',
      'question_limit',
      'page_limit',
      'role_taken',
      'role_limit',
      'role_above_own',
      'step_up_required',
    ],
    example: {
      body: { subdomain: 'cidadealta', kind: 'product', ids: ['06h0dkk4a1cn'] },
      answer: { success: true, undone: ['06h0dkk4a1cn'], left: [] },
    },
  }),
};
