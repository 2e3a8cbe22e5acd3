import 'reflect-metadata';
import { PublishingHold } from '#infrastructure/effects/publishing-hold.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { OverdueTargets } from '#modules/scheduling/effects/targets/overdue-targets.ts';
import { withApp } from './with-app.ts';

const USAGE = 'Usage: npm run hold -- status | on [REASON] | off';
const NOT_LISTED_YET =
  'What is due cannot be listed yet, because its read model is still to be made: the list is there once Posthorn has started and is ready.';

// Stops all publishing, or lets it continue. Runs with or without a running product, even before the first
// start after a restore.
await withApp({ attach: true, restored: true }, async (app, [order, ...words]) => {
  const publishing = app.get(PublishingHold);
  if (order === 'on') {
    const { reason, since } = await publishing.begin(words.join(' ') || 'npm run hold');
    console.log(`Publishing is on hold since ${since}: ${reason}.`);
  } else if (order === 'off') {
    const ended = await publishing.end();
    console.log(
      ended ? `Publishing goes on. It was on hold since ${ended.since}.` : 'Publishing was not on hold.',
    );
  } else if (order === 'status') {
    const hold = await publishing.now();
    const overdueTargets = await app.get(OverdueTargets).list();
    console.log(
      hold ? `Publishing is on hold since ${hold.since}: ${hold.reason}.` : 'Publishing is not on hold.',
    );
    if (overdueTargets === null) console.log(NOT_LISTED_YET);
    for (const { postId, accountId, platform, dueAt } of overdueTargets ?? [])
      console.log(`due ${dueAt}: post ${String(postId)} on ${platform} (account ${String(accountId)})`);
  } else throw new OneLineError(USAGE);
});
