import { z } from 'zod';
import type { Schema } from './sample.ts';

/** A call, read from the OpenAPI document of the server. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The field of the form that holds the file of an upload. */
  readonly fileField: string | undefined;
  readonly answers: ReadonlyMap<number, Answer>;
  /** The names of the fields of the rows in the call's answer. */
  readonly fields: readonly string[];
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
/** An answer that the document allows for one status. */
interface Answer {
  readonly description: string;
  /** The media types, separated by commas; undefined if there is no body. */
  readonly mediaType: string | undefined;
  /** Checks the body of a JSON answer. */
  readonly check: z.ZodType | undefined;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: { readonly Error: z.core.JSONSchema.JSONSchema } };
}
interface OpenApiOperation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema?: z.core.JSONSchema.JSONSchema & Schema }>>;

/** Reads the calls of an OpenAPI document, and the schema of a refusal in it. */
export function readOperations(text: string): { operations: readonly Operation[]; refusal: z.ZodType } {
  const document = JSON.parse(text) as OpenApiDocument;
  const refusal = z.fromJSONSchema(document.components.schemas.Error);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => {
      const form = one.requestBody?.content['multipart/form-data']?.schema;
      return {
        id: one.operationId,
        method: method.toUpperCase(),
        path,
        isPublic: one.security.length === 0,
        parameters: one.parameters,
        body: one.requestBody?.content['application/json']?.schema,
        fileField: form && Object.keys(form.properties ?? {})[0],
        answers: new Map(
          Object.entries(one.responses).map(([status, { description, content = {} }]) => {
            const [mediaType, media] = Object.entries(content)[0] ?? [];
            const check = mediaType !== 'application/json' ? undefined : checkOf(media?.schema, refusal);
            return [Number(status), { description, mediaType, check }];
          }),
        ),
        fields: fieldsOf(one.responses['200']?.content?.['application/json']?.schema),
      };
    }),
  );
  return { operations, refusal };
}

/**
 * Creates the check of an answer. A schema that is only a reference is that of a refusal, because the document contains
 * no other references.
 */
const checkOf = (schema: (z.core.JSONSchema.JSONSchema & Schema) | undefined, refusal: z.ZodType): z.ZodType =>
  schema && !('$ref' in schema) ? z.fromJSONSchema(schema) : refusal;

/** The names of the fields that the rows of a page have, or that the answer itself has. */
function fieldsOf(schema: Schema | undefined): string[] {
  const row = schema?.properties?.['content']?.items ?? schema?.items ?? schema;
  return Object.keys(row?.properties ?? {});
}
