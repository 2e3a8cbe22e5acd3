import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountOn, accountsOf, targetFor, uploadVideo, uploadPicture } from '../all-platforms.ts';
import { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { SandboxControl } from '../sandbox-control.ts';
import { openChaosSetup, type ChaosSetup } from './chaos-setup.ts';
import { ProductProcess } from './product-process.ts';

const LOG = process.env['POSTHORN_TEST_LOG'] === 'eventstoredb' ? 'eventstoredb' : 'postgres';
const CREATOR = 'thumbnails@example.com';

let setup: ChaosSetup;
let pages: ProductProcess;
let ana: Creator;
let channel: AccountView;
/** The worker that now runs. Its kill point is that of the next test. */
let worker: ProductProcess;
beforeAll(async () => {
  setup = await openChaosSetup(LOG);
  pages = new ProductProcess(setup.env({ ROLES: 'web,projector', COMPLIMENTARY_PREMIUM: CREATOR }));
  if (!(await pages.ready())) throw new Error(pages.said);
  ana = await Creator.signedIn(setup, CREATOR);
  await ana.connect('/api/auth/youtube', 'ana');
  channel = accountOn(await accountsOf(ana), 'youtube');
  worker = start('claim');
});
afterAll(async () => {
  for (const process of [worker, pages]) {
    process.signal('SIGKILL');
    await process.ended();
  }
  await setup.close();
});

const start = (point?: string) =>
  new ProductProcess(setup.env({ ROLES: 'worker', ...(point && { POSTHORN_KILL_AT: `cover/${point}` }) }));

// Each worker sets the thumbnail of the video before, and is killed when it reaches its point for the second time.
it.each([
  ['claim', 'intent:2'],
  ['intent', 'call:2'],
  ['call', 'answer:2'],
  ['answer', undefined],
])(
  'sets the thumbnail of a video after its worker was killed at "%s", and records intent and outcome',
  async (point, next) => {
    const content = `Killed at ${point}`;
    const mediaFiles = [{ mediaUrl: await uploadVideo(ana) }, { mediaUrl: await uploadPicture(ana) }];
    const targets = [await targetFor(ana, channel)];
    const details = { title: content, mediaFiles, targets, selectedAccountIds: undefined };
    const { body } = await ana.schedule([], content, details);
    expect(await worker.ended()).toBe('SIGKILL');
    worker = start(next);
    const finalHistory = await eventually(async () => {
      const { events } = (await ana.client.get<HistoryView>(`/api/posts/${String(body.id)}/history`)).body;
      expect(events.at(-1)?.type).toBe('CoverSet');
      return events.map(({ type }) => type).filter((type) => type.startsWith('Cover'));
    }, 60);
    expect(finalHistory.slice(0, 2)).toEqual(['CoverRequested', 'CoverAttempted']);
    expect(await new SandboxControl(setup.sandboxUrl).postsWith(content)).toMatchObject([
      { cover: { type: 'image/jpeg' } },
    ]);
    const [target] = (await ana.post(body.id)).targets;
    expect(target).toMatchObject({ status: 'posted', attempts: 1, coverProblem: null });
  },
);
