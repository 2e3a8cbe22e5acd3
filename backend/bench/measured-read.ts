import { inTurn } from './at-rate.ts';
import type { HttpCalls } from './http-calls.ts';
import type { Report } from './report.ts';

const TIMES = 60;
/** A route that uses the whole stack but does almost nothing. */
const SHORTEST = { name: 'GET /api/auth/user', path: '/api/auth/user' } as const;

/** Measures a screen's request, one call after the other. */
export async function measureRead(
  calls: HttpCalls,
  { name, path, target }: Readonly<{ name: string; path: string; target: Readonly<{ atMost: number }> }>,
  report: Report,
): Promise<void> {
  // Not measured: the first calls are slower.
  await inTurn(10, () => calls.get(path));
  const shortest = await inTurn(TIMES, () => calls.get(SHORTEST.path));
  const api = await inTurn(TIMES, () => calls.get(path));
  report.add({
    name: `${name}, p95`,
    value: api.p95,
    unit: 'ms',
    target,
    baseline: { name: SHORTEST.name, value: shortest.p95 },
  });
}
