import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { addLink, getLinkPage, type LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { expect, it } from '@jest/globals';
import type { Request } from 'playwright-core';
import { uploadPicture } from '../all-platforms.ts';
import { eventually } from '../eventually.ts';
import { Stage } from './stage.ts';

const stage = Stage.ofItsOwn({ fast: true, env: { PAGES_DOMAIN: 'pages.localhost' } });

/** Runs in the page: has the picture of the post loaded? */
const isPictureShown = `(() => {
  const image = document.querySelector('main img[src*="/media/"]');
  return image !== null && image.complete && image.naturalWidth > 0;
})()`;

it('shows a link page on its own host, counts clicks there, and serves no app pages and no cookies there', async () => {
  const { product } = stage;
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>(currentUser.path);
  await ana.client.call('PATCH', pathOf(updateUser, { userId: user.id }), { handle: 'ana_host' });
  // A link must lead to a host with a dot, so `localhost` is not possible.
  const elsewhere = `${product.url.replace('localhost', '127.0.0.1')}/terms`;
  await ana.client.post(addLink.path, { title: 'Where it leads', url: elsewhere });
  const account = await ana.connectMastodon();
  const picture = await uploadPicture(ana, '#0c5');
  const post = await ana.schedule([account], 'With a picture', { mediaFiles: [{ mediaUrl: picture }] });
  await ana.settled(post.body.id, ['posted']);

  const agent = await stage.visit().then(({ page }) => page.evaluate<string>('navigator.userAgent'));
  // A headless browser counts as a robot.
  const visitor = await stage.visitOf(ana, { userAgent: agent.replace('Headless', '') }, '/settings');
  const { context, page } = visitor;
  const address = `http://ana-host.pages.localhost:${new URL(product.url).port}`;
  visitor.expects(/^request to another host: http:\/\/ana-host\.pages\.localhost:/u);
  const requested: Request[] = [];
  context.on('request', (request) => requested.push(request));
  const cookiesTo = async (origin: string) => {
    const requests = requested.filter((request) => request.url().startsWith(`${origin}/`));
    const headers = await Promise.all(requests.map((request) => request.allHeaders()));
    return headers.flatMap(({ cookie }) => cookie ?? []);
  };
  expect(
    await page.getByRole('region', { name: 'Link page' }).getByText(new URL(address).host).count(),
  ).toBeGreaterThan(0);

  const reply = await page.goto(address);
  expect(reply?.status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: 'ana_host' }).waitFor();
  await eventually(async () => {
    expect(await page.evaluate(isPictureShown)).toBe(true);
  });
  visitor.expects(/^request to another host: http:\/\/127\.0\.0\.1:\d+\/(terms|favicon)/u);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Where it leads' }).click();
  await (await opened).waitForURL(`${elsewhere}?*`);
  await eventually(async () => {
    const { body } = await ana.client.get<LinkPageView>(getLinkPage.path);
    expect(body.links).toMatchObject([{ seen: { clicks: 1, visitors: 1 } }]);
  });

  visitor.expects(/status of 404 .* @ http:\/\/ana-host\.pages\.localhost:/u);
  for (const path of ['/login', '/settings', '/api/auth/user', '/health/live'])
    expect([path, (await page.goto(address + path))?.status()]).toEqual([path, 404]);
  expect(await context.cookies(address)).toEqual([]);
  expect(await cookiesTo(address)).toEqual([]);
  // The same browser stays signed in at the app.
  await page.goto(`${product.url}/settings`);
  expect(await cookiesTo(product.url)).toContainEqual(expect.stringContaining('session='));
});
