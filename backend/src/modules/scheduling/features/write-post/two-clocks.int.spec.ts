// @zones
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { noon, SchedulingProduct } from '../../testing/scheduling-product.ts';

// The clock of the database decides what is due and what is past, not the clock of this machine.

let product: SchedulingProduct;
let people = 0;
let me: ReturnType<SchedulingProduct['as']>;
beforeAll(async () => {
  product = await SchedulingProduct.start();
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  product.setTime(noon);
  me = product.as(`user${String((people += 1))}`);
});

const inMinutes = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const setMachineClockOffset = (minutes: number) => {
  product.booted.clock.set(inMinutes(minutes));
};
const idOf = ({ body }: Response) => (body as PostView).id;
const code = ({ body }: Response) => (body as { code: string }).code;
const scheduledIn = async (minutes: number) =>
  idOf(await me.schedule({ scheduledFor: inMinutes(minutes).toISOString() }).expect(201));

it("accepts a post that is due in five minutes when the machine's clock is ten minutes ahead", async () => {
  setMachineClockOffset(10);
  const id = await scheduledIn(5);
  await me.edit(id, { scheduledFor: inMinutes(6).toISOString() }).expect(200);
});

it("refuses a post with a time five minutes ago when the machine's clock is ten minutes behind", async () => {
  const id = await scheduledIn(5);
  setMachineClockOffset(-10);
  const scheduledFor = inMinutes(-5).toISOString();
  expect(code(await me.schedule({ scheduledFor }).expect(422))).toBe('scheduling.time-is-past');
  expect(code(await me.edit(id, { scheduledFor }).expect(422))).toBe('scheduling.time-is-past');
});

it('restores a deleted post until it is due, but not later', async () => {
  const id = await scheduledIn(5);
  await me.delete(id).expect(200);
  setMachineClockOffset(10);
  await me.restore(id).expect(200);
  await me.delete(id).expect(200);
  product.clock.set(inMinutes(6));
  setMachineClockOffset(-4);
  expect(code(await me.restore(id).expect(422))).toBe('scheduling.time-is-past');
});

it('does not freeze a post that is not due when its owner confirms that it is published', async () => {
  const id = await scheduledIn(5);
  setMachineClockOffset(10);
  expect(code(await me.confirm(id, 3).expect(409))).toBe('scheduling.post-not-due');
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled']);
});

it("accepts the owner's confirmation of a due post", async () => {
  const id = await scheduledIn(5);
  product.clock.set(inMinutes(6));
  setMachineClockOffset(-4);
  await me.confirm(id, 3).expect(200);
  const [confirmed] = product.store.historyOf(`publication-${String(id)}-3`);
  expect(confirmed?.data).toMatchObject({ publishedAt: inMinutes(6).toISOString() });
});

it('records the time of a reserved place in the quota by the clock of the database', async () => {
  setMachineClockOffset(-10);
  await scheduledIn(5);
  const [reserved] = product.store.historyOf(`quota-user${String(people)}`);
  expect(reserved?.data).toMatchObject({ reservedAt: noon.toISOString() });
});
