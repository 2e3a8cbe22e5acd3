import { expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { drafting } from '../../testing/drafting.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';
import { DraftsPart } from './drafts-part.ts';

const product = schedulingForSpec();

/**
 * The exported drafts of a user, checked against their schema. `afterFirst` runs once, after the first row
 * was read.
 */
async function exportDrafts(userId: string, afterFirst?: () => Promise<unknown>) {
  const section = product.booted.app.get(DraftsPart).files[0]?.sections['drafts'];
  if (!section || !('rows' in section)) throw new Error('Drafts are a list.');
  const rows = [];
  for await (const row of section.rows(userId)) {
    rows.push(row);
    if (rows.length === 1) await afterFirst?.();
  }
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(section.schema);
  for (const row of rows) expect([validate(row), validate.errors]).toEqual([true, null]);
  return rows;
}

it('exports all drafts of a user with their whole content, and no drafts of other users', async () => {
  const drafts = drafting(product);
  for (let count = 0; count < 51; count++) await drafts.saved({ content: String(count) });
  await drafts.delete((await drafts.saved({ content: 'Deleted' })).id).expect(204);
  const targets = [{ accountId: 4, content: 'Shop', options: { visibility: 'public' }, mediaUrls: [] }];
  const { id } = await drafts.saved({ content: 'Bread', targets, plannedFor: '2030-02-01T09:00:00Z' });
  const rows = await exportDrafts(product.user);
  expect(rows).toHaveLength(52);
  expect(rows.find((row) => (row as Readonly<{ id: string }>).id === id)).toMatchObject({
    content: 'Bread',
    plannedFor: '2030-02-01T09:00:00.000Z',
    accounts: [4],
    targets: [{ accountId: 4, content: 'Shop', options: { visibility: 'public' }, media: [] }],
  });
  expect(await exportDrafts('eve')).toEqual([]);
});

it('exports each draft once, in a consistent state, even when devices save drafts at the same time', async () => {
  const drafts = drafting(product);
  const draftWith = (content: string) => ({ content, targets: [{ accountId: 4, content }] });
  const ids: string[] = [];
  for (let count = 0; count < 51; count++) ids.push((await drafts.saved(draftWith('old'))).id);
  const rows = (await exportDrafts(product.user, () =>
    Promise.all(ids.map((id) => drafts.save(id, draftWith('new'), 1).expect(200))),
  )) as unknown as readonly Readonly<{ id: string; content: string; targets: readonly object[] }>[];
  expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  for (const { content, targets } of rows) expect(targets).toMatchObject([{ content }]);
});

it('erases all drafts of a user', async () => {
  const drafts = drafting(product);
  const { id } = await drafts.saved({ content: 'Bread' });
  const { id: scheduled } = await drafts.saved({ content: 'Cake' });
  await product.as().schedule({ draftId: scheduled }).expect(201);
  const eves = drafting(product, 'eve');
  const { id: evesDraft } = await eves.saved({ content: 'Hers' });
  const rows = product.booted.app.get(RowErasure);
  expect(await rows.erase(product.user)).toMatchObject({ 'scheduling.draft': 2 });
  expect(await rows.left(product.user)).not.toHaveProperty('scheduling.draft');
  await drafts.show(id).expect(404);
  await eves.show(evesDraft).expect(200);
});
