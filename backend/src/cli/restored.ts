import 'reflect-metadata';
import { CommandBus } from '@nestjs/cqrs';
import { PublishingHold } from '#infrastructure/effects/publishing-hold.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { Restoration } from '#infrastructure/operations/restore/restoration.ts';
import { ReconcileStripeNow } from '#modules/billing/features/reconcile-stripe-now/reconcile-stripe-now.command.ts';
import { EndAllSignIns } from '#modules/identity/features/end-sign-ins/end-sign-ins.command.ts';
import { FollowOlderUserLog } from '#modules/identity/features/follow-older-log/follow-older-user-log.command.ts';
import { FollowOlderWebhookLog } from '#modules/external-api/features/follow-older-log/follow-older-webhook-log.command.ts';
import { withApp } from './with-app.ts';

const USAGE = `Usage: npm run restored -- log | database | both   (which of the two was put back from a backup)`;

// Lets the product start after a restore. Publishing stays on hold until a person ends the hold. The command
// can run more than once.
await withApp({ restored: true, alone: true }, async (app, [what]) => {
  if (what !== 'log' && what !== 'database' && what !== 'both') throw new OneLineError(USAGE);
  const restoration = app.get(Restoration);
  const commands = app.get(CommandBus);
  const { reason } = await app.get(PublishingHold).begin(`${what} restored, ${new Date().toISOString()}`);
  if (what !== 'log') {
    const moved = await restoration.adoptPositions();
    if (moved > 0)
      console.log(
        `The log was copied after the backup: ${String(moved)} stored positions now point into the copy.`,
      );
  }
  if (what !== 'database') {
    await restoration.forgetReadModels();
    await commands.execute(new FollowOlderWebhookLog());
    await commands.execute(new FollowOlderUserLog());
    console.log('The next start rebuilds all read models.');
  }
  if (what !== 'log') {
    const ended = await commands.execute(new EndAllSignIns());
    console.log(
      `${String(ended)} sign-ins ended, because the backup may contain sign-ins that had already ended.`,
    );
  }
  // As soon as a worker runs, this check finds the payments that Stripe received after the backup.
  await commands.execute(new ReconcileStripeNow());
  const epoch = await restoration.beginEpoch();
  console.log(`Database and event log belong together again, epoch ${String(epoch)}.`);
  console.log(
    `Publishing is on hold (${reason}). Start Posthorn, and check what \`npm run hold -- status\` lists.`,
  );
  console.log('Then resume publishing: npm run hold -- off');
});
