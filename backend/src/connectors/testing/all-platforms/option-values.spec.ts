import { describe, expect, it } from '@jest/globals';
import {
  applicableOptions,
  fieldProblem,
  isApplicable,
  optionProblems,
} from '@posthorn/contracts/integrations/option-values';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';

const flag = { kind: 'flag', label: 'Label', required: true, initial: null } as const;
const FIELDS = [
  { ...flag, name: 'all' },
  { ...flag, name: 'film', forMedia: 'video' },
  { ...flag, name: 'photo', forMedia: 'image' },
  { ...flag, name: 'link', forMedia: 'none' },
  { ...flag, name: 'more', forMedia: 'video', showWhen: 'film' },
  { kind: 'moment', label: 'Cover', required: false, name: 'cover', forMedia: 'loneVideo' },
] as const satisfies readonly OptionField[];
const [image, video] = [{ kind: 'image' }, { kind: 'video' }] as const;
const shown = (media: readonly { kind: 'image' | 'video' }[], options = {}) =>
  FIELDS.filter((field) => isApplicable(field, { options, media })).map(({ name }) => name);

it.each([
  ['nothing', [], ['all', 'link']],
  ['a photo', [image], ['all', 'photo']],
  ['a video', [video], ['all', 'film', 'cover']],
  ['two videos', [video, video], ['all', 'film']],
  ['both', [image, video], ['all', 'film', 'photo']],
])('requires the fields for %s', (_what, media, names) => {
  expect(shown(media)).toEqual(names);
});

it('shows a dependent field only if its parent applies and is set', () => {
  expect(shown([video], { film: true })).toContain('more');
  expect(shown([image], { film: true })).not.toContain('more');
});

it('accepts remaining values of fields that no longer apply', () => {
  const left = { options: { film: 'not a flag', all: true, photo: true }, title: null, media: [image] };
  expect(optionProblems(left, FIELDS, 'X')).toEqual([]);
  expect(fieldProblem(FIELDS[1], { ...left, media: [video] }, 'X')).toMatchObject({
    code: 'integrations.option-not-valid',
  });
});

it('drops the values of unneeded fields, and keeps unknown fields, which the check refuses', () => {
  const options = { all: true, film: true, more: true, photo: false, link: true, unheard: 'of' };
  expect(applicableOptions({ options, media: [video] }, FIELDS)).toEqual({
    all: true,
    film: true,
    more: true,
    unheard: 'of',
  });
  expect(applicableOptions({ options: { film: false, more: true }, media: [video] }, FIELDS)).toEqual({
    film: false,
  });
  expect(applicableOptions({ options, media: [] }, FIELDS)).toEqual({ all: true, link: true, unheard: 'of' });
});

describe('a time in a video', () => {
  const COVER = FIELDS[5];
  const videoFile = { kind: 'video', durationSeconds: 12.5 } as const;
  const problem = (
    cover: string | number | boolean | undefined,
    media: readonly (typeof videoFile)[] = [videoFile],
  ) =>
    fieldProblem(COVER, { options: cover === undefined ? {} : { cover }, title: null, media }, 'X')?.message;
  const refused = 'X: “Cover” must be a moment of the video.';

  it('may be any time in the video, or absent', () => {
    for (const fine of [undefined, 0, 1, 12_499]) expect(problem(fine)).toBeUndefined();
  });
  it.each([-1, 0.5, 12_500, 1e12, NaN, '1000', true])('must not be %p', (moment) => {
    expect(problem(moment)).toBe(refused);
  });
  it("has no upper bound when the video's length is unknown", () => {
    const unknown = { kind: 'video', durationSeconds: null };
    expect(problem(3_600_000, [unknown as never])).toBeUndefined();
    expect(problem(-1, [unknown as never])).toBe(refused);
  });
});
