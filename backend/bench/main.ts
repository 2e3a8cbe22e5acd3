// Before anything with decorators is loaded: Node by itself strips types only.
import '../test/typescript-hooks.mjs';
import { parseArgs } from 'node:util';

// npm run bench [-- [--markdown] NAME…]: figures beside a baseline of the same run and beside the target of the design.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: 'boolean', default: false } },
});
const { ON_REQUEST, PARTS } = await import('./parts.ts');
const { coreWaits, machine, toldWaits } = await import('./machine.ts');
const { Report } = await import('./report.ts');

const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const line of machine()) console.log(line);
const report = new Report(console.log);
const begin = performance.now();
const before = coreWaits();
for (const [name, run] of Object.entries(PARTS)) {
  if (positionals.length > 0 ? !positionals.includes(name) : ON_REQUEST.includes(name)) continue;
  console.log(`\n${name}`);
  await run(report);
}
const seconds = (performance.now() - begin) / 1000;
console.log(`\nDone in ${seconds.toFixed(0)} s. ${toldWaits(before, seconds)}`);
// A figure is no test: a missed target is told, and the run is still a good one.
const { missed } = report;
console.log(missed.length === 0 ? 'Every target is met.' : `Not met: ${missed.join('; ')}.`);
if (values.markdown) console.log(`\n${report.table().join('\n')}`);
