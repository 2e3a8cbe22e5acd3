import { withDataDir } from '../bench-context.ts';
import { builtCommit, clearCompileCache, workingTree, type Build } from './builds.ts';
import { checkComparison } from './check-comparison.ts';
import { withMeasuredProduct, type MeasuredProduct } from './measured-product.ts';
import { CountingServer } from './counting-server.ts';
import { comparePublishing, FULL, QUICK } from './publishing.ts';
import { compareReads } from './reads.ts';
import { comparisonTable, runLines } from './comparison-table.ts';
import { removeOnExit } from './kill-on-exit.ts';
import { compareStart } from './start.ts';
import { runAlternately, type ComparedFigure, type Measured, type Run } from './turns.ts';

/** The exit code for a slower figure. 1 means that the comparison failed. */
const SLOWER = 2;

type Setup = Readonly<{ server: CountingServer; dataDir: string; quick: boolean }>;
type Part = (setup: Setup) => Run;
type Print = (line: string) => void;

const onCountingServer =
  (work: (product: MeasuredProduct, quick: boolean) => Promise<Measured[]>): Part =>
  ({ server, dataDir, quick }) =>
  (build) =>
    withMeasuredProduct(build, server, dataDir, (product) => work(product, quick));

const PARTS: Readonly<Record<string, Part>> = {
  publishing: onCountingServer((product, quick) => comparePublishing(product, quick ? QUICK : FULL)),
  start:
    ({ dataDir, quick }) =>
    (build) =>
      compareStart(
        build,
        dataDir,
        quick ? { warmStarts: 1, idleMs: 5_000 } : { warmStarts: 3, idleMs: 10_000 },
      ),
  reads: onCountingServer((product, quick) => compareReads(product, { seconds: quick ? 5 : 20 })),
};

export type Comparison = Readonly<{ rev: string; parts: readonly string[]; pairs: number; quick: boolean }>;

/**
 * Runs `npm run bench -- compare REV [NAME…]`: compares the working tree with a commit.
 * @returns the exit code
 * @throws OneLineError when this system cannot compare, when the commit or a part does not exist, or when the build fails
 */
export async function compare({ rev, parts, pairs, quick }: Comparison, print: Print): Promise<number> {
  checkComparison(parts, Object.keys(PARTS));
  const builds = { before: await builtCommit(rev), after: workingTree() };
  for (const build of Object.values(builds)) await clearCompileCache(build);
  const figures: ComparedFigure[] = [];
  await withDataDir(async (dataDir) => {
    removeOnExit(dataDir);
    const server = await CountingServer.open(dataDir);
    try {
      for (const [name, part] of Object.entries(PARTS)) {
        if (parts.length > 0 && !parts.includes(name)) continue;
        print(`\n${name}`);
        const printRun = (build: Build, measured: readonly Measured[]) => {
          for (const line of runLines(build.name, measured)) print(line);
        };
        figures.push(
          ...(await runAlternately({ ...builds, pairs }, part({ server, dataDir, quick }), printRun)),
        );
      }
    } finally {
      await server.close();
    }
  });
  for (const line of comparisonTable(figures, builds.before.name)) print(line);
  return figures.some(({ verdict }) => verdict === 'slower') ? SLOWER : 0;
}
