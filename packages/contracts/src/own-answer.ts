import { z } from 'zod';

/**
 * The body of a PUT without what only its answer holds, so that what a GET answered can be sent back as it is: times,
 * totals and labels that the server works out are left out, at every depth. A field that neither knows stays, and is
 * refused by the body's own schema.
 */
export function withoutDerived(body: unknown, bodySchema: z.ZodType, answerSchema: z.ZodType): unknown {
  const [taken, answered] = [plainSchema(bodySchema), plainSchema(answerSchema)];
  if (Array.isArray(body) && taken instanceof z.ZodArray && answered instanceof z.ZodArray)
    return body.map((item) => withoutDerived(item, taken.element as z.ZodType, answered.element as z.ZodType));
  if (!isRecord(body) || !(taken instanceof z.ZodObject) || !(answered instanceof z.ZodObject)) return body;
  const [takes, answers]: Record<string, z.ZodType>[] = [taken.shape, answered.shape];
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const [inBody, inAnswer] = [takes?.[name], answers?.[name]];
      if (inBody && inAnswer) return [[name, withoutDerived(value, inBody, inAnswer)]];
      return inAnswer ? [] : [[name, value]];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema inside of `.optional()`, `.nullable()`, `.default()` and `z.preprocess()`. */
function plainSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return plainSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return plainSchema(schema.out as z.ZodType);
  return schema;
}
