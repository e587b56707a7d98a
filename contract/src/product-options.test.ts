import { describe, expect, test } from 'vitest';
import { isSafeValue } from './placeholders.ts';
import {
  chosenOptions,
  keptAsOptions,
  optionPatterns,
  optionsAsVariables,
  type ProductOption,
  sampleOptions,
  shownOptions,
} from './product-options.ts';
import { ProductOptions } from './product-options-input.ts';
import { targetSchemas } from './targets/schemas.ts';
import { templateProblem } from './templates.ts';
import { VariableInput } from './variables.ts';

const option = (part: Partial<ProductOption>): ProductOption => ({
  ...{ name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
  ...part,
});
const colour = option({
  name: 'cor',
  label: 'Cor',
  kind: 'choice',
  choices: [
    { label: 'Azul-marinho', value: 'blue' },
    { label: 'Preto', value: '0 0 0' },
  ],
});
const age = option({ name: 'nivel', label: 'Nível', kind: 'number', min: 5, max: 20 });

describe('the answers of a buyer', () => {
  test.each<[string, ProductOption, string, string]>([
    ['a plate becomes capitals', option({}), ' abc12d34 ', 'ABC12D34'],
    ['letters and digits stay as typed', option({ kind: 'code' }), 'aB3', 'aB3'],
    ['a number loses its zeros in front', age, '007', '7'],
    ['a free text may hold spaces and accents', option({ kind: 'text' }), 'João da Silva', 'João da Silva'],
    ['a choice sends its value', colour, 'blue', 'blue'],
  ])('%s', (_, one, typed, value) => {
    expect(chosenOptions([one], { [one.name]: typed })).toMatchObject({ kept: [{ value }] });
  });

  test('people read the label of a choice', () => {
    const chosen = chosenOptions([colour, option({ required: false })], { cor: 'blue' });
    expect('kept' in chosen && shownOptions(chosen.kept)).toEqual([{ label: 'Cor', value: 'Azul-marinho' }]);
  });

  test.each<[string, ProductOption, string]>([
    ['a plate of nine letters', option({}), 'ABCDEFGHI'],
    ['a plate of seven letters', option({}), 'ABC1D23'],
    ['a plate with a space', option({}), 'AB 12D34'],
    ['a plate with letters of another alphabet', option({}), 'АВС12D34'],
    ['a code with a sign', option({ kind: 'code' }), 'a-b'],
    ['a number below its least', age, '4'],
    ['a number above its greatest', age, '21'],
    ['a number with digits of another alphabet', age, '١٢'],
    ['a number with an exponent', age, '1e1'],
    ['a text that begins another command', option({ kind: 'text' }), 'x;quit'],
    ['a text with a quote', option({ kind: 'text' }), 'x" y'],
    ['a text that begins a comment', option({ kind: 'text' }), 'x -- y'],
    ['a text of 61 letters', option({ kind: 'text' }), 'x'.repeat(61)],
    ['a choice that is not there', colour, 'red'],
    ['the label of a choice', colour, 'Preto'],
  ])('%s is refused', (_, one, typed) => {
    expect(chosenOptions([one], { [one.name]: typed })).toMatchObject({ problem: 'option_invalid', option: one.name });
  });

  test('an empty answer is refused only where the owner asks for one', () => {
    expect(chosenOptions([option({})], { placa: '  ' })).toMatchObject({ problem: 'option_required', option: 'placa' });
    expect(chosenOptions([option({ required: false })])).toMatchObject({ kept: [{ name: 'placa', value: '' }] });
  });

  test('an answer to an option that is gone is refused, also one with a name of every object', () => {
    expect(chosenOptions([], { cor: 'blue' })).toMatchObject({ problem: 'option_invalid', option: 'cor' });
    expect(chosenOptions([option({ name: 'constructor', required: true })])).toMatchObject({
      problem: 'option_required',
    });
  });

  test('the pattern of a text in the browser is the rule of the server', () => {
    const pattern = new RegExp(`^(?:${optionPatterns.text})$`, 'v');
    for (let point = 1; point < 0x3000; point += 1) {
      const sign = String.fromCodePoint(point);
      expect([sign, pattern.test(sign)]).toEqual([sign, isSafeValue(sign)]);
    }
    expect(pattern.test('a--b')).toBe(false);
  });

  test('a try answers every option as an order would take it', () => {
    const all = [option({}), option({ name: 'c', kind: 'code' }), age, option({ name: 't', kind: 'text' }), colour];
    expect(chosenOptions(all, sampleOptions(all))).toHaveProperty('kept');
  });
});

describe('what an owner sends', () => {
  const sent = (...options: object[]) => ProductOptions.safeParse(options).error?.issues.map(({ path }) => path);
  test('five options of every kind are taken, and what belongs to another kind is dropped', () => {
    const parsed = ProductOptions.parse([
      { ...colour, min: 3 },
      { ...option({}), choices: colour.choices },
    ]);
    expect(parsed).toMatchObject([{ min: null, choices: colour.choices }, { choices: [] }]);
  });
  test.each<[string, object, (string | number)[]]>([
    ['a name that is no placeholder', { ...option({}), name: 'Placa do carro' }, [0, 'name']],
    ['no label', { ...option({}), label: ' ' }, [0, 'label']],
    ['an unknown kind', { ...option({}), kind: 'date' }, [0, 'kind']],
    ['a choice without choices', { ...colour, choices: [] }, [0, 'choices']],
    ['one value twice', { ...colour, choices: [colour.choices[0], colour.choices[0]] }, [0, 'choices']],
    [
      'a value that a console misreads',
      { ...colour, choices: [{ label: 'x', value: 'a;quit' }] },
      [0, 'choices', 0, 'value'],
    ],
    ['bounds the wrong way round', { ...age, min: 9, max: 3 }, [0, 'max']],
  ])('%s is refused', (_, one, path) => {
    expect(sent(one)).toContainEqual(path);
  });
  test('one name twice and six options are refused', () => {
    expect(sent(option({}), option({}))).toEqual([[]]);
    expect(sent(...[1, 2, 3, 4, 5, 6].map((n) => option({ name: `o${n}` })))).toEqual([[]]);
  });
});

describe('in an action', () => {
  const vehicle = {
    target: 'fivem',
    type: 'add_vehicle',
    executionTiming: 'on_confirmation',
    vehicleName: 'kuruma_{{cor}}',
  } as const;
  const plain = { ...colour, choices: [{ label: 'Azul', value: 'blue' }] };
  test('a required choice may name a vehicle, an optional one or a text may not', () => {
    const problem = (one: ProductOption) => templateProblem(vehicle, optionsAsVariables([one]))?.code;
    expect(problem(plain)).toBeUndefined();
    expect(problem({ ...plain, required: false })).toBe('name_choices_only');
    expect(problem(option({ name: 'cor', kind: 'text' }))).toBe('name_choices_only');
    expect(problem(colour)).toBe('name_unfit');
  });
  describe('the plate of a vehicle', () => {
    const car = (plate: string) => ({ ...vehicle, vehicleName: 'kuruma', plate });
    const asked = optionsAsVariables([option({}), option({ name: 'codigo', kind: 'code' }), colour]);
    test.each(['{{placa}}', 'ABC12D34', 'abc12d34'])('%s is a plate', (plate) => {
      expect(templateProblem(car(plate), asked)).toBeUndefined();
      expect(targetSchemas.fivem.sent.safeParse({ ...car(plate) }).success).toBe(true);
    });
    test.each([
      ...[
        '{{codigo}}',
        '{{cor}}',
        '{{cidade}}',
        '{{nada}}',
        '{{nome}}',
        'X{{placa}}',
        '{{placa}}{{placa}}',
        '{{placa}} ',
      ],
      ...['{{placa', '{{Placa}}', 'ABC1D23', 'ABC12D345', 'ABC 2D34', 'АВС12D34', 'ABC12D3;', 'ABC12D3\u202e'],
    ])('%j is no plate', (plate) => {
      expect(templateProblem(car(plate), asked)).toMatchObject({ code: 'plate_unfit', field: 'plate' });
    });
    test.each(['', 'ABC1D23', '{{placa}}x', 'x'.repeat(10_000), '{{}}', 'ABC12D3\n'])('%j is not sent', (plate) => {
      expect(targetSchemas.fivem.sent.safeParse({ ...car(plate) }).success).toBe(false);
    });
    test('is written in capitals, and cannot come from a question of the store', () => {
      expect(targetSchemas.fivem.sent.parse(car('abc12d34'))).toMatchObject({ plate: 'ABC12D34' });
      const question = VariableInput.parse({
        kind: 'question',
        name: 'placa',
        label: 'Placa',
        answer: 'text',
        plate: true,
      });
      expect(templateProblem(car('{{placa}}'), [question])?.code).toBe('plate_unfit');
    });
  });
  test('a correction of a delivery knows the one answer that the order has', () => {
    const chosen = chosenOptions([plain], { cor: 'blue' });
    const kept = 'kept' in chosen ? chosen.kept : [];
    expect(templateProblem(vehicle, optionsAsVariables(keptAsOptions(kept)))).toBeUndefined();
  });
});
