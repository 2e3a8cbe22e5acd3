// Before anything with decorators is loaded: Node by itself strips types only.
import '../typescript-hooks.mjs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    log: { type: 'string', default: 'postgres,eventstoredb' },
    seed: { type: 'string' },
  },
});

const { runChaos } = await import('./chaos-run.ts');
const { summary } = await import('./summary.ts');
const logs = (['postgres', 'eventstoredb'] as const).filter((log) => values.log.split(',').includes(log));
let clean = true;
for (const log of logs) {
  const kills = Math.ceil(Number(values.kills) / logs.length);
  const report = await runChaos({
    log,
    kills,
    ...(values.seed !== undefined && { seed: Number(values.seed) }),
  });
  console.log(summary(report));
  console.log(`at named points: ${JSON.stringify(report.kills.named)}`);
  console.log(`faults: ${JSON.stringify(report.faults)}`);
  if (report.trouble) console.log(`the log: ${JSON.stringify(report.trouble)}`);
  console.log(`by platform: ${JSON.stringify(report.platforms)}`);
  for (const problem of report.problems) console.log(`  ${problem}`);
  clean &&= report.problems.length === 0;
}
process.exit(clean ? 0 : 1);
