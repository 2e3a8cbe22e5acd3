// Before anything with decorators is loaded: Node by itself strips types only.
import '../typescript-hooks.mjs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    log: { type: 'string', default: 'postgres,eventstoredb' },
    seed: { type: 'string' },
    // Of the drill about posts that are late on a troubled log; it kills nobody.
    posts: { type: 'string', default: '300' },
  },
});

const { randomFrom, runChaos } = await import('./chaos-run.ts');
const { measureLateness } = await import('./lateness.ts');
const { inSeconds, summary } = await import('./summary.ts');
const seed = values.seed === undefined ? undefined : Number(values.seed);
const logs = (['postgres', 'eventstoredb'] as const).filter((log) => values.log.split(',').includes(log));
let clean = true;
for (const log of logs) {
  const kills = Math.ceil(Number(values.kills) / logs.length);
  if (kills === 0) continue;
  const report = await runChaos({ log, kills, ...(seed !== undefined && { seed }) });
  console.log(summary(report));
  console.log(`at named points: ${JSON.stringify(report.kills.named)}`);
  console.log(`faults: ${JSON.stringify(report.faults)}`);
  if (report.trouble) console.log(`the log: ${JSON.stringify(report.trouble)}`);
  console.log(`by platform: ${JSON.stringify(report.platforms)}`);
  for (const problem of report.problems) console.log(`  ${problem}`);
  clean &&= report.problems.length === 0;
}
const posts = Number(values.posts);
if (logs.includes('eventstoredb') && posts > 0) {
  const report = await measureLateness({ posts, random: randomFrom(seed ?? Date.now()) });
  console.log(inSeconds(report));
  console.log(`the log: ${JSON.stringify(report.trouble)}`);
  clean &&= report.missing === 0 && report.doubled === 0;
}
process.exit(clean ? 0 : 1);
