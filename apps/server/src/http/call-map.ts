import type { EndpointSpec } from '@quayside/contracts/endpoint';

// The framework's router generates code for each part of each address. With hundreds of calls this took a sixth of a
// start and fifteen megabytes, although the addresses of calls need none of its abilities: each part of them is either
// a word or a value.

type Method = EndpointSpec['method'];
/** The values in the address of a request, by their names. */
type Values = Readonly<Record<string, string>>;
interface Node<T> {
  readonly words: Map<string, Node<T>>;
  value: Node<T> | undefined;
  readonly mounted: Map<Method, Mounted<T>>;
}
interface Mounted<T> {
  readonly call: T;
  readonly path: string;
  /** The names of the values in the path. */
  readonly names: readonly string[];
}
interface Found<T> {
  readonly call: T;
  readonly path: string;
  readonly values: Values;
}

const VALUE = /^\{(\w+)\}$/;

const emptyNode = <T>(): Node<T> => ({ words: new Map(), value: undefined, mounted: new Map() });

/** Finds calls by method and address. Where a word and a value are possible, it tries the word first. */
export function createCallMap<T>() {
  const top = emptyNode<T>();

  /** Adds a call under an address below the API's, with `{name}` for each value. */
  function add(method: Method, path: string, call: T): void {
    let node = top;
    const names: string[] = [];
    for (const part of partsOf(path)) {
      const name = VALUE.exec(part)?.[1];
      if (name === undefined && /[{}]/.test(part)) throw new Error(`${path}: a value is a whole part of an address`);
      const next = (name === undefined ? node.words.get(part) : node.value) ?? emptyNode<T>();
      if (name === undefined) node.words.set(part, next);
      else {
        names.push(name);
        node.value = next;
      }
      node = next;
    }
    if (node.mounted.has(method)) throw new Error(`${method} ${path} is mounted twice`);
    node.mounted.set(method, { call, path, names });
  }

  /** Finds the call of an address; `parts` are its decoded parts below the API's address. */
  function find(method: Method, parts: readonly string[]): Found<T> | undefined {
    const values: string[] = [];
    const mounted = walk(top, 0);
    return (
      mounted && {
        call: mounted.call,
        path: mounted.path,
        values: Object.fromEntries(mounted.names.map((name, i) => [name, values[i] ?? ''])),
      }
    );

    function walk(node: Node<T>, at: number): Mounted<T> | undefined {
      const part = parts[at];
      if (part === undefined) return node.mounted.get(method);
      const word = node.words.get(part);
      const found = word && walk(word, at + 1);
      if (found || !node.value) return found;
      values.push(part);
      const last = walk(node.value, at + 1);
      if (!last) values.pop();
      return last;
    }
  }

  return { add, find };
}

const partsOf = (path: string): string[] => path.split('/').slice(1);

/**
 * Returns the decoded parts of the path in the address of a request; undefined if one cannot be decoded. Clients of a
 * proxy may send the whole address with its host.
 */
export function partsOfUrl(url: string): string[] | undefined {
  const [path = ''] = url.replace(/^[^/?#]+:\/\/[^/?#]*/, '').split(/[?#]/, 1);
  if (!path.includes('%')) return partsOf(path);
  try {
    return partsOf(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
