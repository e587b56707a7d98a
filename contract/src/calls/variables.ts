import { z } from 'zod';
import { Done, StoreScope } from '../common.ts';
import { Variable, VariableCreate, VariableEdit, VariableMade, VariablesAnswer } from '../variables.ts';
import { call } from './call.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });
const done = { success: true };
const group = { kind: 'constant', name: 'grupo_vip', value: 'vip_ouro' } as const;

/** Variables: constants and checkout questions (DECISIONS.md, Variables). */
export const variables = {
  'POST /variables': call({
    id: 'listVariables',
    access: 'variables.edit',
    alsoMay: ['catalog.edit', 'orders.give'],
    says: 'Lists the variables of a store by name, with the products that use them.',
    body: StoreScope,
    answer: VariablesAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: {
        ...done,
        variables: [{ ...group, _id: '06h0dkjdq8vs', usedBy: [{ id: '06h0dkk4a1cn', name: 'VIP Ouro' }], version: 1 }],
      },
    },
  }),
  'POST /variables/create': call({
    id: 'createVariable',
    access: 'variables.edit',
    says: 'Adds a constant, or a question that the checkout asks.',
    body: VariableCreate,
    answer: VariableMade,
    refusals: ['variable_reserved', 'variable_taken', 'variable_limit', 'question_limit', 'product_not_found'],
    example: {
      body: { subdomain: 'cidadealta', variable: group },
      answer: { ...done, variable: { _id: '06h0dkjdq8vs', name: 'grupo_vip' } },
    },
  }),
  'POST /variables/edit/:subdomain/:id': call({
    id: 'editVariable',
    access: 'variables.edit',
    says: 'Changes a variable; its name and kind stay while products or pending orders use it.',
    params: Target,
    body: VariableEdit,
    answer: Done,
    versioned: Variable,
    refusals: [
      'not_found',
      'changed_meanwhile',
      'variable_reserved',
      'variable_taken',
      'variable_in_use',
      'variable_unfit',
      'question_limit',
      'product_not_found',
    ],
    example: { body: { variable: group, version: 1 }, answer: done },
  }),
  'DELETE /variables/delete/:subdomain/:id': call({
    id: 'deleteVariable',
    access: 'variables.edit',
    says: 'Deletes a variable that no product on sale and no pending order uses.',
    params: Target,
    answer: Done,
    refusals: ['not_found', 'variable_in_use'],
    example: { answer: done },
  }),
};
