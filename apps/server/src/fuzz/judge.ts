import { maxHeaderSize, METHODS } from 'node:http';
import type { z } from 'zod';
import type { Plan } from './plan.ts';
import { API_PATH } from './plan.ts';
import type { Outcome, WireAnswer, WireRequest } from './wire.ts';

/** The statuses from 500 on that are correct answers: the database or the storage cannot take the request now. */
const DOCUMENTED_FAILURES = [503, 507];
/** Refusals of the HTTP layer, before a request reaches a call. */
const BEFORE_THE_CALL = [400, 408, 413, 415, 417, 431];

/** Finds what is wrong with the outcome of a request; undefined if nothing is. */
export function faultOf(plan: Plan, request: WireRequest, outcome: Outcome, refusal: z.ZodType): string | undefined {
  if (outcome === 'silence') return 'no answer';
  if (outcome === 'closed') return mayLoseAnswer(request) ? undefined : 'the connection was closed without an answer';
  const { status } = outcome;
  if (status >= 500 && !DOCUMENTED_FAILURES.includes(status)) return `status ${status}`;
  if (request.isHead) return undefined;
  if (status >= 400) return faultOfRefusal(plan, request, outcome, refusal);
  return plan.isOfCall && request.end === 'whole' ? faultOfSuccess(plan, outcome) : undefined;
}

/**
 * Whether the client may lose the answer, because it closed the connection before the request was complete, or because
 * the server refused the head of the request while reading it and closed the connection.
 */
const mayLoseAnswer = ({ end, head }: WireRequest): boolean =>
  end !== 'whole' || head.length > maxHeaderSize || !METHODS.includes(head.slice(0, head.indexOf(' ')));

function faultOfRefusal(plan: Plan, request: WireRequest, answer: WireAnswer, refusal: z.ZodType): string | undefined {
  const [, target = ''] = request.head.split(' ');
  if (!target.startsWith(`${API_PATH}/`)) return undefined;
  const body = jsonIn(answer);
  const checked = refusal.safeParse(body);
  if (!checked.success) return `the refusal ${answer.status} has another form: ${problemsIn(checked.error)}`;
  const { code, status } = body as { code: string; status: number };
  if (status !== answer.status) return `the status ${answer.status} is ${status} in the body`;
  if (!plan.isOfCall || BEFORE_THE_CALL.includes(answer.status)) return undefined;
  const declared = plan.operation.answers.get(answer.status);
  return declared?.description.includes(`\`${code}\``)
    ? undefined
    : `the refusal ${answer.status} ${code} is not in the document`;
}

function faultOfSuccess({ operation }: Plan, answer: WireAnswer): string | undefined {
  const declared = operation.answers.get(answer.status);
  if (!declared) return `the status ${answer.status} is not in the document`;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (declared.check) {
    if (type !== 'application/json') return `the type ${type} is not in the document`;
    const checked = declared.check.safeParse(jsonIn(answer));
    return checked.success ? undefined : `the answer does not fit the document: ${problemsIn(checked.error)}`;
  }
  if (declared.mediaType === undefined)
    return answer.body.length === 0 ? undefined : 'the answer has a body, but none is in the document';
  const isDeclared = declared.mediaType
    .split(', ')
    .some(
      (one) => one === type || one === 'application/octet-stream' || (one === 'image/*' && type.startsWith('image/')),
    );
  return isDeclared ? undefined : `the type ${type} is not in the document`;
}

function jsonIn(answer: WireAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    return undefined;
  }
}

const problemsIn = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    .join('; ');
