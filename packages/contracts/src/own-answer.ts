import { z } from 'zod';

/**
 * Removes the fields that only the answer has (such as times, totals and labels that the server computes) from the body
 * of a PUT, at every depth. A client can therefore send back what a GET returned. A field that is in neither schema
 * stays, so that the body's schema refuses it.
 */
export function withoutDerived(body: unknown, bodySchema: z.ZodType, answerSchema: z.ZodType): unknown {
  const [taken, answered] = [plainSchema(bodySchema), plainSchema(answerSchema)];
  if (Array.isArray(body) && taken instanceof z.ZodArray && answered instanceof z.ZodArray)
    return body.map((item) => withoutDerived(item, taken.element as z.ZodType, answered.element as z.ZodType));
  if (!isRecord(body) || !(taken instanceof z.ZodObject) || !(answered instanceof z.ZodObject)) return body;
  const ownField = (shape: Record<string, z.ZodType>, name: string) =>
    Object.hasOwn(shape, name) ? shape[name] : undefined;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const [inBody, inAnswer] = [ownField(taken.shape, name), ownField(answered.shape, name)];
      if (inBody && inAnswer) return [[name, withoutDerived(value, inBody, inAnswer)]];
      return inAnswer ? [] : [[name, value]];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the wrappers `.optional()`, `.nullable()`, `.default()` and `z.preprocess()` from a schema. */
function plainSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return plainSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return plainSchema(schema.out as z.ZodType);
  return schema;
}
