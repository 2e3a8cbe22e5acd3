import type { Baseline, Unit } from '../report.ts';
import type { Build } from './builds.ts';
import { comparisonOf, type Compared } from './compared.ts';

/** One figure of one run. For all of these figures, less is better. */
export type Measured = Readonly<{ name: string; unit: Unit; value: number; baseline?: Baseline }>;
/** Runs one build and measures it from outside. */
export type Run = (build: Build) => Promise<readonly Measured[]>;
export type ComparedFigure = Pick<Measured, 'name' | 'unit'> & Compared;

/** Runs both builds in turns (A B A B), so that other load slows down both. `report` receives each run when the run ends. */
export async function runAlternately(
  { before, after, pairs }: Readonly<{ before: Build; after: Build; pairs: number }>,
  run: Run,
  report: (build: Build, measured: readonly Measured[]) => void,
): Promise<readonly ComparedFigure[]> {
  const runs = new Map<Build, (readonly Measured[])[]>([
    [before, []],
    [after, []],
  ]);
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const [build, results] of runs) {
      const measured = await run(build);
      report(build, measured);
      results.push(measured);
    }
  }
  const [first = []] = runs.get(after) ?? [];
  const valuesOf = (build: Build, name: string) =>
    (runs.get(build) ?? []).map((run) => run.find((each) => each.name === name)?.value ?? NaN);
  return first.map(({ name, unit }) => ({
    name,
    unit,
    ...comparisonOf(valuesOf(before, name), valuesOf(after, name)),
  }));
}
