// This import comes first: it compiles modules with decorators, and Node itself only strips types.
import '../test/typescript-hooks.mjs';
import { parseArgs } from 'node:util';

// npm run bench [-- [--markdown] [--statements] NAME…]
//   measures, and compares each figure with a baseline of the same run and with its target.
// npm run bench -- compare REV [NAME…] [--pairs N] [--quick]
//   compares the figures of the working tree with those of a commit.
// npm run bench -- profile publishing|start|reads
//   shows which functions use the processor time.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    markdown: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
});
const { coreWaitTime, machine, coreWaitReport } = await import('./machine.ts');
for (const line of machine()) console.log(line);
const begin = performance.now();
const before = coreWaitTime();
const [mode] = positionals;
process.exitCode = await (mode === 'compare'
  ? runComparison()
  : mode === 'profile'
    ? runProfile()
    : runParts());

async function runComparison(): Promise<number> {
  const { compare } = await import('./compare/compare.ts');
  const [, rev, ...parts] = positionals;
  const pairs = Number(values.pairs);
  if (rev === undefined || !Number.isInteger(pairs) || pairs < 2) {
    console.error('Usage: npm run bench -- compare REV [NAME…] [--pairs N] [--quick]; N must be at least 2.');
    return 1;
  }
  return runReportingErrors(() => compare({ rev, parts, pairs, quick: values.quick }, console.log));
}

async function runProfile(): Promise<number> {
  const { profile } = await import('./profile/profile.ts');
  return runReportingErrors(async () => {
    await profile(positionals[1], console.log);
    return 0;
  });
}

/** @returns the exit code */
async function runReportingErrors(run: () => Promise<number>): Promise<number> {
  const { OneLineError } = await import('#infrastructure/config/one-line-error.ts');
  try {
    const code = await run();
    reportEnd();
    return code;
  } catch (error) {
    if (!(error instanceof OneLineError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function runParts(): Promise<number> {
  const { ON_REQUEST, PARTS } = await import('./parts.ts');
  const { Report } = await import('./report.ts');
  const unknown = positionals.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. The parts are: ${Object.keys(PARTS).join(', ')}.`);
    return 1;
  }
  const report = new Report(console.log);
  for (const [name, run] of Object.entries(PARTS)) {
    if (positionals.length > 0 ? !positionals.includes(name) : ON_REQUEST.includes(name)) continue;
    console.log(`\n${name}`);
    await run(report, { statements: values.statements });
  }
  reportEnd();
  // A benchmark is not a test. It reports a missed target, and still succeeds.
  const { missed } = report;
  console.log(missed.length === 0 ? 'Every target is met.' : `Not met: ${missed.join('; ')}.`);
  if (values.markdown) console.log(`\n${report.table().join('\n')}`);
  return 0;
}

function reportEnd(): void {
  const seconds = (performance.now() - begin) / 1000;
  console.log(`\nDone in ${seconds.toFixed(0)} s. ${coreWaitReport(before, seconds)}`);
}
