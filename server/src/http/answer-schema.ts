import { z } from 'zod';

const kept = new WeakMap<z.ZodType, Record<string, unknown>>();

/**
 * The schema of an answer as Fastify compiles its serialiser from it: what it does not name is not written, and a
 * missing field is a fault. Types of values are the handler's to keep: the type check compares them with the row.
 */
export function answerSchema(answer: z.ZodType): Record<string, unknown> {
  const known = kept.get(answer);
  if (known) return known;
  const { $schema: _, ...made } = z.toJSONSchema(answer, {
    io: 'output',
    target: 'draft-7',
    override({ jsonSchema }) {
      // The serialiser leaves out what is not named. Closed branches of a union would refuse it instead.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // A date is written as it comes; its pattern would be matched in each branch of a union.
      if (jsonSchema.format === 'date-time') {
        delete jsonSchema.format;
        delete jsonSchema.pattern;
      }
    },
  });
  kept.set(answer, made);
  return made;
}
