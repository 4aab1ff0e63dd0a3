import { parseSync } from 'vite';

/** The most lines of a function. A longer one does several things, which a reader has to find out. */
const MOST_LINES = 120;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
}
const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/** The functions of a file that have more lines, with the number of these, by file and name (or line). */
export function longFunctions(file: string, text: string): Map<string, number> {
  const found = new Map<string, number>();
  if (linesIn(text) <= MOST_LINES) return found;
  visit(parseSync(file, text).program, (node) => {
    const lines = FUNCTIONS.has(node.type) ? linesIn(text.slice(node.start, node.end)) : 0;
    if (lines > MOST_LINES)
      found.set(`${file}: ${node.id?.name ?? `line ${linesIn(text.slice(0, node.start))}`}`, lines);
  });
  return found;
}

const linesIn = (text: string): number => text.split('\n').length;

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}
