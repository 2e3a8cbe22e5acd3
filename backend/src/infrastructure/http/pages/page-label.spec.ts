import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PROFILE } from '@posthorn/contracts/identity/profile.http';
import { handleOfLabel, pageLabelOf } from '@posthorn/contracts/link-tree/page-label';

const handles = fc.stringMatching(/^[a-z0-9_]{3,30}$/u);
const labels = fc.oneof(fc.stringMatching(/^[a-z0-9-]{1,63}$/u), fc.string());

it('gives each handle a different label, and derives the handle from the label', () => {
  fc.assert(
    fc.property(handles, (handle) => {
      const label = pageLabelOf(handle);
      if (label !== null) expect(handleOfLabel(label)).toBe(handle);
    }),
  );
});
it('accepts only labels that belong to a possible handle', () => {
  fc.assert(
    fc.property(labels, (label) => {
      const handle = handleOfLabel(label);
      if (handle === null) return;
      expect(handle).toMatch(PROFILE.handlePattern);
      expect(pageLabelOf(handle)).toBe(label);
    }),
  );
});
it('returns only valid host names', () => {
  fc.assert(
    fc.property(handles, (handle) => {
      const label = pageLabelOf(handle);
      if (label === null) expect(handle).toMatch(/^_|_$|^xn__/u);
      else expect(label).toMatch(/^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u);
    }),
  );
});
it.each([
  ['ana', 'ana'],
  ['ana_lima', 'ana-lima'],
  ['a__b', 'a--b'],
  ['_ana', null],
  ['ana_', null],
  ['___', null],
  ['xn__80ak6aa92e', null],
  ['xn_80', 'xn-80'],
])('the label of %s is %s', (handle, label) => {
  expect(pageLabelOf(handle)).toBe(label);
});
it.each(['', '-', '-ana', 'ana-', 'xn--80ak6aa92e', 'ana_lima', 'ANA', 'ana.lima', 'ана'])(
  'finds no handle for the label %j',
  (label) => {
    expect(handleOfLabel(label)).toBeNull();
  },
);
