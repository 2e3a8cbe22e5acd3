import { randomUUID } from 'node:crypto';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { accountsOf } from '../all-platforms.ts';
import { eventually } from '../eventually.ts';
import { Composer, photo } from './composer.ts';
import { Stage } from './stage.ts';

const stage = Stage.ofItsOwn({ fast: true });

it('shows current data without a reload after the server was down', async () => {
  const ana = await stage.creator();
  await ana.connectMastodon();
  await ana.client.call('PUT', `/api/drafts/${randomUUID()}`, { content: 'Half a thought' });
  const visitor = await stage.visitOf(ana);
  visitor.expects(
    /ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/u,
  );
  // The page may request parts that load later while the server is down.
  visitor.expects(/PartIsMissing/u);
  await stage.product.stop();
  await stage.product.restart();
  await ana.schedule(await accountsOf(ana), 'After the break', {
    scheduledFor: new Date(Date.now() + 3_600_000),
  });
  await visitor.page.getByRole('article', { name: 'After the break' }).waitFor({ timeout: 120_000 });
  await visitor.page.getByRole('button', { name: 'Drafts 1' }).waitFor();
});

it('shows pictures from another host, and keeps them when the post is edited', async () => {
  const { product } = stage;
  // Another origin for a browser, but the same machine.
  const host = product.url.replace('localhost', '127.0.0.1');
  await product.stop();
  await product.restart({ MEDIA_URL: host });
  const ana = await stage.creator();
  await ana.connectMastodon();
  const visitor = await stage.visitOf(ana, { width: 1280, height: 900 });
  const { page } = visitor;
  visitor.expects(/^request to another host: http:\/\/127\.0\.0\.1:\d+\/media\/[\w-]{22}\S* \(image\)$/u);
  const isShown = (within: string) => `(() => {
    const image = document.querySelector(${JSON.stringify(`${within} img[src^="${host}/media/"]`)});
    return image !== null && image.complete && image.naturalWidth > 0;
  })()`;
  const composer = await Composer.open(page);
  await composer.write({ content: 'From another host', files: [await photo('hill.jpg')], altText: 'A hill' });
  await composer.send();
  await eventually(async () => {
    expect(await page.evaluate(isShown('main'))).toBe(true);
  });

  await page.getByRole('button', { name: 'More for From another host' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editing = new Composer(page, 'Edit Post');
  await editing.content.fill('From another host, edited');
  await eventually(async () => {
    expect(await page.evaluate(isShown('[role=dialog]'))).toBe(true);
  });
  await editing.send('Update Post');
  const { body } = await ana.client.get<readonly PostView[]>('/api/posts');
  expect(body).toMatchObject([{ content: 'From another host, edited', mediaFiles: [{ altText: 'A hill' }] }]);
  expect(body[0]?.mediaUrl?.startsWith(`${host}/media/`)).toBe(true);
});
