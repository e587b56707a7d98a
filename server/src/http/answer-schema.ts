import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

const kept = new WeakMap<z.ZodType, (answer: unknown) => string>();

/**
 * Writes an answer by its schema: what the schema does not name is not written, and a missing field is a fault. The
 * types of values are not checked here, because the type check compares the handler's answer with the row.
 *
 * Each writer is compiled at its first use. To compile those of all calls took half of a start.
 */
export function writeAnswer(answer: unknown, schema: z.ZodType): string {
  let write = kept.get(schema);
  if (!write) {
    write = build(jsonSchemaOf(schema));
    kept.set(schema, write);
  }
  return write(answer);
}

/** The same for Fastify, as the compiler of its serialisers. */
export const writeBySchema: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    writeAnswer(answer, schema);

function jsonSchemaOf(answer: z.ZodType): build.AnySchema {
  const { $schema: _, ...made } = z.toJSONSchema(answer, {
    io: 'output',
    target: 'draft-7',
    override({ jsonSchema }) {
      // The serialiser leaves out fields that are not named. A closed branch of a union would refuse the answer because of them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // A date is written as it comes; its pattern would be matched in each branch of a union.
      if (jsonSchema.format === 'date-time') {
        delete jsonSchema.format;
        delete jsonSchema.pattern;
      }
    },
  });
  return made as build.AnySchema;
}
