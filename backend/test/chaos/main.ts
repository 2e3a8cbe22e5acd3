// Runs before any module with decorators is loaded, because Node itself only strips types.
import '../typescript-hooks.mjs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    // The number of processes that each run kills.
    kills: { type: 'string', default: '1000' },
    // For the run that replies to comments.
    'reply-kills': { type: 'string', default: '200' },
    // For the run of subscriptions.
    'checkout-kills': { type: 'string', default: '100' },
    log: { type: 'string', default: 'postgres,eventstoredb' },
    seed: { type: 'string' },
    // For the measurement of late posts on a troubled log, which kills no workers.
    posts: { type: 'string', default: '300' },
  },
});

const { runChaos } = await import('./chaos-run.ts');
const { measureLateness } = await import('./lateness.ts');
const { runCheckoutChaos } = await import('./checkouts/checkout-run.ts');
const { runReplyChaos } = await import('./replies/reply-run.ts');
const { checkoutSummary, latenessSummary, replySummary, summary } = await import('./summary.ts');
const { randomFrom } = await import('./under-kills.ts');
const seed = values.seed === undefined ? undefined : Number(values.seed);
const logs = (['postgres', 'eventstoredb'] as const).filter((log) => values.log.split(',').includes(log));
let isClean = true;
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
  isClean &&= report.problems.length === 0;
}
for (const log of logs) {
  const kills = Math.ceil(Number(values['reply-kills']) / logs.length);
  if (kills === 0) continue;
  const report = await runReplyChaos({ log, kills, ...(seed !== undefined && { seed }) });
  console.log(replySummary(report));
  console.log(`at named points: ${JSON.stringify(report.kills.named)}`);
  console.log(`faults: ${JSON.stringify(report.faults)}`);
  if (report.trouble) console.log(`the log: ${JSON.stringify(report.trouble)}`);
  console.log(`by platform: ${JSON.stringify(report.platforms)}`);
  console.log(`left alone: ${JSON.stringify(report.automatic.skipped)}`);
  const problems = [...report.problems, ...report.moderation.problems, ...report.automatic.problems];
  for (const problem of problems) console.log(`  ${problem}`);
  isClean &&= problems.length === 0;
}
for (const log of logs) {
  const kills = Math.ceil(Number(values['checkout-kills']) / logs.length);
  if (kills === 0) continue;
  const report = await runCheckoutChaos({ log, kills, ...(seed !== undefined && { seed }) });
  console.log(checkoutSummary(report));
  console.log(`at named points: ${JSON.stringify(report.kills.named)}`);
  console.log(`faults: ${JSON.stringify(report.faults)}`);
  if (report.trouble) console.log(`the log: ${JSON.stringify(report.trouble)}`);
  for (const problem of report.problems) console.log(`  ${problem}`);
  isClean &&= report.problems.length === 0;
}
const posts = Number(values.posts);
if (logs.includes('eventstoredb') && posts > 0) {
  const report = await measureLateness({ posts, random: randomFrom(seed ?? Date.now()) });
  console.log(latenessSummary(report));
  console.log(`the log: ${JSON.stringify(report.trouble)}`);
  isClean &&= report.missing === 0 && report.doubled === 0;
}
process.exit(isClean ? 0 : 1);
