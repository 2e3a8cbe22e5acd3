import type { Exchange } from './exchange.ts';

export type Params = Readonly<Record<string, string>>;
type Handler = (exchange: Exchange, params: Params) => void | Promise<void>;

/** One documented call; segments of `pattern` that begin with `:` are parameters. */
export type Route = Readonly<{ method: string; pattern: string; run: Handler }>;

export type Match = Readonly<{ route: Route; params: Params }>;

/** Finds the route of this call; null: there is none. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match | null {
  const segments = path.split('/');
  for (const route of routes) {
    if (route.method !== (method === 'HEAD' ? 'GET' : method)) continue;
    const params = matchSegments(route.pattern.split('/'), segments);
    if (params) return { route, params };
  }
  return null;
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Params | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    if (expected.startsWith(':')) {
      const value = decodeSegment(actual);
      if (!value) return null;
      params[expected.slice(1)] = value;
    } else if (expected !== actual) return null;
  }
  return params;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
