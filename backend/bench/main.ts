// Runs before any module with decorators is loaded, because Node itself only strips types.
import '../test/typescript-hooks.mjs';
import { parseArgs } from 'node:util';

// npm run bench [-- [--markdown] [--statements] NAME…]: figures beside a baseline of the same run and beside the target of the design.
// npm run bench -- compare REV [NAME…] [--pairs N] [--quick]: figures of the working tree beside those of a commit.
// npm run bench -- profile publishing|start: where the processor's time goes.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    markdown: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
});
const { coreWaits, machine, toldWaits } = await import('./machine.ts');
for (const line of machine()) console.log(line);
const begin = performance.now();
const before = coreWaits();
const [mode] = positionals;
process.exitCode = await (mode === 'compare' ? compared() : mode === 'profile' ? profiled() : measured());

async function compared(): Promise<number> {
  const { compare } = await import('./compare/compare.ts');
  const [, rev, ...parts] = positionals;
  const pairs = Number(values.pairs);
  if (rev === undefined || !Number.isInteger(pairs) || pairs < 2) {
    console.error('npm run bench -- compare REV [PART…] [--pairs N] [--quick], with two pairs at least');
    return 1;
  }
  return toldInOneLine(() => compare({ rev, parts, pairs, quick: values.quick }, console.log));
}

async function profiled(): Promise<number> {
  const { profile } = await import('./profile/profile.ts');
  return toldInOneLine(async () => {
    await profile(positionals[1], console.log);
    return 0;
  });
}

/** @returns the exit code */
async function toldInOneLine(run: () => Promise<number>): Promise<number> {
  const { OneLineError } = await import('#infrastructure/config/one-line-error.ts');
  try {
    const code = await run();
    sayDone();
    return code;
  } catch (error) {
    if (!(error instanceof OneLineError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function measured(): Promise<number> {
  const { ON_REQUEST, PARTS } = await import('./parts.ts');
  const { Report } = await import('./report.ts');
  const unknown = positionals.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
    return 1;
  }
  const report = new Report(console.log);
  for (const [name, run] of Object.entries(PARTS)) {
    if (positionals.length > 0 ? !positionals.includes(name) : ON_REQUEST.includes(name)) continue;
    console.log(`\n${name}`);
    await run(report, { statements: values.statements });
  }
  sayDone();
  // A benchmark is not a test: a missed target is reported, and the run still succeeds.
  const { missed } = report;
  console.log(missed.length === 0 ? 'Every target is met.' : `Not met: ${missed.join('; ')}.`);
  if (values.markdown) console.log(`\n${report.table().join('\n')}`);
  return 0;
}

function sayDone(): void {
  const seconds = (performance.now() - begin) / 1000;
  console.log(`\nDone in ${seconds.toFixed(0)} s. ${toldWaits(before, seconds)}`);
}
