import { workingTree } from './compare/builds.ts';
import { withMeasuredProduct } from './compare/measured-product.ts';
import { CountingServer } from './compare/counting-server.ts';
import { comparePublishing, FULL, type ReportStatements } from './compare/publishing.ts';
import { withDataDir } from './bench-context.ts';
import type { Figure, Report } from './report.ts';

/** `statements`: whether a part that counts SQL also reports how often each statement was sent. */
export type BenchOptions = Readonly<{ statements: boolean }>;

const TARGETS: readonly (readonly [RegExp, Figure['target']])[] = [
  [/due to call, p50$/u, { atMost: 500 }],
  [/due to call, p99$/u, { atMost: 5000 }],
  [/last call$/u, { atMost: 15_000 }],
];

/**
 * Measures how many milliseconds after their due time posts reach the platform. It does so for a steady flow, and for a thousand posts
 * that are due in the same second. The baseline makes bare calls to the same platform in the same run. Also counts the statements.
 */
export async function benchPublishing(report: Report, { statements }: BenchOptions): Promise<void> {
  const reportStatements = statements ? tableOf(report) : null;
  const measured = await withDataDir(async (dataDir) => {
    const server = await CountingServer.open(dataDir);
    try {
      return await withMeasuredProduct(workingTree(), server, dataDir, (product) =>
        comparePublishing(product, FULL, reportStatements),
      );
    } finally {
      await server.close();
    }
  });
  // The report itself computes ratios.
  for (const figure of measured.filter(({ unit }) => unit !== '×')) {
    const [, target = null] = TARGETS.find(([name]) => name.test(figure.name)) ?? [];
    report.add({ baseline: null, ...figure, target });
  }
}

/** Characters of a statement in the table: enough to recognize a longer statement. */
const SHOWN_CHARACTERS = 150;

const tableOf =
  (report: Report): ReportStatements =>
  (of, calls) => {
    report.say(`  statements for ${of}`);
    for (const [text, count] of calls)
      report.say(
        `  ${count.toFixed(2).padStart(8)}  ${text.replaceAll(/\s+/gu, ' ').trim().slice(0, SHOWN_CHARACTERS)}`,
      );
  };
