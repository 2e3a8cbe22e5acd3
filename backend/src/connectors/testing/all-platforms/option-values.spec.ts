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
  { ...flag, name: 'clip', forMedia: 'video' },
  { ...flag, name: 'photo', forMedia: 'image' },
  { ...flag, name: 'link', forMedia: 'none' },
  { ...flag, name: 'more', forMedia: 'video', showWhen: 'clip' },
  { kind: 'moment', label: 'Cover', required: false, name: 'cover', forMedia: 'loneVideo' },
] as const satisfies readonly OptionField[];
const [image, video] = [{ kind: 'image' }, { kind: 'video' }] as const;
const shown = (media: readonly { kind: 'image' | 'video' }[], options = {}) =>
  FIELDS.filter((field) => isApplicable(field, { options, media })).map(({ name }) => name);

it.each([
  ['no file', [], ['all', 'link']],
  ['a photo', [image], ['all', 'photo']],
  ['a video', [video], ['all', 'clip', 'cover']],
  ['two videos', [video, video], ['all', 'clip']],
  ['a photo and a video', [image, video], ['all', 'clip', 'photo']],
])('shows the right fields for %s', (_what, media, names) => {
  expect(shown(media)).toEqual(names);
});

it('shows a dependent field only if the parent field applies and is set', () => {
  expect(shown([video], { clip: true })).toContain('more');
  expect(shown([image], { clip: true })).not.toContain('more');
});

it('accepts leftover values of fields that no longer apply', () => {
  const leftover = { options: { clip: 'not a flag', all: true, photo: true }, title: null, media: [image] };
  expect(optionProblems(leftover, FIELDS, 'X')).toEqual([]);
  expect(fieldProblem(FIELDS[1], { ...leftover, media: [video] }, 'X')).toMatchObject({
    code: 'integrations.option-not-valid',
  });
});

it('drops values of fields that do not apply, and keeps values of unknown fields', () => {
  const options = { all: true, clip: true, more: true, photo: false, link: true, unknown: 'kept' };
  expect(applicableOptions({ options, media: [video] }, FIELDS)).toEqual({
    all: true,
    clip: true,
    more: true,
    unknown: 'kept',
  });
  expect(applicableOptions({ options: { clip: false, more: true }, media: [video] }, FIELDS)).toEqual({
    clip: false,
  });
  expect(applicableOptions({ options, media: [] }, FIELDS)).toEqual({
    all: true,
    link: true,
    unknown: 'kept',
  });
});

describe('a time in a video', () => {
  const COVER = FIELDS[5];
  const videoFile = { kind: 'video', durationSeconds: 12.5 } as const;
  const problem = (
    cover: string | number | boolean | undefined,
    media: readonly (typeof videoFile)[] = [videoFile],
  ) =>
    fieldProblem(COVER, { options: cover === undefined ? {} : { cover }, title: null, media }, 'X')?.message;
  const refusal = 'X: “Cover” must be a moment of the video.';

  it('may be any time in the video, or missing', () => {
    for (const moment of [undefined, 0, 1, 12_499]) expect(problem(moment)).toBeUndefined();
  });
  it.each([-1, 0.5, 12_500, 1e12, NaN, '1000', true])('must not be %p', (moment) => {
    expect(problem(moment)).toBe(refusal);
  });
  it('has no upper bound if the length of the video is unknown', () => {
    const unknownLength = { kind: 'video', durationSeconds: null };
    expect(problem(3_600_000, [unknownLength as never])).toBeUndefined();
    expect(problem(-1, [unknownLength as never])).toBe(refusal);
  });
});
