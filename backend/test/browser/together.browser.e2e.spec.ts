import { expect, it } from '@jest/globals';
import { accountsOf } from '../all-platforms.ts';
import { Composer } from './composer.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

it('shows a change in every tab and every browser without a reload', async () => {
  const ana = await stage.creator();
  await ana.connectMastodon();
  const desk = await stage.visitOf(ana);
  const secondTab = await desk.context.newPage();
  await desk.open('/posts', secondTab);
  const phone = await stage.visitOf(ana, { width: 360, height: 740 });

  const composer = await Composer.open(desk.page);
  await composer.write({ content: 'Seen everywhere', time: 'now' });
  await composer.send();
  for (const page of [desk.page, secondTab, phone.page]) {
    const card = page.getByRole('article', { name: 'Seen everywhere' });
    await card.getByRole('link', { name: /^View post/u }).waitFor();
  }

  await ana.schedule(await accountsOf(ana), 'From elsewhere', {
    scheduledFor: new Date(Date.now() + 3_600_000),
  });
  for (const page of [desk.page, secondTab, phone.page])
    await page.getByRole('article', { name: 'From elsewhere' }).waitFor();
});

it('uses one live connection for all tabs of a browser, and replaces it when its tab closes', async () => {
  const ana = await stage.creator();
  const account = await ana.connectMastodon();
  const visitor = await stage.visit();
  await visitor.signInAs(ana);
  let connections = 0;
  visitor.context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') connections += 1;
  });
  // The first tab opens the live connection, and passes messages to the other tabs.
  const leader = visitor.page;
  await visitor.open('/posts');
  await leader.getByRole('heading', { name: 'No posts yet' }).waitFor();
  const tabs = [await visitor.context.newPage(), await visitor.context.newPage()];
  for (const tab of tabs) await visitor.open('/posts', tab);

  await ana.schedule([account], 'For the leader', { scheduledFor: new Date(Date.now() + 3_600_000) });
  for (const tab of [leader, ...tabs]) await tab.getByRole('article', { name: 'For the leader' }).waitFor();
  expect(connections).toBe(1);

  const nextConnection = visitor.context.waitForEvent(
    'request',
    (request) => request.resourceType() === 'eventsource',
  );
  await leader.close();
  await nextConnection;
  await ana.schedule([account], 'For the heir', { scheduledFor: new Date(Date.now() + 3_600_000) });
  for (const tab of tabs) await tab.getByRole('article', { name: 'For the heir' }).waitFor();
  expect(connections).toBe(2);
});

it('goes from the posts to the sign-in page when the session ends elsewhere', async () => {
  const ana = await stage.creator();
  const first = await stage.visitOf(ana);
  // Requests of the page after the end of the session are refused.
  first.expects(/status of 401 .*\/api\/(events\?age=\d+|detect-timezone)$/u);
  const second = await stage.visitOf(await stage.creator(ana.email));
  await second.open('/settings');
  await second.page.getByRole('button', { name: /^Sign out /u }).click();
  await first.page.getByRole('button', { name: 'Continue with Email' }).waitFor();
});
