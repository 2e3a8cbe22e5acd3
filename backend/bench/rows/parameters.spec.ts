import { expect, it } from '@jest/globals';
import { comparedWords, isAboutPerson, usesOfParameters } from './parameters.ts';

const column = (name: string, comparison = '=') => ({ kind: 'column', column: name, comparison });

it('finds the column that a condition compares with a parameter', () => {
  const uses = usesOfParameters(
    `select * from post p where p.owner_id = $1 and post_id = any($2::bigint[]) and "account_id" <> $3
     and due_at <= $4 and name <> all($5) limit $6 offset $7`,
  );
  expect([...uses].sort(([one], [other]) => one - other)).toEqual([
    [1, column('owner_id')],
    [2, column('post_id')],
    [3, column('account_id', '<>')],
    [4, column('due_at', '<=')],
    [5, column('name', '<>')],
    [6, { kind: 'limit' }],
    [7, { kind: 'offset' }],
  ]);
});

it.each([
  ['a row', 'where (account_id, post_id) = ($1, $2::bigint)'],
  ['a page', 'where (p.account_id, p.post_id) < ($1, $2)'],
  ['lists', 'where (account_id, post_id) in (select * from unnest($1::bigint[], $2::bigint[]))'],
  ['named lists', 'from unnest($1::bigint[], $2::bigint[]) as asked (account_id, post_id)'],
  [
    'inserted lists',
    'insert into t (account_id, post_id, at) select t.*, now() from unnest($1::bigint[], $2::bigint[]) as t',
  ],
  ['inserted values', 'insert into t as d (account_id, post_id, at) values ($1, $2, now())'],
])('finds the columns of %s', (_, text) => {
  expect([...usesOfParameters(text).values()]).toEqual([
    expect.objectContaining({ column: 'account_id' }),
    expect.objectContaining({ column: 'post_id' }),
  ]);
});

it('finds the fields of records', () => {
  const text = 'delete from due d using json_to_recordset($1::json) as g(post_id bigint, "at" timestamptz)';
  expect(usesOfParameters(text).get(1)).toEqual({
    kind: 'records',
    fields: [
      { name: 'post_id', type: 'bigint' },
      { name: 'at', type: 'timestamptz' },
    ],
  });
});

it('collects the words of a column from all statements', () => {
  expect(
    comparedWords([
      `where state in ('scheduled', 'publishing') and status <> 'new'`,
      `where p.state = 'deleted'`,
    ]),
  ).toEqual(
    new Map([
      ['state', ['deleted', 'publishing', 'scheduled']],
      ['status', ['new']],
    ]),
  );
});

it.each([
  ['select from post where owner_id = $1', true],
  [
    'delete from due d using json_to_recordset($1::json) as g(post_id bigint) where d.post_id = g.post_id',
    true,
  ],
  ['update bucket b set ends_at = $1 from account a where a.account_id = b.account_id', false],
])('knows whether a parameter names a user, account, post or comment: %s', (text, isAbout) => {
  expect(isAboutPerson(text)).toBe(isAbout);
});
