import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../testing/conformance/conformance-world.ts';
import { Publisher } from '../testing/conformance/publisher.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

it('connects the Pages and Instagram accounts of a Business portfolio, and publishes on one of them', async () => {
  const { accounts } = await world.consent('facebook', { account: 'portfolio' });
  expect(accounts.map(({ platform, accountName }) => [platform, accountName])).toEqual([
    ['facebook', 'portfoliostudio'],
    ['instagram', 'portfolio.studio'],
    ['facebook', "Portfolio's Gallery"],
    ['facebook', "Portfolio's Client"],
  ]);
  const client = accounts.at(-1);
  if (!client) throw new Error('No Page was connected.');
  const publisher = new Publisher(world.connector('facebook'), world.clock, client, { text: 'For a client' });
  expect(await publisher.publish()).toMatchObject({ kind: 'published' });
});
it('reports the missing permission if the person denied it', async () => {
  const refused = world.consent('facebook', { account: 'portfolio', without: ['business_management'] });
  await expect(refused).rejects.toMatchObject({
    code: 'integrations.no-account',
    message: expect.stringContaining('business_management'),
  });
});
